import type { Registry, SignedRegistry } from '@portal/mf-kit/module';
import { createTabs } from '../session/tabs';
import type { LiveRegistry } from './registry';

const POLL_MS = 30_000;
const EVENTS = '/registry/events';
const DOCUMENT = '/registry.json';

export interface FollowParts {
  registry: LiveRegistry;
  opsKey: string;
  /** Resolves when this tab is the one that holds the event stream. */
  leads: Promise<void>;
  onRefused: (why: string) => void;
}

/**
 * Keeps an open page on the current revision. One tab holds the event stream and tells the others; where there are no events,
 * it polls. Each page also looks when it becomes visible or online. What is older, or not signed, changes nothing.
 */
export function followRegistry({ registry, opsKey, leads, onRefused }: FollowParts): void {
  const tabs = createTabs<'revision'>('portal.registry');
  let polling: ReturnType<typeof setInterval> | null = null;

  async function look(): Promise<void> {
    const reply = await fetch(DOCUMENT, { cache: 'no-cache' }).catch(() => null);
    if (!reply?.ok) return;
    const signed = (await reply.json()) as SignedRegistry;
    const next = JSON.parse(signed.document) as Registry;
    if (next.revision <= registry.current().revision) return;
    const { isSigned } = await import('./signature');
    if (await isSigned(signed, opsKey)) registry.apply(next);
    else onRefused(`revision ${next.revision} is not signed by the key of this page`);
  }
  const quietly = () => void look().catch((error: Error) => onRefused(error.message));

  function tell() {
    quietly();
    tabs.post('revision');
  }

  /** The stream begins with the revision of now, which is mostly the one of this page. */
  function onEvent({ data }: MessageEvent<string>) {
    const { revision } = JSON.parse(data) as { revision: number };
    if (revision > registry.current().revision) tell();
  }

  function poll() {
    polling ??= setInterval(tell, POLL_MS);
  }

  function hold() {
    const events = new EventSource(EVENTS);
    events.addEventListener('revision', onEvent);
    events.addEventListener('open', () => {
      if (polling) clearInterval(polling);
      polling = null;
    });
    events.addEventListener('error', poll);
  }

  tabs.listen(quietly);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') quietly();
  });
  window.addEventListener('online', quietly);
  void leads.then(hold);
}
