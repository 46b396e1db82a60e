import { MISSING_FILE_HEADER } from './missingFile';
import { evictCachedFile } from './offlineCacheNames';

/**
 * Finds out why a module file failed. A script error gives no reason, so a HEAD request distinguishes a network fault from a missing or
 * changed file.
 */

/** The portal host answers this path whenever it runs. */
const HOST = '/registry.json';
const PROBE_MS = 1000;
const LOOK_MS = 3000;

/**
 * `there`: the file exists. `refused`: the portal host has no such file. `troubled`: an error that a proxy or the store may cause.
 * `silent`: no reply. `late`: no reply within the deadline.
 */
type Answer = 'there' | 'refused' | 'troubled' | 'silent' | 'late';

/** A file failed to load. `request` has the name that webpack's ChunkLoadError uses. */
export class FileError extends Error {
  override name = 'FileError';
  constructor(
    message: string,
    readonly request: string,
  ) {
    super(message);
  }
}

export class LateError extends Error {
  override name = 'LateError';
}

/** Rejects with a LateError if `work` has not settled after `ms` milliseconds. `work` itself continues. */
export function withDeadline<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LateError(`${what} took more than ${Math.round(ms)} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const requestOf = (error: unknown): string | null => {
  const { request } = Object(error) as { request?: unknown };
  return typeof request === 'string' ? request : null;
};

/** Ignores `navigator.onLine`: a portal on the same machine answers offline, and any other request fails immediately. */
async function ask(url: string): Promise<Answer> {
  try {
    const { ok, headers } = await fetch(url, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(PROBE_MS) });
    if (ok) return 'there';
    return headers.has(MISSING_FILE_HEADER) ? 'refused' : 'troubled';
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? 'late' : 'silent';
  }
}

/** Whether the portal host answers and serves the registry now. */
export const isServerUp = async (): Promise<boolean> => (await ask(HOST)) === 'there';

const answers = new WeakMap<object, Promise<Answer>>();

/** Requests each failed file only once, for all callers. */
function answerOn(error: object, request: string): Promise<Answer> {
  const known = answers.get(error);
  if (known) return known;
  const asked = ask(request);
  answers.set(error, asked);
  return asked;
}

/** Whether the portal host reports that it does not have the file of this error. */
export async function isMissingOnServer(error: object): Promise<boolean> {
  const request = requestOf(error);
  return request !== null && (await answerOn(error, request)) === 'refused';
}

/** `network`: the guard's connection failed. `version`: the portal host answered and the file still failed, or no file is involved. */
export async function attributeFailure(error: unknown): Promise<'network' | 'version'> {
  const request = requestOf(error);
  if (request === null && !(error instanceof LateError)) return 'version';
  const answer = request === null ? 'late' : await answerOn(error as object, request);
  if (answer === 'silent') return 'network';
  if (answer !== 'late') return 'version';
  // The file hangs. If the registry hangs too, the network is at fault.
  const host = await ask(HOST);
  return host === 'silent' || host === 'late' ? 'network' : 'version';
}

/** Loads, and once more after a failure if the file exists: the network changed during the download, or the cached file is damaged. */
export async function loadWithRetry<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const request = requestOf(error);
    if (request === null || (await answerOn(error as object, request)) !== 'there') throw error;
    await evictCachedFile(request);
    return load();
  }
}

/** Resolves when the portal host answers again. It tries at each `online` event and every few seconds, because browsers often fire none. */
export async function waitForServer(): Promise<void> {
  for (;;) {
    await new Promise<void>((resolve) => {
      const look = () => {
        clearTimeout(timer);
        window.removeEventListener('online', look);
        resolve();
      };
      const timer = setTimeout(look, LOOK_MS);
      window.addEventListener('online', look);
    });
    const answer = await ask(HOST);
    if (answer !== 'silent' && answer !== 'late') return;
  }
}

/**
 * Loads, and waits while the connection is lost. Rejects only if the version is at fault. `onWaiting` is called when a wait begins and
 * ends.
 */
export async function loadWhenOnline<T>(load: () => Promise<T>, onWaiting: (isWaiting: boolean) => void): Promise<T> {
  for (;;) {
    try {
      return await loadWithRetry(load);
    } catch (error) {
      if ((await attributeFailure(error)) === 'version') throw error;
      onWaiting(true);
      await waitForServer().finally(() => onWaiting(false));
    }
  }
}
