import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

const FIRST_PAUSE_MS = 500;
// Together with the slowest start (the API, 5 s), a child that dies repeatedly is back within 10 s of each death.
const LONGEST_PAUSE_MS = 4_000;
const HEALTHY_MS = 60_000;

const systemClock = { now: () => performance.now(), pause: (ms, signal) => wait(ms, undefined, { signal }) };

function describeEnd({ code, signal }, lastOutput) {
  return [signal ?? (code === null ? '' : `code ${code}`), lastOutput].filter(Boolean).join(', ') || 'no reason known';
}

/**
 * Keeps one child running: starts it again after each death until `stop`. The pause before a restart doubles with each death,
 * until the child was ready for a minute.
 * States: starting, ready, waiting-to-restart, stopping, stopped.
 * `launch` returns the child `{ended, stop(), lastOutput()}`; `untilReady` resolves when the child can serve and rejects when it cannot; `say`
 * receives one line per death and one per restart. The first start is `start()`: it rejects instead of trying again.
 */
export function supervise({ name, launch, untilReady = async () => undefined, say, clock = systemClock }) {
  let state = 'stopped';
  let child = null;
  let lastEnd = null;
  let deaths = 0;
  let readyAt = null;
  let work = Promise.resolve();
  const stopping = new AbortController();
  const isStopping = () => stopping.signal.aborted;

  async function launchUntilReady() {
    state = 'starting';
    child = null;
    lastEnd = null;
    readyAt = null;
    const launched = await launch();
    child = launched;
    void launched.ended.then((end) => {
      lastEnd = end;
    });
    if (isStopping()) await launched.stop();
    await untilReady(launched);
    if (isStopping()) return;
    state = 'ready';
    readyAt = clock.now();
  }

  const waitForDeath = async () => describeEnd(await child.ended, child.lastOutput());

  /** Returns why the new child died. */
  async function runAgain(diedAt) {
    try {
      await launchUntilReady();
    } catch (error) {
      await child?.stop();
      return error.message;
    }
    if (!isStopping()) say(`The ${name} is ready again, ${((clock.now() - diedAt) / 1_000).toFixed(1)} s after it died.`);
    return waitForDeath();
  }

  function choosePause(diedAt) {
    const wasHealthy = readyAt !== null && diedAt - readyAt >= HEALTHY_MS;
    deaths = wasHealthy ? 1 : deaths + 1;
    return Math.min(FIRST_PAUSE_MS * 2 ** (deaths - 1), LONGEST_PAUSE_MS);
  }

  async function keepRunning() {
    let reason = await waitForDeath();
    while (!isStopping()) {
      const diedAt = clock.now();
      const pauseMs = choosePause(diedAt);
      state = 'waiting-to-restart';
      say(`The ${name} died (${reason}) and starts again in ${pauseMs / 1_000} s.`);
      await clock.pause(pauseMs, stopping.signal).catch((error) => {
        if (!isStopping()) throw error;
      });
      if (isStopping()) return;
      reason = await runAgain(diedAt);
    }
  }

  return {
    state: () => state,
    /** The child that runs or ran last; null before the first launch and while one is being launched. */
    child: () => child,
    /** Starts the child for the first time and resolves when it is ready. Rejects when it cannot start. */
    async start() {
      work = launchUntilReady();
      await work;
      work = keepRunning();
    },
    /** Stops the child and every restart. Resolves to how the last child ended, null when none ran. */
    async stop() {
      state = 'stopping';
      stopping.abort();
      await child?.stop();
      // A failure of the first start belongs to the caller of `start`.
      await Promise.allSettled([work]);
      state = 'stopped';
      return lastEnd;
    },
  };
}
