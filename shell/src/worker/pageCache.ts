import type { Registry, SignedRegistry } from '@portal/mf-kit/module';
import { CACHE_PREFIX } from '@portal/mf-kit/offlineCacheNames';
import { offlinePagePath } from '@portal/mf-kit/pageLayout';
import { createFreshness } from '../registry/freshness';
import { isSigned, isSignedText, signingKeyFor } from '../registry/signatures';
import type { Fetch } from './fileCache';
import { type ParsedPage, parsePage } from './pageHtml';
import { storableResponse } from './storableResponse';
import type { WorkerState } from './workerState';

export const PAGES = `${CACHE_PREFIX}page`;

/** As long as the data that its screens show. */
const MAX_AGE_MS = 3 * 86_400_000;
/** A page that is kept is asked for anew at a visit after this time. */
const RENEW_MS = 6 * 3_600_000;
const AT = 'x-kept-at';
const REVISION = 'x-kept-revision';

export interface PageCacheDeps {
  caches: CacheStorage;
  fetch: Fetch;
  keys: { ops: string; timestamp: string };
  now: () => number;
}

/** A page and what stands in it. */
export interface CachedPage extends Pick<ParsedPage, 'registry' | 'shell'> {
  page: Response;
}

/**
 * The one page that this phone keeps, which serves for every path. It is taken only with a registry that the ops key signed, that is not
 * older than any that was kept here, and not stale; it is served for some days.
 */
export function createPageCache({ caches, fetch, keys, now }: PageCacheDeps) {
  const open = () => caches.open(PAGES);
  const ageOf = (page: Response) => now() - Number(page.headers.get(AT));
  const revisionOf = (page: Response) => Number(page.headers.get(REVISION));
  /** A clock that was set back makes nothing young. */
  const mayServe = (page: Response, { seen }: WorkerState) => revisionOf(page) >= seen && ageOf(page) >= 0 && ageOf(page) <= MAX_AGE_MS;

  async function find(notes: WorkerState): Promise<Response | undefined> {
    const page = await (await open()).match(offlinePagePath);
    return page && mayServe(page, notes) ? page : undefined;
  }

  /** Whether what the host serves now may be kept; what is learnt of it goes into the notes. */
  async function isAcceptable(signed: SignedRegistry, registry: Registry, notes: WorkerState): Promise<boolean> {
    const { candidate, revision, handovers = [], timestampKeys } = registry;
    if (candidate || revision < notes.seen) return false;
    const key = await signingKeyFor(revision, keys.ops, handovers);
    if (key === null || !(await isSigned(signed, key))) return false;
    const first = notes.newest > 0 ? { revision, at: new Date(notes.newest).toISOString(), signature: '' } : (signed.timestamp ?? null);
    // No clock counts from one life of the worker to the next: a word is compared with the newest that was believed.
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
    /** The host's, if it may be kept. */
    async fetch(notes: WorkerState): Promise<CachedPage | null> {
      const reply = await fetch(offlinePagePath, { cache: 'no-cache', priority: 'low' } as RequestInit);
      if (!reply.ok) throw new Error(`${offlinePagePath} answers ${reply.status}`);
      const html = await reply.text();
      const found = parsePage(html);
      if (!found || !(await isAcceptable(found.signed, found.registry, notes))) return null;
      return { ...found, page: storableResponse(html, reply, { [AT]: String(now()), [REVISION]: String(found.registry.revision) }) };
    },
    put: async ({ page }: CachedPage) => (await open()).put(offlinePagePath, page),
  };
}
