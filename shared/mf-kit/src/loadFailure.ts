import { MISSING_FILE_HEADER } from './healthReport';
import { evictCachedFile } from './offlineCacheNames';

/**
 * Whose fault it is that a file of a module did not come. A script tag says only that it failed; asking for the file's headers tells
 * the guard's network, which counts against nobody, from a release whose file is gone or changed.
 */

/** What always answers while the portal's host does. */
const HOST = '/registry.json';
const PROBE_MS = 1000;
const LOOK_MS = 3000;

/** `there`: it answers now. `refused`: the host says no. `troubled`: an error that need not be the file's, of a proxy or the store. `silent`: no answer at all. `late`: none within the deadline. */
type Answer = 'there' | 'refused' | 'troubled' | 'silent' | 'late';

/** A file did not come. `request` is named as webpack's own ChunkLoadError names it. */
export class FileError extends Error {
  override name = 'FileError';
  constructor(
    message: string,
    readonly request: string,
  ) {
    super(message);
  }
}

/** Something took too long. */
export class LateError extends Error {
  override name = 'LateError';
}

/** Rejects with a LateError when `work` has not settled after `ms`. The work itself cannot be stopped; whoever waits goes on. */
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

/** Asked whatever the browser says of the network: without one, a portal on the same machine is reached, and any other fails at once. */
async function ask(url: string): Promise<Answer> {
  try {
    const { ok, headers } = await fetch(url, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(PROBE_MS) });
    if (ok) return 'there';
    return headers.has(MISSING_FILE_HEADER) ? 'refused' : 'troubled';
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? 'late' : 'silent';
  }
}

/** Whether the host answers and has something to serve, as of now. */
export const isServerUp = async (): Promise<boolean> => (await ask(HOST)) === 'there';

const answers = new WeakMap<object, Promise<Answer>>();

/** One failure is asked about once, whoever wants to know. */
function answerOn(error: object, request: string): Promise<Answer> {
  const known = answers.get(error);
  if (known) return known;
  const asked = ask(request);
  answers.set(error, asked);
  return asked;
}

/** Whether the host itself says that it has not got the file that an error is of. */
export async function isMissingOnServer(error: object): Promise<boolean> {
  const request = requestOf(error);
  return request !== null && (await answerOn(error, request)) === 'refused';
}

/** `network`: the guard's connection, nothing is wrong with the module. `version`: the host answered, and the file still failed; or it is no file's failure. */
export async function attributeFailure(error: unknown): Promise<'network' | 'version'> {
  const request = requestOf(error);
  if (request === null && !(error instanceof LateError)) return 'version';
  const answer = request === null ? 'late' : await answerOn(error as object, request);
  if (answer === 'silent') return 'network';
  if (answer !== 'late') return 'version';
  // This file hangs: when everything does, it is the line.
  const host = await ask(HOST);
  return host === 'silent' || host === 'late' ? 'network' : 'version';
}

/** Loads; what failed and yet is there now met a change of network, or is damaged on this phone, and is asked of the host once more. */
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

/** Resolves when the host can be reached again: looked for at the browser's word, and every few seconds, because it often gives none. */
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

/** Loads, and waits out a lost connection: rejects only with what is the version's own. `onWaiting` hears when waiting begins and ends. */
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
