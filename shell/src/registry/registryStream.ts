import { backoffMs } from '@portal/api-client/backoff';

/** Half of the time in which a page leaves what was taken back: the other half is for bringing up what replaces it. */
const POLL_MS = 15_000;
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 60_000;
const EVENTS = '/registry/events';
/** So many heartbeats late, a stream is taken for dead: a line that is half open never says so. */
const LATE = 2.5;

/** What the host says on the stream. `nextMs`: it speaks again within that time; a host of before never says so. */
interface RevisionEvent {
  revision: number;
  nextMs?: number;
}

export interface RegistryStreamDeps {
  onRevision: (revision: number) => void;
  /** Called again and again for as long as the stream is not there. */
  poll: () => void;
}

/** Holds the event stream for as long as it is wanted, over every end of it. Returns what lets it go. */
export function openRegistryStream({ onRevision, poll }: RegistryStreamDeps): () => void {
  let polling: ReturnType<typeof setInterval> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let events: EventSource;
  let tries = 0;

  /** Until it stands, be it again or for the first time. */
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
        silence = setTimeout(onHeartbeatLate, nextMs * LATE);
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
      // The browser comes back by itself from a lost connection, never from a reply that was no stream.
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
