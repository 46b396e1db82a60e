import { regions } from '@portal/mf-kit/frame';
import { isServed, within } from '@portal/mf-kit/reach';
import { start } from 'single-spa';
import { menuOf } from '../chrome/menu';
import { mountChrome } from '../chrome/mountChrome';
import { compose } from '../composition/compose';
import { followRegistry } from '../composition/follow';
import type { Modules } from '../composition/modules';
import { followShell } from '../composition/newShell';
import { createCounts } from '../live/counts';
import { startLive } from '../live/start';
import { followLinks } from '../navigation/links';
import { createNews, followNotices } from '../notices/news';
import { lead } from '../session/leader';
import { createTheme } from '../theme/theme';
import { type Assembled, assemble } from './assemble';
import { whenCalm, whenReleased } from './calm';
import type { Page } from './page';
import { sayReady, tellRefused } from './ready';
import { exposeReport } from './report';
import { signal } from './signal';

/** A page must not wait longer for an answer. */
const ASKED_MS = 4000;
const CANDIDATE = 'This is a candidate, not the live portal.';

/** Runs once the session of the page is known: without a disagreement, and with its guard. */
function whenKnown(assembled: Assembled, run: () => void): void {
  const { session, check, telemetry } = assembled;
  const disagreement = session.endDisagreement();
  if (disagreement) {
    void disagreement.then(() => whenKnown(assembled, run));
    return;
  }
  // A cookie without its guard (SESSION-02): the server names the guard before anything is judged.
  if (!session.token() || session.current()) {
    run();
    return;
  }
  void within(ASKED_MS, 'the session check', check.now())
    .catch((error: Error) => telemetry.report({ event: 'session', detail: error.message }))
    .then(run);
}

/** Starts the portal in this page. */
export function begin(page: Page, modules: Modules): void {
  const outlet = document.getElementById(regions.outlet) ?? document.body;
  const assembled = assemble(page, modules, outlet);
  const { portal, session, history, held, notices, place, telemetry, isLost, shownAs, outbox, line, standing } = assembled;
  const slots = compose(modules, assembled, outlet);

  /** What is live reaches this page: modules by swapping them, a shell by loading the page anew. */
  function followReleases(leads: ReturnType<typeof lead>) {
    const { registry } = modules;
    followRegistry({ registry, page, leads, onRefused: (detail) => telemetry.report({ event: 'registry refused', detail }) });
    followShell({ ...assembled, registry, running: page.shell, isThere: isServed, reload: () => window.location.reload() });
  }

  /** What opens this portal without a network. A page that cannot have the code goes on without. */
  function keepForOffline() {
    void import(/* webpackChunkName: "outbox" */ '../offline/start')
      .then(({ startKeeping }) => startKeeping(assembled, modules))
      .catch((error: Error) => telemetry.report({ event: 'worker', detail: error.message }));
  }

  function run() {
    history.boot();
    start({ urlRerouteOnly: true });
    mountChrome({
      portal,
      registry: modules.registry,
      place,
      notices,
      theme: createTheme(),
      isLost,
      shownAs,
      awaited: held.awaited,
      outbox,
      confirmation: assembled.confirmation,
      counts: createCounts(line),
      standing,
      isMenuOpen: signal(false),
      onHint: modules.prefetch.soon,
    });
    followLinks(held.navigate);
    const leads = lead('portal.events');
    if (page.registry.candidate) notices.toast('info', CANDIDATE);
    else followReleases(leads);
    if ('serviceWorker' in navigator && !page.registry.candidate && page.overrides.length === 0) whenCalm(keepForOffline);
    const news = createNews(notices.toast);
    followNotices(line, news);
    startLive(assembled, page.config.apiUrl, leads);
    modules.prefetch.whenIdle(() =>
      menuOf(modules.registry.current(), 'top', session.current()?.guardId ?? 'me').map(
        ({ href }) => new URL(href, window.location.origin).pathname,
      ),
    );
    if (page.config.firebase?.vapidKey)
      void import('../session/push').then(
        ({ followPush }) => followPush(news, held.navigate),
        (error: Error) => telemetry.report({ event: 'push', detail: error.message }),
      );
    sayReady(outlet);
  }

  tellRefused(page, (event) => {
    telemetry.report(event);
    const error = Object.assign(new Error(), { name: 'NotStarted' });
    assembled.witness({ what: 'fell', of: 'version', name: 'shell', version: page.registry.shell.version, route: '*', error });
  });
  exposeReport(modules.registry, page.shell, slots, telemetry.reports);
  whenKnown(assembled, () => whenReleased(run));
}
