import { isServerUp, withDeadline } from '@portal/mf-kit/loadFailure';
import { regions } from '@portal/mf-kit/pageLayout';
import { start } from 'single-spa';
import { menuOf } from '../chrome/menu';
import { mountChrome } from '../chrome/mountChrome';
import { createTheme } from '../chrome/theme';
import { composeModules } from '../modules/composeModules';
import type { ModuleServices } from '../modules/moduleServices';
import { handleLinkClicks } from '../navigation/linkClicks';
import { createNotificationToasts, toastServerNotices } from '../notices/notificationToasts';
import { whenIdleAfterLoad, whenInputReleased } from '../platform/scheduling';
import { signal } from '../platform/signal';
import { createBadgeCounts } from '../realtime/badgeCounts';
import { startRealtime } from '../realtime/startRealtime';
import { syncRegistry } from '../registry/registrySync';
import { reloadForNewShell } from '../registry/shellUpdate';
import { electLeader } from '../tabs/leaderTab';
import { exposeDebugReport } from './debugReport';
import type { PageData } from './pageData';
import { reportFailedShell, signalReady } from './readySignal';
import { createServices, type Services } from './services';

/** A page must not wait longer for an answer. */
const SESSION_CHECK_MS = 4000;
const CANDIDATE = 'This is a candidate, not the live portal.';

/** Runs once the session of the page is known: without a disagreement, and with its guard. */
function whenKnown(assembled: Services, startApplication: () => void): void {
  const { session, check, telemetry } = assembled;
  const disagreement = session.endDisagreement();
  if (disagreement) {
    void disagreement.then(() => whenKnown(assembled, startApplication));
    return;
  }
  // A cookie without its guard (SESSION-02): the server names the guard before anything is judged.
  if (!session.token() || session.current()) {
    startApplication();
    return;
  }
  void withDeadline(SESSION_CHECK_MS, 'the session check', check.now())
    .catch((error: Error) => telemetry.report({ event: 'session', detail: error.message }))
    .then(startApplication);
}

/** Starts the portal in this page. */
export function startPortal(page: PageData, modules: ModuleServices): void {
  const outlet = document.getElementById(regions.outlet) ?? document.body;
  const assembled = createServices(page, modules, outlet);
  const { portal, session, history, offlineNavigation, notices, pageLocation, telemetry, isLost, shownAs, outbox, channel, standing } =
    assembled;
  const slots = composeModules(modules, assembled, outlet);

  /** What is live reaches this page: modules by swapping them, a shell by loading the page anew. */
  function followReleases(leads: ReturnType<typeof electLeader>) {
    const { registry } = modules;
    syncRegistry({ registry, page, leads, onRefused: (detail) => telemetry.report({ event: 'registry refused', detail }) });
    reloadForNewShell({ ...assembled, registry, running: page.shell, isServerUp, reload: () => window.location.reload() });
  }

  /** What opens this portal without a network. A page that cannot have the code goes on without. */
  function keepForOffline() {
    void import(/* webpackChunkName: "outbox" */ '../offline/startOffline')
      .then(({ startOffline: startKeeping }) => startKeeping(assembled, modules))
      .catch((error: Error) => telemetry.report({ event: 'worker', detail: error.message }));
  }

  function startApplication() {
    history.boot();
    start({ urlRerouteOnly: true });
    mountChrome({
      portal,
      registry: modules.registry,
      pageLocation,
      notices,
      theme: createTheme(),
      isLost,
      staleSince: shownAs,
      pendingNavigation: offlineNavigation.pending,
      outbox,
      confirmation: assembled.confirmation,
      counts: createBadgeCounts(channel),
      standing,
      isMenuOpen: signal(false),
      onLinkHint: modules.prefetch.onLinkHint,
    });
    handleLinkClicks(offlineNavigation.navigate);
    const leads = electLeader('portal.events');
    if (page.registry.candidate) notices.toast('info', CANDIDATE);
    else followReleases(leads);
    if ('serviceWorker' in navigator && !page.registry.candidate && page.overrides.length === 0) whenIdleAfterLoad(keepForOffline);
    const news = createNotificationToasts(notices.toast);
    toastServerNotices(channel, news);
    startRealtime(assembled, page.config.apiUrl, leads);
    modules.prefetch.whenIdle(() =>
      menuOf(modules.registry.current(), 'top', session.current()).map(({ href }) => new URL(href, window.location.origin).pathname),
    );
    if (page.config.firebase?.vapidKey)
      void import('../session/push').then(
        ({ showPushMessages: followPush }) => followPush(news, offlineNavigation.navigate),
        (error: Error) => telemetry.report({ event: 'push', detail: error.message }),
      );
    signalReady(outlet);
  }

  reportFailedShell(page, (event) => {
    telemetry.report(event);
    const error = Object.assign(new Error(), { name: 'NotStarted' });
    assembled.recordModuleEvent({ what: 'fell', scope: 'version', name: 'shell', version: page.registry.shell.version, route: '*', error });
  });
  exposeDebugReport(modules.registry, page.shell, slots, telemetry.reports);
  whenKnown(assembled, () => whenInputReleased(startApplication));
}
