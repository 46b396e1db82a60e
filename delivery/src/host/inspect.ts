import { INSPECT_PATH, type InspectCandidate, type InspectFacts } from '@portal/mf-kit/inspect';
import { INSPECT } from '@portal/mf-kit/override';
import { offlinePagePath } from '@portal/mf-kit/pageLayout';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { changeText } from '../commands/format';
import { inspectLinkEnd, verifyCandidate } from '../registry/signatures';
import { type HistoryLine, readPublication, type Store } from '../store/store';
import { type Candidates, candidateId } from './candidates';
import { cookie, setCookie } from './cookie';
import type { LiveRegistry, Snapshot } from './live-registry';
import { requestUrl } from './page-request';

/** Changes and publications of each module. */
const MOST_LINES = 5;
const MOST_CANDIDATES = 20;
const REFUSAL = 'This link does not open "Why this version?", or it has expired. Create a new one: portal inspect-link.';

export interface InspectAccessParts {
  isProduction: boolean;
  opsPublicKey: () => string;
  now: () => number;
}

/** Decides which browsers may open the panel "Why this version?": all outside production, otherwise those that opened a signed link. */
export function openInspectAccess({ isProduction, opsPublicKey, now }: InspectAccessParts) {
  const endOf = async (token: string | undefined) => (token === undefined ? null : inspectLinkEnd(token, opsPublicKey(), now()));
  const isAllowed = async (request: FastifyRequest): Promise<boolean> => !isProduction || (await endOf(cookie(request, INSPECT))) !== null;
  return {
    isAllowed,
    /** Whether the page of this request offers the panel. The offline page never does, because the device keeps it after the end of a link. */
    isOffered: async (request: FastifyRequest): Promise<boolean> =>
      requestUrl(request).pathname !== offlinePagePath && (await isAllowed(request)),
    /** The end of this browser's link; null outside production. */
    end: (request: FastifyRequest): Promise<Date | null> => endOf(cookie(request, INSPECT)),
    /** Answers a request with the token of a link by setting its cookie. Returns false if the request has no token. */
    async enter(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
      const url = requestUrl(request);
      const token = url.searchParams.get(INSPECT);
      if (!token) return false;
      const end = await endOf(token);
      if (end === null) {
        await reply.code(403).header('cache-control', 'no-store').type('text/plain').send(REFUSAL);
        return true;
      }
      url.searchParams.set(INSPECT, '');
      await setCookie(request, reply, INSPECT, token, { seconds: Math.floor((end.getTime() - now()) / 1000) })
        .header('cache-control', 'no-store')
        .redirect(url.pathname + url.search, 303);
      return true;
    },
  };
}
export type InspectAccess = ReturnType<typeof openInspectAccess>;

type Registry = Snapshot['registry'];

const entriesOf = ({ shell, modules }: Registry) => new Map(Object.entries({ shell, ...modules }));

const changesOf = (history: readonly HistoryLine[], name: string) =>
  history
    .filter(({ changes }) => changes.some((change) => change.name === name))
    .slice(-MOST_LINES)
    .reverse()
    .map(({ revision, at, by, why, changes }) => ({
      ...{ revision, at, by, why },
      what: changes
        .filter((change) => change.name === name)
        .map(changeText)
        .join(', '),
    }));

async function publicationsOf(store: Store, name: string) {
  const newest = (await store.versions(name)).slice(-MOST_LINES).reverse();
  return Promise.all(
    newest.map(async (version) => {
      const found = await readPublication(store, name, version);
      return { version, publication: found && { at: found.at, by: found.by, why: found.why, token: found.token ?? null } };
    }),
  );
}

/** A candidate that has not expired, compared with the active set; null for any other text. */
function candidateIn(id: string, text: string | null, live: Registry, opsPublicKey: string, now: number): InspectCandidate | null {
  const opened = text === null ? null : verifiedOrNull(text, opsPublicKey);
  if (!opened || Date.parse(opened.until) < now) return null;
  const active = entriesOf(live);
  const staged = [...entriesOf(opened.registry)].filter(([name, { version }]) => active.get(name)?.version !== version);
  const { by = '', at = opened.registry.at, why = '' } = staged[0]?.[1] ?? {};
  return { id, until: opened.until, by, at, why, versions: Object.fromEntries(staged.map(([name, { version }]) => [name, version])) };
}

/** A candidate of an earlier ops key, or a damaged one, cannot be opened, so it is not offered. */
function verifiedOrNull(text: string, opsPublicKey: string) {
  try {
    return verifyCandidate(text, opsPublicKey);
  } catch {
    return null;
  }
}

async function candidatesIn(store: Store, live: Registry, opsPublicKey: string, now: number): Promise<InspectCandidate[]> {
  const ids = await store.candidates();
  const found = await Promise.all(ids.map(async (id) => candidateIn(id, await store.candidate(id), live, opsPublicKey, now)));
  return found
    .filter((one) => one !== null)
    .sort((one, other) => (one.at < other.at ? 1 : -1))
    .slice(0, MOST_CANDIDATES);
}

/** Serves the facts of the panel that only the store has, to the browsers that may open it. */
export function serveInspect(
  app: FastifyInstance,
  {
    access,
    live,
    store,
    candidates,
    now,
  }: { access: InspectAccess; live: LiveRegistry; store: Store; candidates: Candidates; now: () => number },
): void {
  app.get(INSPECT_PATH, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!(await access.isAllowed(request))) return reply.code(403).type('text/plain').send(REFUSAL);
    const snapshot = live.current();
    if (!snapshot) return reply.code(503).type('text/plain').send(live.unavailableReason());
    const { registry } = snapshot;
    const names = [...entriesOf(registry).keys()];
    const [history, published, staged, shown, end] = await Promise.all([
      store.history(),
      Promise.all(names.map(async (name) => [name, await publicationsOf(store, name)] as const)),
      candidatesIn(store, registry, live.opsPublicKey(), now()),
      candidates.of(request),
      access.end(request),
    ]);
    const facts: InspectFacts = {
      revision: registry.revision,
      active: Object.fromEntries([...entriesOf(registry)].map(([name, { version }]) => [name, version])),
      changes: Object.fromEntries(names.map((name) => [name, changesOf(history, name)])),
      published: Object.fromEntries(published),
      candidates: staged,
      candidate: shown && candidateId(shown),
      until: end?.toISOString() ?? null,
    };
    return reply.send(facts);
  });
}
