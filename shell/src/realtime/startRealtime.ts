import { runWhenIdleAfterLoad } from '../platform/scheduling';
import type { Signal } from '../platform/signal';
import type { SessionCore } from '../session/session';
import type { createSessionRefresh } from '../session/sessionRefresh';
import { createBroadcast } from '../tabs/broadcast';
import type { Changes } from './dataChanges';
import type { RealtimeChannel } from './realtimeChannel';
import type { DataChange, RealtimeMessage } from './realtimeConnection';

export interface DataChangeDeps {
  dataChanges: Pick<Changes, 'invalidate' | 'invalidateAll'>;
  check: Pick<ReturnType<typeof createSessionRefresh>, 'now'>;
  outbox: { sendNow(): void };
}

export function applyDataChange({ dataChanges: changes, check, outbox }: DataChangeDeps, { domain }: DataChange): void {
  if (domain === null) changes.invalidateAll();
  else changes.invalidate(domain);
  // The server can be reached again.
  if (domain === null) outbox.sendNow();
  // The session contains the guard of the chrome and the next onboarding step.
  if (domain === null || domain === 'guards') void check.now();
}

/** Starts the realtime channel of a session once the page is idle, or once it is used. */
export function startRealtime(
  assembled: DataChangeDeps & { session: SessionCore; channel: RealtimeChannel; portal: { now(): Date } },
  url: string,
  leads: Signal<boolean>,
): void {
  const { session, check, channel, portal } = assembled;
  const hadSession = session.current() !== null;
  let isStarted = false;

  async function start() {
    if (isStarted || !session.current()) return;
    isStarted = true;
    const [{ startRealtimeConnection }, { callOverHttp }] = await Promise.all([
      import(/* webpackChunkName: "live" */ './realtimeConnection'),
      import(/* webpackChunkName: "live" */ './blockedSocket'),
    ]);
    const onDataChange = (change: DataChange) => applyDataChange(assembled, change);
    const tabs = createBroadcast<RealtimeMessage>('portal.live');
    startRealtimeConnection({
      session,
      leads,
      channel,
      url,
      tabs,
      now: portal.now,
      startedAt: hadSession ? performance.timeOrigin : Date.now(),
      onDataChange,
      onRefused: () => void check.now(),
      callOverHttp,
      probe: check.now,
    });
  }
  // The next change of the session loads it again.
  const tryStart = () => void start().catch(() => (isStarted = false));

  channel.onDemand(tryStart);
  runWhenIdleAfterLoad(() => {
    tryStart();
    session.subscribe(tryStart);
  });
}
