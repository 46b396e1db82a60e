import type { FastifyInstance } from 'fastify';
import { ReleaseMonitor, type SelfHealMode } from '../health/release-monitor';
import type { Store } from '../store/store';
import { serveHealthReports } from './health-reports';
import type { LiveRegistry, Snapshot } from './live-registry';
import type { PageTokens } from './page-tokens';

const KEEP_MS = 5_000;
const LEARN_MS = 60_000;

interface HealthParts {
  store: Store;
  live: LiveRegistry;
  tokens: PageTokens;
  healing: SelfHealMode;
  now: () => number;
}

/** Counts the health reports of pages, and rolls back versions that are worse than their predecessors. */
export function serveHealth(app: FastifyInstance, { store, live, tokens, healing, now }: HealthParts): void {
  const watch = new ReleaseMonitor({ store, healing, now, log: (line) => app.log.warn(line) });
  let said = '';
  /** Logs an error of the store once and tries again later, because no page depends on it. */
  const quietly = (work: () => Promise<void>) => () =>
    work().then(
      () => {
        said = '';
      },
      (error: Error) => {
        if (error.message !== said) app.log.warn(`health reports could not be stored: ${error.message}`);
        said = error.message;
      },
    );
  const [keep, learn, leave] = [quietly(() => watch.keep()), quietly(() => watch.learn()), quietly(() => watch.close())];
  const running = live.current();
  const follow = ({ registry, manifests }: Snapshot) =>
    watch.follow(registry, new Map([...manifests].flatMap(([name, { objective }]) => (objective ? [[name, objective] as const] : []))));
  if (running) follow(running);
  const stop = live.onRevision(follow);
  const again = () => {
    watch.retryPending();
    void keep();
  };
  const timers = [setInterval(again, KEEP_MS), setInterval(() => void learn(), LEARN_MS)];
  for (const timer of timers) timer.unref();
  app.addHook('onReady', async () => {
    void keep();
    await learn();
  });
  app.addHook('onClose', async () => {
    stop();
    for (const timer of timers) clearInterval(timer);
    await watch.settled();
    await leave();
  });
  serveHealthReports(app, watch, tokens);
}
