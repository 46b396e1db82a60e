import { backOff } from '@portal/api-client/backOff';
import type { Registry, SignedRegistry } from '@portal/mf-kit/module';
import type { Page } from '../boot/page';
import type { Signal } from '../boot/signal';
import { createTabs } from '../session/tabs';
import { createJudge } from './judge';
import type { LiveRegistry } from './registry';
import { holdStream } from './stream';

/** However good the stream: what was missed must not stay missed. */
const SLOW_MS = 5 * 60_000;
/** A revision that was told of is looked for again after this time, and then less often. */
const AGAIN_MS = 1000;
const LONGEST_WAIT_MS = 60_000;
const DOCUMENT = '/registry.json';

export interface FollowParts {
  registry: LiveRegistry;
  /** The keys and the host's word of this page. */
  page: Pick<Page, 'opsKey' | 'timestampKey' | 'timestamp'>;
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
export function followRegistry({ registry, page, leads, onRefused }: FollowParts): void {
  const tabs = createTabs<Told>('portal.registry');
  const judge = createJudge(registry, page);
  /** The newest revision that somebody spoke of, and the newest that this page has judged. */
  let told = 0;
  let judged = registry.current().revision;
  let refused = '';
  let tries = 0;
  let again: ReturnType<typeof setTimeout> | undefined;

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
    const defect = await judge(signed, next);
    judged = Math.max(judged, next.revision);
    if (defect) return refuse(defect);
    if (registry.apply(next)) tabs.post(next.revision);
  }

  function lookUntilThere(): void {
    void look()
      .catch((error: Error) => refuse(error.message))
      .then(() => {
        clearTimeout(again);
        if (judged < told) again = setTimeout(lookUntilThere, backOff(tries++, AGAIN_MS, LONGEST_WAIT_MS));
      });
  }

  function hear(revision: number) {
    if (revision <= Math.max(told, judged)) return;
    told = revision;
    tries = 0;
    lookUntilThere();
  }

  let release: (() => void) | null = null;
  function follow() {
    release?.();
    const onRevision = (revision: number) => {
      // Always: another tab may have missed what this one has.
      tabs.post(revision);
      hear(revision);
    };
    release = leads.get() ? holdStream({ onRevision, poll: lookUntilThere }) : null;
  }

  const lookIfSeen = () => document.visibilityState === 'visible' && lookUntilThere();
  tabs.listen((message) => (message === 'revision' ? lookUntilThere() : hear(message)));
  document.addEventListener('visibilitychange', lookIfSeen);
  window.addEventListener('online', lookUntilThere);
  setInterval(lookIfSeen, SLOW_MS);
  leads.subscribe(follow);
  follow();
}
