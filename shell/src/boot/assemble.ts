import { chromeOf } from '@portal/mf-kit/module';
import { factsOf } from '@portal/mf-kit/patterns';
import { scopedPortal } from '@portal/mf-kit/scopedPortal';
import type { Place } from '../chrome/context';
import type { Modules } from '../composition/modules';
import { clockWords, createServerClock } from '../device/clock';
import { createChanges } from '../live/changes';
import { createLine } from '../live/line';
import { isAtStep } from '../navigation/admission';
import { createArrival } from '../navigation/arrival';
import { createDoorman } from '../navigation/doorman';
import { createEmergency } from '../navigation/emergency';
import { createHeld } from '../navigation/held';
import { type Move, PortalHistory } from '../navigation/history';
import type { Found } from '../navigation/routes';
import { createUnsaved } from '../navigation/unsaved';
import { createConnection } from '../notices/connection';
import { createNotices, type Notices } from '../notices/notices';
import { createStanding } from '../notices/standing';
import { createKeeping } from '../offline/keeping';
import { withSends } from '../outbox/inFlight';
import { createOutbox } from '../outbox/outbox';
import { createSessionCheck } from '../session/check';
import { createConfirmation } from '../session/confirmation';
import { proveAgain } from '../session/proveAgain';
import { createSession } from '../session/session';
import { createSessionStore, type SessionStore } from '../session/store';
import { createTabs } from '../session/tabs';
import { createTelemetry } from '../telemetry/telemetry';
import { createWitness, type Witness } from '../telemetry/witness';
import { startClient } from './client';
import type { Page } from './page';
import { createPortal, type PortalParts } from './portal';
import { type Signal, signal } from './signal';

/** The chrome and the owner of an address. */
function settle({ pathname, searchParams, hash }: URL, routes: Modules['routes'], place: Signal<Place>): Found | null {
  const found = routes.find(pathname);
  const chrome = found ? chromeOf(found.route, searchParams) : 'bare';
  document.body.dataset.chrome = chrome;
  place.set({ chrome, module: found?.module ?? null, pathname, hash });
  return found;
}

/** Notes what becomes of each version; of a page that tells nothing, nothing. */
function witnessOf({ token, shell }: Pick<Page, 'token' | 'shell'>): Witness {
  if (token === null) return () => undefined;
  return createWitness(async () =>
    (await import(/* webpackChunkName: "reporter" */ '../telemetry/reporter')).startReporter({ token, shell }),
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
    const words = clockWords(ahead);
    if (words && store.first('portal.clock')) notices.toast('info', words);
    hurry();
  }, ask);
}

/** The page's portal, and the dialog that confirms its session. */
function createConfirmingPortal(parts: PortalParts) {
  const sending = withSends(createPortal(parts));
  const confirmation = createConfirmation({
    session: parts.session,
    openPortal: () => scopedPortal(sending.portal),
    signIn: (provider) => proveAgain(provider, parts.config.firebase),
    onConfirmed: parts.outbox.retryUnconfirmed,
  });
  return { ...sending, confirmation };
}

const leaving = { title: 'Leave this page?', confirm: 'Leave', cancel: 'Stay', danger: true } as const;

/** Makes everything of which a page has one and ties it together: session, history, client, notices, the portal of the remotes. */
export function assemble({ config, ...page }: Page, { registry, routes, prefetch }: Modules, outlet: HTMLElement) {
  const notices = createNotices();
  const telemetry = createTelemetry();
  const unsaved = createUnsaved();
  const changes = createChanges();
  const line = createLine(telemetry.report);
  const store = createSessionStore();
  const clock = startClock({ store, notices, hurry: () => outbox.hurry(), ask: () => check.now() });
  const place = signal<Place>({ chrome: 'bare', module: null, pathname: '', hash: '' });
  const arrival = createArrival(outlet, notices.announce);

  const session = createSession({
    store,
    tabs: createTabs('portal.session'),
    restart: (to) => history.restart(to),
    enter: (to) => history.enter(to),
    recheck: (next) => {
      const found = routes.find(window.location.pathname);
      if (next && found && isAtStep(found.pattern, next.after)) history.navigate(next.to, { replace: true });
      else history.recheck();
    },
    toast: notices.toast,
    isPublic: () => routes.find(window.location.pathname)?.route.access === 'public',
  });
  const emergency = createEmergency(() => session.current()?.guardId);
  const check = createSessionCheck(session, (read) => {
    clock.learn(read.now);
    standing.learn(read.standing);
  });
  const standing = createStanding({ session, changes, look: check.now, now: clock.now });
  const outbox = createOutbox({
    session,
    clock,
    check: check.now,
    isLost: () => connection.isLost.get(),
    changed: changes.changed,
    telemetry: telemetry.report,
  });
  function onBack() {
    changes.everything();
    outbox.hurry();
  }
  const connection = createConnection({ probe: check.now, onBack });

  function onMoved(move: Move) {
    held.giveUp();
    const found = settle(move.to, routes, place);
    arrival.moved(move, (found && factsOf(found.route, move.to.pathname)?.title) ?? 'Page not found');
    if (found && found.route.access !== 'public' && found.route.access !== 'visitor') check.sometimes();
  }

  const history = new PortalHistory({
    admit: createDoorman({ routes, session, toast: notices.toast }),
    isTrapped: (at) => routes.find(at.pathname)?.route.backTrap ?? false,
    isDirty: unsaved.isAsking,
    askToLeave: () => notices.confirm({ ...leaving, body: `You have not sent ${unsaved.names()} yet.` }),
    onMoved,
  });
  const held = createHeld({ routes, isLost: connection.isLost.get, prepare: prefetch.ready, go: history.navigate });
  const parts = { config, session, history, notices, unsaved, emergency, changes, line, clock, telemetry, outbox, title: arrival.title };
  const confirming = createConfirmingPortal(parts);
  const kept = createKeeping({ session, registry, place });
  const answers = { onReachable: connection.onReachable, onHeld: () => void check.now(), confirmSession: confirming.confirmation.ask };
  startClient({ config, session, callSocket: line.call, ...answers, kept });

  /** The routes changed under an open page: its path may have another owner, and another rule of who may be here. */
  function resettle() {
    history.recheck();
    settle(new URL(window.location.href), routes, place);
  }

  const lines = { isLost: connection.isLost, shownAs: kept.at };
  const screen = { notices, unsaved, emergency, place, standing, ...lines, witness: witnessOf(page) };
  return { ...confirming, session, check, changes, line, resettle, outbox, history, held, telemetry, ...screen };
}
export type Assembled = ReturnType<typeof assemble>;
