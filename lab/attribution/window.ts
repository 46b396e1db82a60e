import type { DOMWindow } from 'jsdom';
import { fileOf, ORIGIN } from './faults';

/** As a script of the page's address: V8 writes the address into each stack. */
export const runScript = (text: string, url: string): unknown => new Function(`${text}\n//# sourceURL=${url}`)();

/** The libraries that remotes take from the shell. */
const OF_SHELL = /\/shell\/src\/|\/node_modules\/(react|react-dom|scheduler|single-spa|react-router|react-router-dom|yup|moment)\//;

/** The address of a file of this repository in the built page. */
function addressOf(file: string, shell: string): string | null {
  if (/^(https|chrome-extension):/.test(file)) return file;
  // Both the shell and each remote contain mf-kit, so these frames name no module.
  return OF_SHELL.test(file) ? `${ORIGIN}${fileOf('shell', shell)}` : null;
}

/** Gives stacks the file names of the built page. */
export function installStacks(shell: string): void {
  Error.prepareStackTrace = (error, frames) => {
    const lines = frames.flatMap((frame) => {
      const address = addressOf(frame.getScriptNameOrSourceURL() ?? frame.getFileName() ?? '', shell);
      return address === null
        ? []
        : [`    at ${frame.getFunctionName() ?? 'anonymous'} (${address}:${frame.getLineNumber()}:${frame.getColumnNumber()})`];
    });
    return [`${error.name}: ${error.message}`, ...lines].join('\n');
  };
}

const ofWindow = [
  ...['document', 'location', 'history', 'Event', 'ErrorEvent', 'PopStateEvent', 'CustomEvent', 'Node', 'Element', 'HTMLElement'],
  ...[
    'HTMLScriptElement',
    'HTMLLinkElement',
    'HTMLIFrameElement',
    'MutationObserver',
    'AbortController',
    'AbortSignal',
    'getComputedStyle',
  ],
] as const;

/** Makes a window the global one of this process. */
export function installWindow(window: DOMWindow): void {
  const all = Object.fromEntries(ofWindow.map((name) => [name, window[name as 'document']]));
  for (const [name, value] of Object.entries({ ...all, window, self: window, navigator: window.navigator }))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  Object.assign(window.AbortSignal, { timeout: () => new window.AbortController().signal });
  Object.assign(globalThis, {
    requestAnimationFrame: (run: () => void) => setTimeout(run, 16),
    // React keeps this function, so it reports to the window of the moment.
    reportError: (error: unknown) => globalThis.window.dispatchEvent(new ErrorEvent('error', { error, message: String(error) })),
  });
}

/** The page that is open; null before the first one. */
export const openPages: { current: object | null } = { current: null };

/** Errors of timers become events of the window, as in a browser. The timers of a page end with it. */
export function installTimers(): void {
  for (const name of ['setTimeout', 'setInterval'] as const) {
    const add = globalThis[name] as (run: () => void, ms?: number) => unknown;
    const guarded = (run: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) => {
      const page = openPages.current;
      return add(() => {
        if (page !== null && page !== openPages.current) return;
        try {
          run(...given);
        } catch (error) {
          reportError(error);
        }
      }, ms);
    };
    Object.assign(globalThis, { [name]: guarded });
  }
}
