import { whenIdleAfterLoad } from '../platform/scheduling';

/** A version, and the route's pattern on which it was seen. */
export interface VersionOnRoute {
  name: string;
  version: string;
  route: string;
}

/** What the page saw of the versions that it runs. */
export type ModuleEvent =
  /** It stands on the page. */
  | (VersionOnRoute & { what: 'shown' })
  /** It failed: a screen of it, or all of it. */
  | (VersionOnRoute & { what: 'fell'; scope: 'screen' | 'version'; error: Error })
  /** Somebody's code threw where nobody caught it. */
  | { what: 'uncaught'; error: unknown };

export type RecordModuleEvent = (seen: ModuleEvent) => void;

const MOST_WAITING = 50;

/**
 * Notes what becomes of each version, from the page's first moment. Who tells the host of it comes later: when the page is calm, or when
 * there is something to tell.
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
        // Without a line there is nobody to tell; asked for again at the next failure, or with the line.
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
