import type { Output } from '@portal/contracts/_kernel/endpoint';
import type { session as sessionEndpoint } from '@portal/contracts/auth/auth.endpoints';
import { createPortalHandle } from '@portal/mf-kit/portalHandle';
import { pageMetadata } from '@portal/mf-kit/routePatterns';
import type { ModuleServices } from '../modules/moduleServices';
import { createAccessCheck, isAtStep } from '../navigation/accessCheck';
import { type Move, PortalHistory } from '../navigation/history';
import { createOfflineNavigation } from '../navigation/offlineNavigation';
import { createPageLocation } from '../navigation/pageLocation';
import { createPageTransition } from '../navigation/pageTransition';
import { createSosState } from '../navigation/sosState';
import { createUnsavedInput } from '../navigation/unsavedInput';
import { createNotices } from '../notices/notices';
import { createPersistentNotices } from '../notices/persistentNotices';
import { createReachability } from '../notices/reachability';
import { createReplyCache } from '../offline/replyCache';
import { createOutbox } from '../outbox/outbox';
import { countDirectWrites } from '../outbox/writer';
import { createEvents } from '../platform/events';
import type { PageData } from '../platform/pageData';
import { createServerClock, isClockWrong } from '../platform/serverClock';
import { createDataChanges } from '../realtime/dataChanges';
import { createRealtimeChannel } from '../realtime/realtimeChannel';
import { createConfirmation } from '../session/confirmation';
import { createSession, type SessionDeps } from '../session/session';
import { createSessionRefresh } from '../session/sessionRefresh';
import { createSessionStore } from '../session/sessionStore';
import { createBroadcast } from '../tabs/broadcast';
import { createCallTrace } from '../telemetry/callTrace';
import { createEventLog } from '../telemetry/eventLog';
import { createModuleEventBuffer, type RecordModuleEvent } from '../telemetry/moduleEvents';
import { installApiClient } from './apiClient';
import { createPortal, withProvider } from './portal';

/**
 * Calls from an earlier layer to a later one. The listeners of an event run in the order in which the layers are created:
 *
 * | event | listeners in order |
 * |---|---|
 * | sessionRead | the clock is set; notices, which depend on the day, follow |
 * | onlineAgain | data is invalidated; the outbox sends, and its replies invalidate more |
 * | clockSet | the outbox sends |
 * | moved | a pending navigation ends; chrome and owner of the path change; title and focus follow; the session is read |
 * | registryChanged | the route table has changed before; the module hosts follow |
 * | redirect, reload, sessionChanged | the history |
 */
interface PageEvents {
  sessionRead: Omit<Output<typeof sessionEndpoint>, 'guard'>;
  onlineAgain: undefined;
  clockSet: undefined;
  moved: Move;
  registryChanged: readonly string[];
  redirect: string;
  reload: string | undefined;
  /** The guard of this page changed; another step is due now if there is a payload. */
  sessionChanged: Parameters<SessionDeps['recheck']>[0];
}

/** A page without a token reports nothing. */
function createModuleEvents({ token, shell }: Pick<PageData, 'token' | 'shell'>): RecordModuleEvent {
  if (token === null) return () => undefined;
  return createModuleEventBuffer(async () =>
    (await import(/* webpackChunkName: "reporter" */ '../telemetry/healthReporter')).startHealthReporter({ token, shell }),
  );
}

function createPlatform({ config, ...page }: PageData, { registry, routes, prefetch }: ModuleServices, outlet: HTMLElement) {
  const events = createEvents<PageEvents>();
  registry.onChange((names) => events.emit('registryChanged', names));
  return {
    ...{ config, registry, routes, prefetch, outlet, events },
    location: createPageLocation(routes),
    notices: createNotices(),
    telemetry: createEventLog(),
    recordModuleEvent: createModuleEvents(page),
    shellVersion: page.shell,
    unsavedInput: createUnsavedInput(),
    dataChanges: createDataChanges(),
  };
}
type Platform = ReturnType<typeof createPlatform>;

function createSessionLayer({ events, notices, routes, shellVersion }: Platform) {
  const store = createSessionStore();
  const session = createSession({
    store,
    tabs: createBroadcast('portal.session'),
    reloadPage: (to) => events.emit('reload', to),
    redirect: (to) => events.emit('redirect', to),
    recheck: (next) => events.emit('sessionChanged', next),
    toast: notices.toast,
    isPublic: () => routes.find(window.location.pathname)?.route.access === 'public',
  });
  const check = createSessionRefresh(session, (read) => events.emit('sessionRead', read));
  const clock = createServerClock((ahead) => {
    if (isClockWrong(ahead) && store.isFirstTime('portal.clock'))
      void import(/* webpackChunkName: "outbox" */ '../platform/clockDriftText').then(({ clockDriftText }) =>
        notices.toast('info', clockDriftText(ahead)),
      );
    events.emit('clockSet', undefined);
  }, check.now);
  events.on('sessionRead', ({ now }) => clock.setServerTime(now));
  const emergency = createSosState(() => session.current()?.guardId);
  return { session, check, clock, emergency, traceCall: createCallTrace(clock.now, shellVersion) };
}
type WithSession = Platform & ReturnType<typeof createSessionLayer>;

