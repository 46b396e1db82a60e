import { FileError } from '@portal/mf-kit/loadFailure';
import type { ScriptPolicy } from './scriptPolicy';
import { type ShareScope, shareScope } from './sharedLibraries';

/** What a remote's entry leaves on the page: webpack's container, which gives exposed modules once it knows the shared libraries. */
interface Container {
  init(scope: ShareScope): Promise<void> | void;
  get(exposed: string): Promise<() => unknown>;
}

const place = globalThis as unknown as Record<string, Container | undefined>;

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

/** Runs an entry, hands it the shared libraries, and gives what it exposes as `./remote`. */
export async function openContainer<T>(name: string, url: string, sources: ScriptPolicy): Promise<T> {
  // The HTML brings the entry of the asked route.
  if (!place[name]) await runScript(url, sources);
  const container = place[name];
  if (!container) throw new Error(`${url} left no container ${name}`);
  await container.init(shareScope);
  return (await container.get('./remote'))() as T;
}

/** Takes a container and its chunk list off the page: with nothing mounted from it, all of it can be collected. */
export function closeContainer(name: string): void {
  place[name] = undefined;
  Reflect.deleteProperty(place, `webpackChunk${name}`);
}
