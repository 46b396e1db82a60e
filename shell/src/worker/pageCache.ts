import { keptPage } from '@portal/mf-kit/frame';
import { KEPT } from '@portal/mf-kit/kept';
import type { Registry, SignedRegistry } from '@portal/mf-kit/module';
import { createFreshness } from '../composition/freshness';
import { isSigned, isSignedText, keyFor } from '../composition/signature';
import { type Read, readPage } from './document';
import type { Fetch } from './fileCache';
import type { Notes } from './notes';
import { toKeep } from './toKeep';

export const PAGES = `${KEPT}page`;

/** As long as the data that its screens show. */
const MAX_AGE_MS = 3 * 86_400_000;
/** A page that is kept is asked for anew at a visit after this time. */
const RENEW_MS = 6 * 3_600_000;
const AT = 'x-kept-at';
const REVISION = 'x-kept-revision';

export interface PageCacheParts {
  caches: CacheStorage;
  fetch: Fetch;
  keys: { ops: string; timestamp: string };
  now: () => number;
}

/** A page and what stands in it. */
export interface Taken extends Pick<Read, 'registry' | 'shell'> {
  page: Response;
}

/**
 * The one page that this phone keeps, which serves for every path. It is taken only with a registry that the ops key signed, that is not
 * older than any that was kept here, and not stale; it is served for some days.
 */
export function createPageCache({ caches, fetch, keys, now }: PageCacheParts) {
  const open = () => caches.open(PAGES);
  const ageOf = (page: Response) => now() - Number(page.headers.get(AT));
  const revisionOf = (page: Response) => Number(page.headers.get(REVISION));
  /** A clock that was set back makes nothing young. */
  const mayServe = (page: Response, { seen }: Notes) => revisionOf(page) >= seen && ageOf(page) >= 0 && ageOf(page) <= MAX_AGE_MS;

  async function find(notes: Notes): Promise<Response | undefined> {
    const page = await (await open()).match(keptPage);
    return page && mayServe(page, notes) ? page : undefined;
  }

  /** Whether what the host serves now may be kept; what is learnt of it goes into the notes. */
  async function isBelieved(signed: SignedRegistry, registry: Registry, notes: Notes): Promise<boolean> {
    const { candidate, revision, handovers = [], timestampKeys } = registry;
    if (candidate || revision < notes.seen) return false;
    const key = await keyFor(revision, keys.ops, handovers);
    if (key === null || !(await isSigned(signed, key))) return false;
    const first = notes.newest > 0 ? { revision, at: new Date(notes.newest).toISOString(), signature: '' } : (signed.timestamp ?? null);
    // No clock counts from one life of the worker to the next: a word is compared with the newest that was believed.
    const freshness = createFreshness({ key: keys.timestamp, first, isSignedText, elapsed: () => 0 });
    if ((await freshness.defect(signed, revision, timestampKeys)) !== null) return false;
    notes.newest = Math.max(notes.newest, freshness.newest());
    notes.seen = revision;
    return true;
  }

  return {
    find,
    async kept(notes: Notes): Promise<Taken | null> {
      const page = await find(notes);
      const found = page && readPage(await page.clone().text());
      return found ? { ...found, page } : null;
    },
    isOld: ({ page }: Taken) => ageOf(page) > RENEW_MS,
    drop: async () => void (await (await open()).delete(keptPage)),
    /** The host's, if it may be kept. */
    async fetch(notes: Notes): Promise<Taken | null> {
      const reply = await fetch(keptPage, { cache: 'no-cache', priority: 'low' } as RequestInit);
      if (!reply.ok) throw new Error(`${keptPage} answers ${reply.status}`);
      const html = await reply.text();
      const found = readPage(html);
      if (!found || !(await isBelieved(found.signed, found.registry, notes))) return null;
      return { ...found, page: toKeep(html, reply, { [AT]: String(now()), [REVISION]: String(found.registry.revision) }) };
    },
    put: async ({ page }: Taken) => (await open()).put(keptPage, page),
  };
}
