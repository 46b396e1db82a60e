import '@portal/ui/tokens.css';
import '@portal/ui/base.css';
import './chrome/frame.css';
import { regions } from '@portal/mf-kit/frame';
import { start } from 'single-spa';
import { startClient } from './boot/client';
import { readPage } from './boot/page';
import { createPortal } from './boot/portal';
import { exposeReport } from './boot/report';
import { signal } from './boot/signal';
import type { Place } from './chrome/context';
import { mountChrome } from './chrome/mountChrome';
import { compose } from './composition/compose';
import { followRegistry } from './composition/follow';
import { createLoader } from './composition/loader';
import { createPrefetch } from './composition/prefetch';
import { createRegistry } from './composition/registry';
import { createSources, enforce } from './composition/sources';
import { createStandIns } from './composition/standIns';
import { createServerClock } from './device/clock';
import { createArrival } from './navigation/arrival';
import { createDoorman } from './navigation/doorman';
import { type Move, PortalHistory } from './navigation/history';
import { followLinks } from './navigation/links';
import { createRouteTable } from './navigation/routes';
import { createConnection } from './notices/connection';
import { createNotices } from './notices/notices';
import { createSessionCheck } from './session/check';
import { createSession } from './session/session';
import { createSessionStore } from './session/store';
import { createTabs } from './session/tabs';
import { createTelemetry } from './telemetry/telemetry';
import { createTheme } from './theme/theme';
import { createUnsaved } from './writes/unsaved';

const outlet = document.getElementById(regions.outlet) ?? document.body;
const { registry: served, files, opsKey, config } = readPage();

const registry = createRegistry(served, files);
const sources = createSources(registry);
enforce(sources);
const routes = createRouteTable(registry);
const loader = createLoader(registry, sources);
const prefetch = createPrefetch(registry, loader, routes);

const notices = createNotices();
const connection = createConnection();
const telemetry = createTelemetry();
const unsaved = createUnsaved();
const clock = createServerClock();
const place = signal<Place>({ chrome: 'bare', pathname: '', hash: '' });
const arrival = createArrival(outlet, notices.announce);

const session = createSession({
  store: createSessionStore(),
  tabs: createTabs('portal.session'),
  navigate: (to, options) => history.navigate(to, options),
  recheck: () => history.recheck(),
  toast: notices.toast,
});
const check = createSessionCheck(session, clock.learn);

function onMoved(move: Move) {
  const found = routes.find(move.to.pathname);
  const chrome = found?.route.chrome ?? 'bare';
  document.body.dataset.chrome = chrome;
  place.set({ chrome, pathname: move.to.pathname, hash: move.to.hash });
  arrival.moved(move, found?.route.title ?? 'Page not found');
  if (found && found.route.access !== 'public' && found.route.access !== 'visitor') void check.sometimes();
}

const history = new PortalHistory({
  admit: createDoorman({ routes, session, toast: notices.toast }),
  isTrapped: (at) => routes.find(at.pathname)?.route.backTrap ?? false,
  isDirty: unsaved.isDirty,
  askToLeave: () =>
    notices.confirm({ title: 'Leave this page?', body: `You have not sent ${unsaved.names()} yet.`, confirm: 'Leave', cancel: 'Stay' }),
  onMoved,
});
const portal = createPortal({ config, session, history, notices, unsaved, clock, telemetry, title: arrival.title });
startClient({ config, session, onReachable: connection.onReachable, onHeld: () => void check.now() });

const standIns = createStandIns({
  outlet,
  isUnknown: () => ['*', '/404'].includes(routes.find(window.location.pathname)?.pattern ?? '*'),
});
const slots = compose(
  {
    outlet,
    registry,
    loader,
    portal,
    standIns,
    isDirty: unsaved.isDirty,
    onShown: (module, { version }) => telemetry.report({ event: 'shown', module, version }),
    onFailed: (module, { version }, error) => telemetry.report({ event: 'failed', module, version, detail: error.message }),
  },
  routes,
);
unsaved.onClean(() => {
  for (const slot of slots.values()) slot.follow();
});

exposeReport(registry, slots, telemetry.reports);
mountChrome({
  portal,
  registry,
  place,
  notices,
  theme: createTheme(),
  isLost: connection.isLost,
  isMenuOpen: signal(false),
  onHint: prefetch.soon,
});
followLinks(history.navigate);
history.boot();
start({ urlRerouteOnly: true });
followRegistry(registry, opsKey, (detail) => telemetry.report({ event: 'registry refused', detail }));
