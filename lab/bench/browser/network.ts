import type { CDPSession, Page } from '@playwright/test';
import type { Phone } from './phone';

const bytesPerSecond = (bits: number) => bits / 8;

/** Emulates the phone's network for the page from now on. */
export async function emulateNetwork({ model: { network } }: Phone, session: CDPSession): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: network.latencyMs,
    downloadThroughput: bytesPerSecond(network.downBits),
    uploadThroughput: bytesPerSecond(network.upBits),
  });
}

/** Delays the requests of one URL. */
export async function holdBack(session: CDPSession, url: string, holdMs: number): Promise<void> {
  session.on('Fetch.requestPaused', ({ requestId }) => {
    // A page that was closed has no request to continue.
    setTimeout(() => void session.send('Fetch.continueRequest', { requestId }).catch(() => undefined), holdMs);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: url }] });
}

export interface LoadedFile {
  url: string;
  /** Compressed bytes of the body. */
  bytes: number;
  startedAt: number;
  isBlocking: boolean;
}

/** All files that the page has loaded so far, the HTML first. A preload and its use count once. */
export async function loadedFiles(page: Page): Promise<LoadedFile[]> {
  return page.evaluate(() => {
    const timings = [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ] as (PerformanceResourceTiming & {
      renderBlockingStatus?: string;
    })[];
    const files = new Map<string, LoadedFile>();
    for (const { name, encodedBodySize, startTime, renderBlockingStatus } of timings)
      if (!files.has(name))
        files.set(name, { url: name, bytes: encodedBodySize, startedAt: startTime, isBlocking: renderBlockingStatus === 'blocking' });
    return [...files.values()];
  });
}

/** Idle time after which the files of a prefetch or an input have loaded. */
const QUIET_MS = 600;
const WITHIN_MS = 30_000;

const isQuiet = ({ ms, since }: { ms: number; since: number }) => {
  const ends = performance.getEntriesByType('resource').map((entry) => (entry as PerformanceResourceTiming).responseEnd);
  return performance.now() - Math.max(since, ...ends) > ms;
};

/** Waits until nothing was loaded for `QUIET_MS` from now, because a request may start other requests later. */
export async function waitUntilQuiet(page: Page): Promise<void> {
  const since = await page.evaluate(() => performance.now());
  await page.waitForFunction(isQuiet, { ms: QUIET_MS, since }, { timeout: WITHIN_MS, polling: 100 });
}
