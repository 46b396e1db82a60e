import { runWhenIdleAfterLoad } from '../platform/scheduling';

/** A version, and the pattern of the route on which it ran. */
export interface VersionOnRoute {
  name: string;
  version: string;
  route: string;
}

export type ModuleEvent =
  | (VersionOnRoute & { what: 'shown' })
  /** A screen of the version failed, or all of it. */
  | (VersionOnRoute & { what: 'fell'; scope: 'screen' | 'version'; error: Error })
  /** An error that no code caught, and the address of the script that threw it. */
  | { what: 'uncaught'; error: unknown; filename?: string };

export type RecordModuleEvent = (event: ModuleEvent) => void;

const MOST_WAITING = 50;
/** Chromium records ten calls otherwise. A library of the shell may be deeper when it throws, and the module that called it would be missing. */
const STACK_DEPTH = 50;

/**
 * Records module events from the start of the page. The reporter is loaded when the page is idle, or at the first failure.
 */
export function createModuleEventBuffer(load: () => Promise<RecordModuleEvent>): RecordModuleEvent {
  const waiting: ModuleEvent[] = [];
  let reporter: RecordModuleEvent | null = null;
  let isLoading = false;

  function begin() {
    if (isLoading) return;
    isLoading = true;
    load().then(
      (loaded) => {
        reporter = loaded;
        for (const event of waiting.splice(0)) loaded(event);
      },
      () => {
        // Offline, the reporter cannot be loaded. The next failure, or the connection, tries again.
        isLoading = false;
      },
    );
  }

  function record(event: ModuleEvent) {
    if (reporter) return reporter(event);
    if (waiting.length < MOST_WAITING) waiting.push(event);
    if (event.what !== 'shown') begin();
  }

  (Error as { stackTraceLimit?: number }).stackTraceLimit = STACK_DEPTH;
  window.addEventListener('error', ({ error, filename }) => error && record({ what: 'uncaught', error, filename }));
  window.addEventListener('unhandledrejection', ({ reason }) => record({ what: 'uncaught', error: reason }));
  window.addEventListener('online', () => waiting[0] && begin());
  runWhenIdleAfterLoad(begin);
  return record;
}
