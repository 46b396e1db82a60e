import { chromeOf } from '@portal/mf-kit/module';
import { createPortalHandle } from '@portal/mf-kit/portalHandle';
import { pageMetadata } from '@portal/mf-kit/routePatterns';
import type { PageLocation } from '../chrome/chromeContext';
import type { ModuleServices } from '../modules/moduleServices';
import { createAccessCheck, isAtStep } from '../navigation/accessCheck';
import { type Move, PortalHistory } from '../navigation/history';
import { createOfflineNavigation } from '../navigation/offlineNavigation';
import { createPageTransition } from '../navigation/pageTransition';
import type { RouteMatch } from '../navigation/routeTable';
import { createSosState } from '../navigation/sosState';
import { createUnsavedInput } from '../navigation/unsavedInput';
import { createNotices, type Notices } from '../notices/notices';
import { createPersistentNotices } from '../notices/persistentNotices';
import { createReachability } from '../notices/reachability';
import { createReplyCache } from '../offline/createReplyCache';
import { createOutbox } from '../outbox/outbox';
import { countDirectWrites } from '../outbox/writer';
import { clockDriftText, createServerClock } from '../platform/serverClock';
import { type Signal, signal } from '../platform/signal';
import { createDataChanges } from '../realtime/dataChanges';
import { createRealtimeChannel } from '../realtime/realtimeChannel';
import { createConfirmation } from '../session/confirmation';
import { proveAgain } from '../session/proveAgain';
import { createSession } from '../session/session';
import { createSessionRefresh } from '../session/sessionRefresh';
import { createSessionStore, type SessionStore } from '../session/sessionStore';
import { createBroadcast } from '../tabs/broadcast';
import { createEventLog } from '../telemetry/eventLog';
import { createModuleEventBuffer, type RecordModuleEvent } from '../telemetry/moduleEvents';
import { installApiClient } from './apiClient';
import type { PageData } from './pageData';
import { createPortal, type PortalDeps } from './portal';

/** The chrome and the owner of an address. */
function updateLocation(
  { pathname, searchParams, hash }: URL,
  routes: ModuleServices['routes'],
  pageLocation: Signal<PageLocation>,
): RouteMatch | null {
  const found = routes.find(pathname);
  const chrome = found ? chromeOf(found.route, searchParams) : 'bare';
  document.body.dataset.chrome = chrome;
  pageLocation.set({ chrome, module: found?.module ?? null, pathname, hash });
  return found;
}

/** Notes what becomes of each version; of a page that tells nothing, nothing. */
function createModuleEvents({ token, shell }: Pick<PageData, 'token' | 'shell'>): RecordModuleEvent {
  if (token === null) return () => undefined;
  return createModuleEventBuffer(async () =>
    (await import(/* webpackChunkName: "reporter" */ '../telemetry/healthReporter')).startHealthReporter({ token, shell }),
  );
}

/** The server's time, and one line for a guard whose phone has another. */
function startClock({
  store,
  notices,
  hurry,
  ask,
}: {
  store: SessionStore;
  notices: Notices;
  hurry: () => void;
  ask: () => Promise<boolean>;
}) {
  return createServerClock((ahead) => {
    const words = clockDriftText(ahead);
    if (words && store.isFirstTime('portal.clock')) notices.toast('info', words);
    hurry();
  }, ask);
}

/** The page's portal, and the dialog that confirms its session. */
function createConfirmingPortal(parts: PortalDeps) {
  const sending = countDirectWrites(createPortal(parts));
  const confirmation = createConfirmation({
    session: parts.session,
    openPortal: () => createPortalHandle(sending.portal),
    signIn: (provider) => proveAgain(provider, parts.config.firebase),
    onConfirmed: parts.outbox.retryUnconfirmed,
  });
  return { ...sending, confirmation };
}

const leaving = { title: 'Leave this page?', confirm: 'Leave', cancel: 'Stay', danger: true } as const;

