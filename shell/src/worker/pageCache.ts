import type { ModuleVersion, Registry, SignedRegistry } from '@portal/mf-kit/module';
import { CACHE_MAX_AGE_MS, CACHE_PREFIX } from '@portal/mf-kit/offlineCacheNames';
import { offlinePagePath } from '@portal/mf-kit/pageLayout';
import { createFreshness } from '../registry/freshness';
import { isSigned, isSignedText, signingKeyFor } from '../registry/signatures';
import { download, type Fetch, storableResponse } from './fileCache';

/** Stored, because the browser stops the worker often. */
export interface WorkerState {
  /** The ops key that signed the revisions. A new key accepts none of them. */
  key: string;
  /** The newest revision of a cached page. Older ones are rejected. */
  seen: number;
  /** The newest trusted timestamp in ms. 0: none. */
  newest: number;
  /** Module -> its used files, without version and hash. */
  visited: Record<string, string[]>;
}

const STATE_PATH = '/kept/notes';

export function createWorkerState(open: () => Promise<Cache>, key: string) {
  const fresh = (visited: WorkerState['visited'] = {}): WorkerState => ({ key, seen: 0, newest: 0, visited });
  return {
    async read(): Promise<WorkerState> {
      const reply = await (await open()).match(STATE_PATH);
      const notes = reply ? ((await reply.json()) as WorkerState) : fresh();
      return notes.key === key ? notes : fresh(notes.visited);
    },
    async write(notes: WorkerState): Promise<void> {
      await (await open()).put(STATE_PATH, new Response(JSON.stringify(notes)));
    },
  };
}

const REGISTRY = /<script type="application\/json" id="registry">(.*?)<\/script>/s;

const SHELL = /"\/modules\/shell\/([^/"]+)\//;

interface ParsedPage {
  signed: SignedRegistry;
  registry: Registry;
  /** The last good one, if the active one did not start in this browser. */
  shell: ModuleVersion;
}

/** Null if the page has no registry, or a shell that the registry does not name. */
function parsePage(html: string): ParsedPage | null {
  const text = REGISTRY.exec(html)?.[1];
  if (text === undefined) return null;
  const signed = JSON.parse(text) as SignedRegistry;
  const registry = JSON.parse(signed.document) as Registry;
  const version = SHELL.exec(html)?.[1];
  const shell = [registry.shell, registry.shell.lastGood].find((one) => one?.version === version);
  return shell ? { signed, registry, shell } : null;
}

export const PAGE_CACHE = `${CACHE_PREFIX}page`;

/** A visit after this time requests the page again. */
const RENEW_MS = 6 * 3_600_000;
const AT = 'x-kept-at';
const REVISION = 'x-kept-revision';

export interface PageCacheDeps {
  caches: CacheStorage;
  fetch: Fetch;
  keys: { ops: string; timestamp: string };
  now: () => number;
}

export interface CachedPage extends Pick<ParsedPage, 'registry' | 'shell'> {
  page: Response;
}

/** The cached page for every path. Its registry must be signed by the ops key, not older than a registry cached before, and not stale. */
export function createPageCache({ caches, fetch, keys, now }: PageCacheDeps) {
  const open = () => caches.open(PAGE_CACHE);
  const ageOf = (page: Response) => now() - Number(page.headers.get(AT));
  const revisionOf = (page: Response) => Number(page.headers.get(REVISION));
  /** A clock that was set back must not make a page newer. */
  const mayServe = (page: Response, { seen }: WorkerState) =>
    revisionOf(page) >= seen && ageOf(page) >= 0 && ageOf(page) <= CACHE_MAX_AGE_MS;

  async function find(notes: WorkerState): Promise<Response | undefined> {
    const page = await (await open()).match(offlinePagePath);
    return page && mayServe(page, notes) ? page : undefined;
  }

  /** Whether the served page may be cached. Updates the notes. */
  async function isAcceptable(signed: SignedRegistry, registry: Registry, notes: WorkerState): Promise<boolean> {
    const { candidate, revision, handovers = [], timestampKeys } = registry;
    if (candidate || revision < notes.seen) return false;
    const key = await signingKeyFor(revision, keys.ops, handovers);
    if (key === null || !(await isSigned(signed, key))) return false;
    const first = notes.newest > 0 ? { revision, at: new Date(notes.newest).toISOString(), signature: '' } : (signed.timestamp ?? null);
    // A worker has no monotonic clock over restarts, so the timestamp is compared with the newest trusted one.
    const freshness = createFreshness({ key: keys.timestamp, pageTimestamp: first, isSignedText, elapsed: () => 0 });
    if ((await freshness.rejectionReason(signed, revision, timestampKeys)) !== null) return false;
    notes.newest = Math.max(notes.newest, freshness.latestTrusted());
    notes.seen = revision;
    return true;
  }

  return {
    find,
    async kept(notes: WorkerState): Promise<CachedPage | null> {
      const page = await find(notes);
      const found = page && parsePage(await page.clone().text());
      return found ? { ...found, page } : null;
    },
    isOld: ({ page }: CachedPage) => ageOf(page) > RENEW_MS,
    delete: async () => void (await (await open()).delete(offlinePagePath)),
    async fetch(notes: WorkerState): Promise<CachedPage | null> {
      const { reply, bytes } = await download(fetch, offlinePagePath, { cache: 'no-cache' });
      if (!reply.ok) throw new Error(`${offlinePagePath} answers ${reply.status}`);
      const html = new TextDecoder().decode(bytes);
      const found = parsePage(html);
      if (!found || !(await isAcceptable(found.signed, found.registry, notes))) return null;
      return { ...found, page: storableResponse(html, reply, { [AT]: String(now()), [REVISION]: String(found.registry.revision) }) };
    },
    put: async ({ page }: CachedPage) => (await open()).put(offlinePagePath, page),
  };
}
