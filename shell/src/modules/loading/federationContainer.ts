import { FileError } from '@portal/mf-kit/loadFailure';
import type { ScriptPolicy } from './scriptPolicy';
import { type ShareScope, shareScope } from './sharedLibraries';

/** The global that a remote's entry sets: webpack's module federation container. */
interface Container {
  init(scope: ShareScope): Promise<void> | void;
  get(exposed: string): Promise<() => unknown>;
}

const globals = globalThis as unknown as Record<string, Container | undefined>;

function runScript(url: string, sources: ScriptPolicy): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.crossOrigin = 'anonymous';
    script.integrity = sources.integrityOf(url);
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new FileError(`${url} could not be loaded, or is not the listed file`, url));
    });
    script.src = url;
    document.head.append(script);
  });
}

/** Runs an entry, initialises its container with the shared libraries, and returns its module `./remote`. */
export async function openContainer<T>(name: string, url: string, sources: ScriptPolicy): Promise<T> {
  // The HTML already loads the entry of its route.
  if (!globals[name]) await runScript(url, sources);
  const container = globals[name];
  if (!container) throw new Error(`${url} left no container ${name}`);
  await container.init(shareScope);
  return (await container.get('./remote'))() as T;
}

/** Removes a container and its chunk list, so that unmounted code can be garbage-collected. */
export function closeContainer(name: string): void {
  globals[name] = undefined;
  Reflect.deleteProperty(globals, `webpackChunk${name}`);
}
