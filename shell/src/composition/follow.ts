import { backOff } from '@portal/api-client/backOff';
import type { Registry, SignedRegistry } from '@portal/mf-kit/module';
import type { Page } from '../boot/page';
import type { Signal } from '../boot/signal';
import { createTabs } from '../session/tabs';
import { createFreshness, type FreshnessParts } from './freshness';
import type { LiveRegistry } from './registry';

const POLL_MS = 30_000;
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 60_000;
const EVENTS = '/registry/events';
const DOCUMENT = '/registry.json';

export interface FollowParts {
  registry: LiveRegistry;
  /** The keys and the host's word of this page. */
  page: Pick<Page, 'opsKey' | 'timestampKey' | 'timestamp'>;
  /** Whether this tab is the one that holds the event stream. */
  leads: Signal<boolean>;
  onRefused: (why: string) => void;
}

/** Holds the event stream for as long as it is wanted, over every end of it; polls while there is none. */
function holdEvents(onEvent: (event: MessageEvent<string>) => void, poll: () => void): () => void {
  let polling: ReturnType<typeof setInterval> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let events: EventSource;
  let tries = 0;

  function open() {
    events = new EventSource(EVENTS);
    events.addEventListener('revision', onEvent);
    events.addEventListener('open', () => {
      tries = 0;
      clearInterval(polling);
      polling = undefined;
    });
    events.addEventListener('error', () => {
      polling ??= setInterval(poll, POLL_MS);
      // The browser comes back by itself from a lost connection, never from a reply that was no stream.
      if (events.readyState === EventSource.CLOSED) again = setTimeout(open, backOff(tries++, FIRST_WAIT_MS, LONGEST_WAIT_MS));
    });
  }
  open();
  return () => {
    events.close();
    clearInterval(polling);
    clearTimeout(again);
  };
}

/**
 * Keeps an open page on the current revision. One tab holds the event stream and tells the others; where there are no events,
 * it polls. Each page also looks when it becomes visible or online. What is older, stale, or not signed, changes nothing: the page goes on.
 */
export function followRegistry({ registry, page, leads, onRefused }: FollowParts): void {
  const tabs = createTabs<'revision'>('portal.registry');
  const signatures = () => import('./signature');
  const isSignedText: FreshnessParts['isSignedText'] = async (...given) => (await signatures()).isSignedText(...given);
  const freshness = createFreshness({ key: page.timestampKey, first: page.timestamp ?? null, isSignedText });
  let refused = '';

  /** Each reason once: what is refused is looked at again and again. */
  function refuse(why: string) {
    if (why !== refused) onRefused(why);
    refused = why;
  }

  async function look(): Promise<void> {
    const reply = await fetch(DOCUMENT, { cache: 'no-cache' }).catch(() => null);
    if (!reply?.ok) return;
    const signed = (await reply.json()) as SignedRegistry;
    const next = JSON.parse(signed.document) as Registry;
    const { revision } = registry.current();
    if (next.candidate) return refuse(`revision ${next.revision} is a candidate`);
    if (next.revision < revision) return refuse(`revision ${next.revision} is older than ${revision}`);
    if (next.revision === revision)
      return freshness.isStale(signed) ? refuse(`revision ${revision} is frozen: no later word on it comes`) : undefined;
    const { isSigned } = await signatures();
    if (!(await isSigned(signed, page.opsKey))) return refuse(`revision ${next.revision} is not signed by the key of this page`);
    const defect = await freshness.defect(signed, next.revision);
    if (defect) return refuse(defect);
    registry.apply(next);
  }
  const quietly = () => void look().catch((error: Error) => refuse(error.message));

  function tell() {
    quietly();
    tabs.post('revision');
  }

  /** The stream begins with the revision of now, which is mostly the one of this page. */
  function onEvent({ data }: MessageEvent<string>) {
    const { revision } = JSON.parse(data) as { revision: number };
    if (revision > registry.current().revision) tell();
  }

  let release: (() => void) | null = null;
  function follow() {
    release?.();
    release = leads.get() ? holdEvents(onEvent, tell) : null;
  }

  tabs.listen(quietly);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') quietly();
  });
  window.addEventListener('online', quietly);
  leads.subscribe(follow);
  follow();
}
