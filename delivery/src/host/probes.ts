import { isLeaving } from '@portal/contracts/_kernel/drain';
import type { FastifyInstance } from 'fastify';
import type { LiveRegistry } from './live-registry';

/** Probes of several balancers in the same second share one request to the API. */
const KEEP_MS = 1_000;
const ANSWER_MS = 2_000;
/** A busy API is slow for every host. If all hosts became unready at its first late reply, a balancer would have none. */
const SILENT_MS = 15_000;
const AWAY = 'The guard API does not answer at /readyz.';
const LEAVING = 'This host is leaving.';

type Answer = 'ready' | 'away' | 'late';

/** Away means an error of the server, or no connection. */
const ask = (apiUrl: string): Promise<Answer> =>
  fetch(new URL('/readyz', apiUrl), { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'error' }).then(
    async (reply) => {
      await reply.body?.cancel();
      return reply.status < 500 ? 'ready' : 'away';
    },
    ({ name }: Error) => (name === 'TimeoutError' ? 'late' : 'away'),
  );

/** Whether the API can serve. A ready API stays ready while its replies are late, for `SILENT_MS`. */
export function readinessOf(probe: () => Promise<Answer>, now = () => performance.now()): () => Promise<boolean> {
  let asked = Number.NEGATIVE_INFINITY;
  let ready = Number.NEGATIVE_INFINITY;
  let answer: Promise<boolean> = Promise.resolve(false);
  const look = async () => {
    const found = await probe();
    if (found === 'ready') ready = now();
    if (found === 'away') ready = Number.NEGATIVE_INFINITY;
    return now() - ready < SILENT_MS;
  };
  return () => {
    if (now() - asked < KEEP_MS) return answer;
    asked = now();
    answer = look();
    return answer;
  };
}

/** `/healthz`: the process runs. `/readyz`: it has pages to serve, its API is ready, and it is not shutting down. */
export function serveProbes(app: FastifyInstance, live: LiveRegistry, apiUrl: string): void {
  const revision = () => live.current()?.registry.revision ?? null;
  const isApiReady = readinessOf(() => ask(apiUrl));

  async function unreadiness(): Promise<string | null> {
    if (isLeaving(app)) return LEAVING;
    if (revision() === null) return live.unavailableReason();
    return (await isApiReady()) ? null : AWAY;
  }
  app.get('/healthz', async () => ({ ok: true, revision: revision() }));
  app.get('/readyz', async (_request, reply) => {
    const why = await unreadiness();
    if (why === null) return { ok: true, revision: revision() };
    return reply.code(503).header('retry-after', '5').send({ ok: false, why });
  });
}
