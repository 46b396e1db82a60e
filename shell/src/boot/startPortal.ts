import { isServerUp, withDeadline } from '@portal/mf-kit/loadFailure';
import { regions } from '@portal/mf-kit/pageLayout';
import { start } from 'single-spa';
import { menuOf } from '../chrome/menu';
import { mountChrome } from '../chrome/mountChrome';
import { createTheme } from '../chrome/theme';
import { composeModules } from '../modules/composeModules';
import type { ModuleServices } from '../modules/moduleServices';
import { decideAccess } from '../navigation/accessCheck';
import { handleLinkClicks, linkOf } from '../navigation/history';
import { createNotificationToasts, toastServerNotices } from '../notices/notificationToasts';
import type { PageData } from '../platform/pageData';
import { runWhenIdleAfterLoad, runWhenInputReleased } from '../platform/scheduling';
import { signal } from '../platform/signal';
import { createBadgeCounts } from '../realtime/badgeCounts';
import { startRealtime } from '../realtime/startRealtime';
import { syncRegistry } from '../registry/registrySync';
import { reloadForNewShell } from '../registry/shellUpdate';
import { electLeader } from '../tabs/leaderTab';
import { exposeDebugReport } from '../telemetry/eventLog';
import { reportFailedShell, signalReady } from './readySignal';
import { createServices, type Services } from './services';

/** A page waits no longer for the guard of its token. */
const SESSION_CHECK_MS = 4000;
const CANDIDATE = 'This is a candidate, not the live portal.';

/** Runs once the guard of the session is known, and cookie and storage name one session. */
function whenSessionKnown(services: Services, run: () => void): void {
  const { session, check, telemetry } = services;
  const disagreement = session.endDisagreement();
  if (disagreement) return void disagreement.then(() => whenSessionKnown(services, run));
  // A cookie without its guard (SESSION-02): only the server can name the guard.
  if (!session.token() || session.current()) return void run();
  void withDeadline(SESSION_CHECK_MS, 'the session check', check.now())
    .catch((error: Error) => telemetry.report({ event: 'session', detail: error.message }))
    .then(run);
}

/** Starts the portal in this page. */
export function startPortal(page: PageData, modules: ModuleServices): void {
  const outlet = document.getElementById(regions.outlet) ?? document.body;
  const services = createServices(page, modules, outlet);
  const { history, offlineNavigation, notices, telemetry, channel } = services;
  const { registry, prefetch } = modules;
  const { candidate } = page.registry;
  const hosts = composeModules(modules, services, outlet);
  const onFailed = (event: string) => (error: Error) => telemetry.report({ event, detail: error.message });

  /** Replaces modules in the open page; reloads the page for a new shell. */
  function followReleases(leads: ReturnType<typeof electLeader>) {
    syncRegistry({ registry, page, leads, onRefused: (detail) => telemetry.report({ event: 'registry refused', detail }) });
    reloadForNewShell({ ...services, running: page.shell, isServerUp, reload: () => window.location.reload() });
  }

  function loadLaterParts() {
    void import(/* webpackChunkName: "outbox" */ './startAfterLoad')
      .then(({ startAfterLoad }) => startAfterLoad({ ...services, linkOf, decideAccess, menuOf }, modules, page))
      .catch(onFailed('worker'));
  }

  function startApplication() {
    history.boot();
    start({ urlRerouteOnly: true });
    mountChrome({
      ...services,
      theme: createTheme(),
      pendingNavigation: offlineNavigation.pending,
      counts: createBadgeCounts(channel),
      isMenuOpen: signal(false),
      onLinkHint: prefetch.onLinkHint,
    });
    handleLinkClicks(offlineNavigation.navigate);
    const leads = electLeader('portal.events');
    if (candidate) notices.toast('info', CANDIDATE);
    else followReleases(leads);
    runWhenIdleAfterLoad(loadLaterParts);
    const showNotification = createNotificationToasts(notices.toast);
    toastServerNotices(channel, showNotification);
    startRealtime(services, page.config.apiUrl, leads);
    if (page.config.firebase?.vapidKey)
      void import('../session/push').then(
        ({ showPushMessages }) => showPushMessages(showNotification, offlineNavigation.navigate),
        onFailed('push'),
      );
    signalReady(outlet);
  }

  reportFailedShell(page, (event) => {
    telemetry.report(event);
    const error = Object.assign(new Error(), { name: 'NotStarted' });
    services.recordModuleEvent({ what: 'fell', scope: 'version', name: 'shell', version: page.registry.shell.version, route: '*', error });
  });
  exposeDebugReport(registry, page.shell, hosts, telemetry.reports);
  if (page.config.inspect)
    void import(/* webpackChunkName: "inspect-keys" */ '../inspect/offerInspect').then(
      ({ offerInspect }) => offerInspect({ page, modules, hosts, services }),
      onFailed('inspect'),
    );
  whenSessionKnown(services, () => runWhenInputReleased(startApplication));
}
