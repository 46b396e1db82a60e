import type { FastifyReply, FastifyRequest } from 'fastify';
import { candidateOf, verifyCandidate } from '../registry/signatures';
import type { Store } from '../store/store';
import { cookie, setCookie } from './cookie';
import { completeSnapshot, type Snapshot } from './live-registry';
import { LruCache } from './lru-cache';
import { requestUrl } from './page-request';

const COOKIE = 'revision';
/** The value of `?revision=` that returns to the active set. */
const LIVE = 'live';
const MOST = 8;

export interface CandidateParts {
  store: Store;
  opsPublicKey: () => string;
  now: () => number;
  /** Whether this browser may open every candidate by its id, because it may open the panel that lists them. */
  isInspector: (request: FastifyRequest) => Promise<boolean>;
}

const PREFIX = 'candidate ';
/** The id of a candidate's snapshot. */
export const candidateId = ({ set }: Pick<Snapshot, 'set'>): string => set.slice(PREFIX.length);

/** Candidates: sets that only browsers see that opened the signed link, until they expire. */
export function openCandidates({ store, opsPublicKey, now, isInspector }: CandidateParts) {
  const known = new LruCache<Snapshot>(MOST);

  async function idOf(token: string, request: FastifyRequest): Promise<string | null> {
    if (/^[0-9a-f]{16}$/.test(token)) return (await isInspector(request)) ? token : null;
    return candidateOf(token, opsPublicKey());
  }

  async function open(token: string, request: FastifyRequest): Promise<Snapshot | null> {
    const id = await idOf(token, request);
    const text = id === null ? null : await store.candidate(id);
    if (id === null || text === null) return null;
    const kept = known.get(id);
    const { signed, registry, until } = verifyCandidate(text, opsPublicKey());
    if (Date.parse(until) < now()) return null;
    const snapshot = kept ?? { ...(await completeSnapshot(store, signed, registry)), set: PREFIX + id };
    known.set(id, snapshot);
    return snapshot;
  }
  // An unreadable candidate is ignored.
  const openOrNull = (token: string, request: FastifyRequest) => open(token, request).catch(() => null);

  return {
    /** The candidate of this browser; null for the active set. */
    async of(request: FastifyRequest): Promise<Snapshot | null> {
      const token = cookie(request, COOKIE);
      return token === undefined ? null : openOrNull(token, request);
    },
    /** Answers a request with `?revision=` by setting the cookie of that set. Returns false if the request has no such parameter. */
    async enter(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
      const url = requestUrl(request);
      const token = url.searchParams.get(COOKIE);
      if (token === null) return false;
      const snapshot = token === LIVE ? null : await openOrNull(token, request);
      if (!snapshot && token !== LIVE) {
        await reply
          .code(403)
          .header('cache-control', 'no-store')
          .type('text/plain')
          .send('This link leads to no candidate, or the candidate has expired. Create a new one: portal stage.');
        return true;
      }
      const until = snapshot?.registry.candidate?.until;
      const age = until === undefined ? 0 : Math.floor((Date.parse(until) - now()) / 1000);
      url.searchParams.delete(COOKIE);
      await setCookie(request, reply, COOKIE, snapshot ? token : '', { seconds: age })
        .header('cache-control', 'no-store')
        .redirect(url.pathname + url.search, 303);
      return true;
    },
  };
}
export type Candidates = ReturnType<typeof openCandidates>;
