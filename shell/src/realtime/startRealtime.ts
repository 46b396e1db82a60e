import type { Services } from '../boot/services';
import { whenIdleAfterLoad } from '../platform/scheduling';
import type { Signal } from '../platform/signal';
import { createBroadcast } from '../tabs/broadcast';
import type { DataChange, RealtimeMessage } from './realtimeConnection';

export type DataChangeDeps = Pick<Services, 'dataChanges' | 'check'> & { outbox: Pick<Services['outbox'], 'sendNow'> };

/** Lets everybody who shows the changed data read it again. */
export function applyDataChange({ dataChanges: changes, check, outbox }: DataChangeDeps, { domain }: DataChange): void {
  if (domain === null) changes.invalidateAll();
  else changes.invalidate(domain);
  // The socket is back: so is the server.
  if (domain === null) outbox.sendNow();
  // The chrome's guard and the step that is due come with the session.
  if (domain === null || domain === 'guards') void check.now();
}

/** Brings live updates to an open page: once it is calm, or somebody waits for them, and once somebody is logged in. */
export function startRealtime(
  assembled: DataChangeDeps & Pick<Services, 'session' | 'channel'>,
  url: string,
  leads: Signal<boolean>,
): void {
  const { session, check, channel } = assembled;
  let isStarted = false;

  async function start() {
    if (isStarted || !session.current()) return;
    isStarted = true;
    const [{ startRealtimeConnection: followLive }, { callOverHttp }] = await Promise.all([
      import(/* webpackChunkName: "live" */ './realtimeConnection'),
      import(/* webpackChunkName: "live" */ './callOverHttp'),
    ]);
    const onNews = (news: DataChange) => applyDataChange(assembled, news);
    const tabs = createBroadcast<RealtimeMessage>('portal.live');
    followLive({
      session,
      leads,
      channel,
      url,
      tabs,
      onDataChange: onNews,
      onRefused: () => void check.now(),
      callOverHttp,
      probe: check.now,
    });
  }
  // Without its file the page stays as it was before live updates: the next change of the session tries again.
  const quietly = () => void start().catch(() => (isStarted = false));

  channel.onDemand(quietly);
  whenIdleAfterLoad(() => {
    quietly();
    session.subscribe(quietly);
  });
}