function createTransport({ events, session, check, clock, dataChanges, telemetry, registry, location }: WithSession) {
  const reachability = createReachability({ probe: check.now, onBack: () => events.emit('onlineAgain', undefined) });
  const persistentNotices = createPersistentNotices({ session, dataChanges, refreshSession: check.now, now: clock.now });
  events.on('sessionRead', (read) => persistentNotices.update(read.standing));
  const replyCache = createReplyCache({ session, registry, pageLocation: location.location });
  events.on('onlineAgain', () => replyCache.retainRequested(dataChanges.invalidateAll));
  return {
    ...{ reachability, persistentNotices, replyCache, isLost: reachability.isUnreachable },
    channel: createRealtimeChannel(telemetry.report),
  };
}
type WithTransport = WithSession & ReturnType<typeof createTransport>;

function createOutboxLayer({ events, session, clock, check, isLost, dataChanges, telemetry }: WithTransport) {
  const outbox = createOutbox({
    ...{ session, clock, check: check.now, isLost: isLost.get, changed: dataChanges.invalidate, telemetry: telemetry.report },
  });
  events.on('onlineAgain', outbox.sendNow);
  events.on('clockSet', outbox.sendNow);
  return { outbox };
}
type WithOutbox = WithTransport & ReturnType<typeof createOutboxLayer>;

function createNavigation({ events, routes, session, check, notices, unsavedInput, isLost, prefetch, location, outlet }: WithOutbox) {
  const transition = createPageTransition(outlet, notices.announce);
  const question = { title: 'Leave this page?', confirm: 'Leave', cancel: 'Stay', danger: true } as const;
  const history = new PortalHistory({
    redirectFor: createAccessCheck({ routes, session, toast: notices.toast }),
    blocksBack: (at) => routes.find(at.pathname)?.route.backTrap ?? false,
    isDirty: unsavedInput.needsConfirmation,
    askToLeave: () => notices.confirm({ ...question, body: `You have not sent ${unsavedInput.names()} yet.` }),
    onMoved: (move) => events.emit('moved', move),
  });
  const offlineNavigation = createOfflineNavigation({ routes, isLost: isLost.get, prepare: prefetch.prepareScreen, go: history.navigate });
  events.on('redirect', (to) => history.replace(to));
  events.on('reload', (to) => history.restart(to));
  events.on('sessionChanged', (next) => {
    const found = routes.find(window.location.pathname);
    if (next && found && isAtStep(found, next.after)) history.navigate(next.to, { replace: true });
    else history.recheck();
  });
  events.on('moved', offlineNavigation.cancel);
  events.on('moved', (move) => {
    const found = location.update(move.to);
    transition.onNavigated(move, (found && pageMetadata(found.route, move.to.pathname)?.title) ?? 'Page not found');
    if (found && found.route.access !== 'public' && found.route.access !== 'visitor') check.refreshIfStale();
  });
  return {
    ...{ history, offlineNavigation, title: transition.title },
    /** The routes changed in an open page: its path may have another owner and another access. */
    recheckLocation() {
      history.recheck();
      location.update(new URL(window.location.href));
    },
  };
}
type WithNavigation = WithOutbox & ReturnType<typeof createNavigation>;

function createPortalLayer(services: WithNavigation) {
  const { config, session, check, channel, reachability, replyCache, outbox, offlineNavigation, traceCall } = services;
  const { portal, isSending } = countDirectWrites(createPortal({ ...services, navigate: offlineNavigation.navigate }));
  const openHandle = () => createPortalHandle(portal);
  const confirmation = createConfirmation({
    session,
    openPortal: openHandle,
    signIn: (provider) => withProvider(provider, config.firebase, (providers, found) => providers.prove(provider, found)),
    onConfirmed: outbox.retryUnconfirmed,
  });
  // The last step, because a refused call opens the confirmation. No layer sends a call before the page starts.
  installApiClient({
    ...{ config, session, callSocket: channel.call, kept: replyCache, traceCall },
    onReachable: reachability.onReachable,
    onSessionOutdated: () => void check.now(),
    confirmSession: confirmation.ask,
  });
  return { portal, isSending, openHandle, confirmation };
}

/** Creates everything of which a page has one, layer by layer: each layer is given only the layers before it. */
export function createServices(page: PageData, modules: ModuleServices, outlet: HTMLElement) {
  const platform = createPlatform(page, modules, outlet);
  const withSession = { ...platform, ...createSessionLayer(platform) };
  const withTransport = { ...withSession, ...createTransport(withSession) };
  const withOutbox = { ...withTransport, ...createOutboxLayer(withTransport) };
  const withNavigation = { ...withOutbox, ...createNavigation(withOutbox) };
  return {
    ...withNavigation,
    ...createPortalLayer(withNavigation),
    pageLocation: platform.location.location,
    staleSince: withTransport.replyCache.staleSince,
    onRegistryChanged: (listener: (names: readonly string[]) => void) => platform.events.on('registryChanged', listener),
  };
}
export type Services = ReturnType<typeof createServices>;
