import type { Assembled } from '../boot/assemble';
import { whenCalm } from '../boot/calm';
import type { Signal } from '../boot/signal';
import { createTabs } from '../session/tabs';
import type { LiveNews, LiveWord } from './live';

export type NewsParts = Pick<Assembled, 'changes' | 'check'> & { outbox: Pick<Assembled['outbox'], 'hurry'> };

/** Lets everybody who shows the changed data read it again. */
export function takeNews({ changes, check, outbox }: NewsParts, { domain }: LiveNews): void {
  if (domain === null) changes.everything();
  else changes.changed(domain);
  // The socket is back: so is the server.
  if (domain === null) outbox.hurry();
  // The chrome's guard and the step that is due come with the session.
  if (domain === null || domain === 'guards') void check.now();
}

/** Brings live updates to an open page: once it is calm, or somebody waits for them, and once somebody is logged in. */
export function startLive(assembled: NewsParts & Pick<Assembled, 'session' | 'line'>, url: string, leads: Signal<boolean>): void {
  const { session, check, line } = assembled;
  let isStarted = false;

  async function start() {
    if (isStarted || !session.current()) return;
    isStarted = true;
    const [{ followLive }, { callOverHttp }] = await Promise.all([
      import(/* webpackChunkName: "live" */ './live'),
      import(/* webpackChunkName: "live" */ './callOverHttp'),
    ]);
    const onNews = (news: LiveNews) => takeNews(assembled, news);
    const tabs = createTabs<LiveWord>('portal.live');
    followLive({ session, leads, line, url, tabs, onNews, onRefused: () => void check.now(), callOverHttp, probe: check.now });
  }
  // Without its file the page stays as it was before live updates: the next change of the session tries again.
  const quietly = () => void start().catch(() => (isStarted = false));

  line.onWanted(quietly);
  whenCalm(() => {
    quietly();
    session.subscribe(quietly);
  });
}
