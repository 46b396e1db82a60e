const LOOK_MS = 50;

export interface DrainableServer {
  readonly server: { closeIdleConnections: () => void; closeAllConnections: () => void };
  close: () => PromiseLike<unknown>;
}

const leaving = new WeakSet<object>();
const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** Whether this server is closing, so that a load balancer must stop sending requests to it. */
export const isLeaving = ({ server }: Pick<DrainableServer, 'server'>): boolean => leaving.has(server);

/** Whether a reply ends its connection. A closing server does that, so the next request of the client reaches another process. */
export const endsConnection = (app: Pick<DrainableServer, 'server'>, { raw }: { raw: { complete: boolean } }): boolean =>
  // A request that is refused before it arrived completely is read first.
  isLeaving(app) && raw.complete;

export interface ShutdownTimes {
  /** The time in ms in which /readyz answers 503 and all other requests are served as usual. */
  noticeMs: number;
  /** The time in ms for the whole shutdown, including the notice. Unfinished work is then aborted. */
  withinMs: number;
}

const noticeOf = ({ noticeMs, withinMs }: ShutdownTimes): number => Math.min(noticeMs, withinMs / 2);

/** The longest time in ms from the first closed connection to the end of the process. */
export const closingMs = (leave: ShutdownTimes): number => leave.withinMs - noticeOf(leave);

/**
 * Closes servers without an error for a client: gives notice, accepts no new connection, answers requests that have begun, closes sockets,
 * and lets workers finish or return their jobs.
 * @param apps closing the first one also closes the others.
 * @param last ends after all requests, within the same time.
 * @returns whether everything ended within the time.
 */
export async function drain(
  apps: [DrainableServer, ...DrainableServer[]],
  leave: ShutdownTimes,
  last: () => Promise<void> = async () => undefined,
): Promise<boolean> {
  const end = performance.now() + leave.withinMs;
  for (const app of apps) leaving.add(app.server);
  await pause(noticeOf(leave));
  let isClosed = false;
  const close = async () => {
    await apps[0].close();
    await last();
    isClosed = true;
  };
  const closing = close();
  // A reply that began before the notice has no `connection: close`, so this loop ends its connection when it is idle.
  while (!isClosed && performance.now() < end) {
    for (const { server } of apps) server.closeIdleConnections();
    await Promise.race([closing, pause(LOOK_MS)]);
  }
  if (!isClosed) for (const { server } of apps) server.closeAllConnections();
  return isClosed;
}