/** Makes everything of which a page has one and ties it together: session, history, client, notices, the portal of the remotes. */
export function createServices({ config, ...page }: PageData, { registry, routes, prefetch }: ModuleServices, outlet: HTMLElement) {
  const notices = createNotices();
  const telemetry = createEventLog();
  const unsavedInput = createUnsavedInput();
  const dataChanges = createDataChanges();
  const channel = createRealtimeChannel(telemetry.report);
  const store = createSessionStore();
  const clock = startClock({ store, notices, hurry: () => outbox.sendNow(), ask: () => check.now() });
  const pageLocation = signal<PageLocation>({ chrome: 'bare', module: null, pathname: '', hash: '' });
  const pageTransition = createPageTransition(outlet, notices.announce);

  const session = createSession({
    store,
    tabs: createBroadcast('portal.session'),
    reloadPage: (to) => history.restart(to),
    redirect: (to) => history.replace(to),
    recheck: (next) => {
      const found = routes.find(window.location.pathname);
      if (next && found && isAtStep(found, next.after)) history.navigate(next.to, { replace: true });
      else history.recheck();
    },
    toast: notices.toast,
    isPublic: () => routes.find(window.location.pathname)?.route.access === 'public',
  });
  const emergency = createSosState(() => session.current()?.guardId);
  const check = createSessionRefresh(session, (read) => {
    clock.setServerTime(read.now);
    standing.update(read.standing);
  });
  const standing = createPersistentNotices({ session, dataChanges, refreshSession: check.now, now: clock.now });
  const outbox = createOutbox({
    session,
    clock,
    check: check.now,
    isLost: () => reachability.isUnreachable.get(),
    changed: dataChanges.invalidate,
    telemetry: telemetry.report,
  });
  function onBack() {
    dataChanges.invalidateAll();
    outbox.sendNow();
  }
  const reachability = createReachability({ probe: check.now, onBack });

  function onMoved(move: Move) {
    offlineNavigation.cancel();
    const found = updateLocation(move.to, routes, pageLocation);
    pageTransition.onNavigated(move, (found && pageMetadata(found.route, move.to.pathname)?.title) ?? 'Page not found');
    if (found && found.route.access !== 'public' && found.route.access !== 'visitor') check.refreshIfStale();
  }

  const history = new PortalHistory({
    redirectFor: createAccessCheck({ routes, session, toast: notices.toast }),
    blocksBack: (at) => routes.find(at.pathname)?.route.backTrap ?? false,
    isDirty: unsavedInput.needsConfirmation,
    askToLeave: () => notices.confirm({ ...leaving, body: `You have not sent ${unsavedInput.names()} yet.` }),
    onMoved,
  });
  const offlineNavigation = createOfflineNavigation({
    routes,
    isLost: reachability.isUnreachable.get,
    prepare: prefetch.prepareScreen,
    go: history.navigate,
  });
  const parts = {
    config,
    session,
    history,
    notices,
    unsavedInput,
    emergency,
    dataChanges,
    channel,
    clock,
    telemetry,
    outbox,
    title: pageTransition.title,
  };
  const confirming = createConfirmingPortal(parts);
  const kept = createReplyCache({ session, registry, pageLocation });
  const answers = {
    onReachable: reachability.onReachable,
    onSessionOutdated: () => void check.now(),
    confirmSession: confirming.confirmation.ask,
  };
  installApiClient({ config, session, callSocket: channel.call, ...answers, kept });

  /** The routes changed under an open page: its path may have another owner, and another rule of who may be here. */
  function recheckLocation() {
    history.recheck();
    updateLocation(new URL(window.location.href), routes, pageLocation);
  }

  const lines = { isLost: reachability.isUnreachable, shownAs: kept.staleSince };
  const screen = { notices, unsavedInput, emergency, pageLocation, standing, ...lines, recordModuleEvent: createModuleEvents(page) };
  return { ...confirming, session, check, dataChanges, channel, recheckLocation, outbox, history, offlineNavigation, telemetry, ...screen };
}
export type Services = ReturnType<typeof createServices>;
