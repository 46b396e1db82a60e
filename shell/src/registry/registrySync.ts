import { backoffMs } from '@portal/api-client/backoff';
import type { Registry, SignedRegistry } from '@portal/mf-kit/module';
import { readJson } from '@portal/mf-kit/readAtMost';
import type { PageData } from '../platform/pageData';
import type { Signal } from '../platform/signal';
import { createBroadcast } from '../tabs/broadcast';
import type { ModuleRegistry } from './moduleRegistry';
import { openRegistryStream } from './registryStream';
import { createRevisionCheck } from './revisionCheck';

/** Pages also poll, because an open stream can miss a message. */
const POLL_MS = 5 * 60_000;
/** First pause before an announced revision is fetched again. Later pauses are longer. */
const AGAIN_MS = 1000;
const LONGEST_WAIT_MS = 60_000;
const DOCUMENT = '/registry.json';

export interface RegistrySyncDeps {
  registry: ModuleRegistry;
  /** The keys and the timestamp in the HTML. */
  page: Pick<PageData, 'opsKey' | 'timestampKey' | 'timestamp'>;
  /** Whether this is the leader tab. */
  leads: Signal<boolean>;
  onRefused: (why: string) => void;
}

/** Of the small document, also on a line of one kilobyte in a second. A reply that never ends must not prevent the next request. */
const DOCUMENT_WITHIN_MS = 120_000;

/** A broadcast: the newest known revision. Tabs with an older shell send no number. */
type RevisionBroadcast = number | 'revision';

/**
 * Keeps an open page on the current revision. The leader tab holds the event stream and broadcasts each announcement. An announced revision
 * is fetched until it is accepted or rejected. Each page also fetches every five minutes, and when it becomes visible or online. An older,
 * stale or unsigned revision changes nothing.
 */
export function syncRegistry({ registry, page, leads, onRefused }: RegistrySyncDeps): void {
  const tabs = createBroadcast<RevisionBroadcast>('portal.registry');
  const checkRevision = createRevisionCheck(registry, page);
  /** The newest announced revision, and the newest that this page has checked. */
  let announced = 0;
  let checked = registry.current().revision;
  let refused = '';
  let tries = 0;
  let again: ReturnType<typeof setTimeout> | undefined;

  /** Reports each reason once: a rejected revision is fetched again and again. */
  function refuse(why: string) {
    if (why !== refused) onRefused(why);
    refused = why;
  }

  async function fetchRevision(): Promise<void> {
    const reply = await fetch(DOCUMENT, { cache: 'no-cache', signal: AbortSignal.timeout(DOCUMENT_WITHIN_MS) }).catch(() => null);
    if (!reply?.ok) return;
    const signed = await readJson<SignedRegistry>(reply);
    const next = JSON.parse(signed.document) as Registry;
    const defect = await checkRevision(signed, next);
    checked = Math.max(checked, next.revision);
    if (defect) return refuse(defect);
    if (registry.apply(next)) tabs.post(next.revision);
  }

  function fetchUntilAccepted(): void {
    void fetchRevision()
      .catch((error: Error) => refuse(error.message))
      .then(() => {
        clearTimeout(again);
        if (checked < announced) again = setTimeout(fetchUntilAccepted, backoffMs(tries++, AGAIN_MS, LONGEST_WAIT_MS));
      });
  }

  function onAnnounced(revision: number) {
    if (revision <= Math.max(announced, checked)) return;
    announced = revision;
    tries = 0;
    fetchUntilAccepted();
  }

  let closeStream: (() => void) | null = null;
  function followLead() {
    closeStream?.();
    const onRevision = (revision: number) => {
      // Repeated announcements too: another tab may have missed the first.
      tabs.post(revision);
      onAnnounced(revision);
    };
    closeStream = leads.get() ? openRegistryStream({ onRevision, poll: fetchUntilAccepted }) : null;
  }

  const fetchIfVisible = () => document.visibilityState === 'visible' && fetchUntilAccepted();
  tabs.listen((message) => (message === 'revision' ? fetchUntilAccepted() : onAnnounced(message)));
  document.addEventListener('visibilitychange', fetchIfVisible);
  window.addEventListener('online', fetchUntilAccepted);
  setInterval(fetchIfVisible, POLL_MS);
  leads.subscribe(followLead);
  followLead();
}
