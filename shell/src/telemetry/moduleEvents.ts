import { whenIdleAfterLoad } from '../platform/scheduling';

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
  /** An error that no code caught. */
  | { what: 'uncaught'; error: unknown };

export type RecordModuleEvent = (seen: ModuleEvent) => void;

const MOST_WAITING = 50;

/**
 * Records module events from the start of the page. The reporter is loaded when the page is idle, or at the first failure.
 */
export function createModuleEventBuffer(load: () => Promise<RecordModuleEvent>): RecordModuleEvent {
  const waiting: ModuleEvent[] = [];
  let reporter: RecordModuleEvent | null = null;
  let isComing = false;

  function begin() {
    if (isComing) return;
    isComing = true;
    load().then(
      (loaded) => {
        reporter = loaded;
        for (const seen of waiting.splice(0)) loaded(seen);
      },
      () => {
        // Offline, the reporter cannot be loaded. The next failure, or the connection, tries again.
        isComing = false;
      },
    );
  }

  function witness(seen: ModuleEvent) {
    if (reporter) return reporter(seen);
    if (waiting.length < MOST_WAITING) waiting.push(seen);
    if (seen.what !== 'shown') begin();
  }

  window.addEventListener('error', ({ error }) => error && witness({ what: 'uncaught', error }));
  window.addEventListener('unhandledrejection', ({ reason }) => witness({ what: 'uncaught', error: reason }));
  window.addEventListener('online', () => waiting.length > 0 && begin());
  whenIdleAfterLoad(begin);
  return witness;
}
