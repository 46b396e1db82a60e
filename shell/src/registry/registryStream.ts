import { backoffMs } from '@portal/api-client/backoff';

/** Half of the time within which a page leaves a quarantined version. The other half is for loading the replacement. */
const POLL_MS = 15_000;
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 60_000;
const EVENTS = '/registry/events';
/** A stream that is this many heartbeats late is dead: a half-open connection reports no error. */
const LATE_HEARTBEATS = 2.5;

/** A message of the stream. `nextMs`: the next message follows within this time. Older portal hosts send none. */
interface RevisionEvent {
  revision: number;
  nextMs?: number;
}

export interface RegistryStreamDeps {
  onRevision: (revision: number) => void;
  /** Called repeatedly while the stream is not open. */
  poll: () => void;
}

/** Keeps the event stream open, and opens it again after each end. Returns the function that closes it. */
export function openRegistryStream({ onRevision, poll }: RegistryStreamDeps): () => void {
  let polling: ReturnType<typeof setInterval> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let events: EventSource;
  let tries = 0;

  function startPolling() {
    clearTimeout(silence);
    polling ??= setInterval(poll, POLL_MS);
  }
  function openLater() {
    again = setTimeout(open, backoffMs(tries++, FIRST_WAIT_MS, LONGEST_WAIT_MS));
  }
  function onHeartbeatLate() {
    events.close();
    startPolling();
    poll();
    openLater();
  }

  function open() {
    startPolling();
    events = new EventSource(EVENTS);
    events.addEventListener('revision', ({ data }: MessageEvent<string>) => {
      const { revision, nextMs } = JSON.parse(data) as RevisionEvent;
      if (nextMs !== undefined) {
        clearTimeout(silence);
        silence = setTimeout(onHeartbeatLate, nextMs * LATE_HEARTBEATS);
      }
      onRevision(revision);
    });
    events.addEventListener('open', () => {
      tries = 0;
      clearInterval(polling);
      polling = undefined;
    });
    events.addEventListener('error', () => {
      startPolling();
      // The browser reopens a lost connection, but not after a reply that is no event stream.
      if (events.readyState === EventSource.CLOSED) openLater();
    });
  }
  open();
  return () => {
    events.close();
    clearInterval(polling);
    clearTimeout(again);
    clearTimeout(silence);
  };
}
