import { backoffMs } from '@portal/api-client/backoff';
import type { Registry, SignedRegistry } from '@portal/mf-kit/module';
import type { PageData } from '../platform/pageData';
import type { Signal } from '../platform/signal';
import { createBroadcast } from '../tabs/broadcast';
import type { ModuleRegistry } from './moduleRegistry';
import { openRegistryStream } from './registryStream';
import { createRevisionCheck } from './revisionCheck';

/** However good the stream: what was missed must not stay missed. */
const POLL_MS = 5 * 60_000;
/** A revision that was told of is looked for again after this time, and then less often. */
const AGAIN_MS = 1000;
const LONGEST_WAIT_MS = 60_000;
const DOCUMENT = '/registry.json';

export interface RegistrySyncDeps {
  registry: ModuleRegistry;
  /** The keys and the host's word of this page. */
  page: Pick<PageData, 'opsKey' | 'timestampKey' | 'timestamp'>;
  /** Whether this tab is the one that holds the event stream. */
  leads: Signal<boolean>;
  onRefused: (why: string) => void;
}

/** What a tab tells the others: the revision that it knows of. A tab of the shell before says only that there is one. */
type Told = number | 'revision';

/**
 * Keeps an open page on the current revision. One tab holds the event stream and tells the others. A revision that the page was told of
 * is looked for until it is taken or refused. Each page also looks every five minutes and when it becomes visible or online: nothing
 * that says "there is none" is trusted for long. What is older, stale, or not signed, changes nothing: the page goes on.
 */
export function syncRegistry({ registry, page, leads, onRefused }: RegistrySyncDeps): void {
  const tabs = createBroadcast<Told>('portal.registry');
  const judge = createRevisionCheck(registry, page);
  /** The newest revision that somebody spoke of, and the newest that this page has judged. */
  let announced = 0;
  let checked = registry.current().revision;
  let refused = '';
  let tries = 0;
  let again: ReturnType<typeof setTimeout> | undefined;

  /** Each reason once: what is refused is looked at again and again. */
  function refuse(why: string) {
    if (why !== refused) onRefused(why);
    refused = why;
  }

  async function fetchRevision(): Promise<void> {
    const reply = await fetch(DOCUMENT, { cache: 'no-cache' }).catch(() => null);
    if (!reply?.ok) return;
    const signed = (await reply.json()) as SignedRegistry;
    const next = JSON.parse(signed.document) as Registry;
    const defect = await judge(signed, next);
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

  let release: (() => void) | null = null;
  function follow() {
    release?.();
    const onRevision = (revision: number) => {
      // Always: another tab may have missed what this one has.
      tabs.post(revision);
      onAnnounced(revision);
    };
    release = leads.get() ? openRegistryStream({ onRevision, poll: fetchUntilAccepted }) : null;
  }

  const lookIfSeen = () => document.visibilityState === 'visible' && fetchUntilAccepted();
  tabs.listen((message) => (message === 'revision' ? fetchUntilAccepted() : onAnnounced(message)));
  document.addEventListener('visibilitychange', lookIfSeen);
  window.addEventListener('online', fetchUntilAccepted);
  setInterval(lookIfSeen, POLL_MS);
  leads.subscribe(follow);
  follow();
}
