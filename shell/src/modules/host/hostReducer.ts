import { STALE_LOAD_MS } from '@portal/mf-kit/deadlines';
import type { ModuleVersion } from '@portal/mf-kit/module';
import { attemptBudgetMs, PROOF_MS } from './deadlines';
import type { Attempt, HostEffect, HostEnvironment, HostEvent, HostEvents, HostState } from './hostTypes';
import type { Mount } from './mount';
import { eligibleVersions, isScreenHealthy, markScreenFailed, noFailures, provableSuspect, screenOf } from './versionSelection';

export const initialState: HostState = {
  ...noFailures,
  active: false,
  gen: 0,
  mount: null,
  ending: false,
  attempt: null,
  card: null,
  missingRoutes: [],
  postponed: { active: '', times: 0 },
};

function isFileError({ name }: Error): boolean {
  return name === 'ChunkLoadError';
}
const isSame = (one: { id: number } | null, other: { id: number } | null) => one !== null && one.id === other?.id;

/** The transition table of a module host. Pure: it changes a copy of the state, and returns the effects to run. */
export function reduce(before: HostState, [type, ...given]: HostEvent, env: HostEnvironment): [HostState, HostEffect[]] {
  const state = { ...before };
  const effects: HostEffect[] = [];
  const { module, route } = env;

  const isActive = ({ container }: ModuleVersion) => module?.container === container;
  const isBlocked = (canDiscard: boolean) => (canDiscard ? env.isLocked : env.isDirty);
  /** An unmount that has begun cannot be stopped, so a new attempt does not count on its mount. */
  function stayingMount(): Mount | null {
    return state.ending ? null : state.mount;
  }
  function loading(): Attempt | null {
    return state.attempt?.step === 'attribute' ? null : state.attempt;
  }

  const clearFailures = () => void Object.assign(state, noFailures);
  /** A version that failed before may work now, for example if its file was damaged on the way. */
  function forgiveForQuarantined(): void {
    if ((isQuarantined(state.mount) || isQuarantined(state.attempt)) && eligibleVersions(state, module, route).length === 0)
      clearFailures();
  }
  const isQuarantined = (one: Mount | Attempt | null) => one !== null && one.version.version in (module?.quarantined ?? {});

  function emit(...effect: HostEffect): void {
    effects.push(effect);
  }

  function isReplacing({ old }: Attempt): boolean {
    return isSame(old, state.mount);
  }

  function fail(version: ModuleVersion, error: Error, at: string | null): void {
    state.failed = [...state.failed, version.container];
    emit('failed', version, error, at);
  }

  /** Keeps the code of a version that is mounted or being loaded. */
  function unload(version: ModuleVersion, isFailed: boolean): void {
    const isUsed = [stayingMount(), loading()].some((one) => one?.version.container === version.container);
    if (!isUsed) emit('unload', version, isFailed);
  }

  function leaveMount(): Mount | null {
    const { mount } = state;
    state.mount = null;
    state.ending = false;
    return mount;
  }

  function dropMount(): void {
    const mount = leaveMount();
    if (!mount) return;
    emit('unmount', mount);
    emit('skeleton');
  }

  function start(old: Mount | null = null, canDiscard = false): void {
    if (!state.active) return;
    const gen = ++state.gen;
    state.card = null;
    if (!old) emit('skeleton');
    tryVersions({ gen, route, old, canDiscard }, eligibleVersions(state, module, route), 0);
  }

  function tryVersions(
    plan: Pick<Attempt, 'gen' | 'route' | 'old' | 'canDiscard'>,
    versions: readonly ModuleVersion[],
    place: number,
  ): void {
    const [version] = versions;
    if (!version) giveUp();
    // The guard may have moved while the last failure was attributed.
    else if (route !== plan.route) start(state.mount, plan.canDiscard);
    else tryVersion({ ...plan, version, budget: attemptBudgetMs(place, versions.length, env.patience), since: env.now });
  }

  /** A revision may have changed the eligible versions since the attempt began. */
  function tryOthers(attempt: Attempt): void {
    const others = eligibleVersions(state, module, route).filter(({ container }) => container !== attempt.version.container);
    tryVersions(attempt, others, 1);
  }

  function tryVersion(attempt: Omit<Attempt, 'step'>): void {
    const { gen, route: at, version, budget } = attempt;
    if (at === null || isActive(version)) load(attempt);
    else {
      state.attempt = { ...attempt, step: 'check' };
      emit('check', gen, budget, version, at);
    }
  }

  function giveUp(): void {
    state.attempt = null;
    if (state.mount) return;
    state.card = 'failed';
    emit('card', 'failed');
  }

  function goOffline(): void {
    state.attempt = null;
    state.card = 'network';
    emit('card', 'network');
    emit('awaitServer', ['online', ++state.gen]);
  }

  function remainingMs({ since, budget }: Pick<Attempt, 'since' | 'budget'>): number {
    return since + budget - env.now;
  }

  function load(attempt: Omit<Attempt, 'step'>): void {
    state.attempt = { ...attempt, step: 'load' };
    emit('load', attempt.gen, remainingMs(attempt), attempt.version);
  }

  function mountNext(attempt: Attempt, next: Mount): void {
    emit('mount', attempt.gen, remainingMs(attempt), next, isReplacing(attempt));
    state.attempt = { ...attempt, step: 'mount' };
    state.mount = next;
    state.ending = false;
  }

  /** The guard moved within the module while the next mount was prepared. */
  function restart({ canDiscard }: Attempt, next: Mount): void {
    emit('end', next);
    // Its screen has ended, so it must not hide the card if no version is eligible.
    if (state.ending) leaveMount();
    start(state.mount, canDiscard);
  }

  /** Returns the attempt if it awaits this answer. Otherwise only ends the mount that the answer brings. */
  function awaited(step: Attempt['step'] | null, gen: number, next?: Mount): Attempt | null {
    const { attempt } = state;
    const isKnown = attempt?.gen === gen;
    if (isKnown && gen === state.gen && (step ?? attempt.step) === attempt.step) return attempt;
    if (isKnown && gen !== state.gen) state.attempt = null;
    if (next) emit(step === 'mount' ? 'unmount' : 'end', next);
    return null;
  }

  /** Unmounts a mount after a crash or a failed screen. */
  function remove(mount: Mount, isFile: boolean, isOffline: boolean): void {
    leaveMount();
    emit('unmount', mount, ['removed', ++state.gen, mount.version, isFile, isOffline]);
  }

  function afterFault(attempt: Attempt, error: Error): void {
    const { version } = attempt;
    unload(version, true);
    const { mount } = state;
    // Any version may replace a quarantined mount. Otherwise only a slow version is tried again.
    const isMountQuarantined = isQuarantined(mount);
    if (mount && (isMountQuarantined || error.name === 'LateError')) postpone(version);
    if (!mount || isMountQuarantined) tryOthers(attempt);
    else state.attempt = null;
  }

  function afterNetworkFailure(): void {
    if (!state.mount) goOffline();
    else {
      emit('awaitServer', ['update']);
      state.attempt = null;
    }
  }

  function postpone(version: ModuleVersion): void {
    const active = module?.container ?? '';
    const times = state.postponed.active === active ? state.postponed.times : 0;
    state.postponed = { active, times: times + 1 };
    emit('postpone', times, ['due', state.gen, version]);
  }

  const handlers: HostEvents = {
    activate() {
      if (state.mount) return;
      state.active = true;
      emit('unmountHidden');
      const hung = loading();
      if (hung && env.now - hung.since > STALE_LOAD_MS) emit('unload', hung.version, true);
      if (eligibleVersions(state, module, route).length === 0) clearFailures();
      start();
    },
    deactivate() {
      const mount = leaveMount();
      Object.assign(state, { active: false, gen: state.gen + 1, card: null, suspect: null });
      emit('reset');
      if (mount) emit('hide', mount);
    },
    path() {
      const { mount } = state;
      state.suspect = null;
      if (state.card) clearFailures();
      if (state.card) return start();
      if (route === null || !state.active) return;
      if (!mount) return loading() ? handlers.activate() : undefined;
      if (isActive(mount.version)) state.mount = { ...mount, route };
      else emit('recheck', mount, route);
    },
    rechecked(mount, at, hasRoute) {
      if (!isSame(mount, state.mount)) return;
      if (hasRoute) state.mount = { ...mount, route: at };
      else {
        dropMount();
        start();
      }
    },
    missing(version, at) {
      state.missingRoutes = [...state.missingRoutes, screenOf(version, at)];
    },
    update(canDiscard = false) {
      const { mount, card } = state;
      if (route === null || card === 'network' || (mount && isBlocked(canDiscard))) return;
      const attempt = loading();
      forgiveForQuarantined();
      const wanted = eligibleVersions(state, module, route)[0]?.container;
      if (attempt && wanted && isReplacing(attempt) && wanted === stayingMount()?.version.container) {
        // The mount is wanted again, so its replacement is cancelled.
        state.gen++;
        state.attempt = null;
      } else if (wanted && wanted !== (attempt ?? mount)?.version.container) {
        // A mount that is not complete cannot stay while another version is prepared.
        if (state.attempt && !isReplacing(state.attempt)) dropMount();
        start(stayingMount(), canDiscard);
      }
    },
    retry() {
      if (state.card === 'failed') clearFailures();
      if (state.card) start();
    },
    online(gen) {
      if (gen === state.gen) start();
    },
    due(gen, { container }) {
      if (gen !== state.gen) return;
      state.failed = state.failed.filter((one) => one !== container);
      handlers.update();
    },
    checked(gen, hasRoute) {
      const attempt = awaited('check', gen);
      if (attempt && hasRoute) load(attempt);
      else if (attempt) tryOthers(attempt);
    },
    loaded(gen, remote) {
      const attempt = awaited('load', gen);
      if (!attempt) return;
      const { version } = attempt;
      state.attempt = { ...attempt, step: 'bootstrap' };
      const canHydrate = !isReplacing(attempt) && version.container === env.renderedBy;
      emit('bootstrap', gen, remainingMs(attempt), version, attempt.route, remote, canHydrate);
    },
    bootstrapped(gen, next) {
      const attempt = awaited('bootstrap', gen, next);
      if (!attempt) return;
      if (!isReplacing(attempt) && (next.props.hydrate || !env.hasPrerendered)) return mountNext(attempt, next);
      state.attempt = { ...attempt, step: 'release' };
      emit('release', gen, next, isReplacing(attempt));
    },
    released(gen, next, waitedMs) {
      const found = awaited('release', gen, next);
      if (!found) return;
      const attempt = { ...found, since: found.since + waitedMs };
      if (!state.mount || !isReplacing(attempt)) return mountNext(attempt, next);
      if (isBlocked(attempt.canDiscard)) {
        state.attempt = null;
        return emit('end', next);
      }
      if (route !== attempt.route) return restart(attempt, next);
      state.ending = true;
      state.attempt = { ...attempt, step: 'unmount' };
      emit('hold');
      emit('unmount', state.mount, ['unmounted', gen, next]);
    },
    unmounted(gen, next) {
      const attempt = awaited('unmount', gen, next);
      if (attempt) (route === attempt.route ? mountNext : restart)(attempt, next);
    },
    unpainted(gen) {
      if (awaited('mount', gen)) emit('skeleton');
    },
    mounted(gen, next) {
      const attempt = awaited('mount', gen, next);
      if (!attempt) return;
      const { version, old } = attempt;
      const suspect = provableSuspect(state, version, attempt.route);
      state.attempt = null;
      emit('clear');
      if (suspect) emit('delay', PROOF_MS, ['proven', suspect]);
      if (isScreenHealthy(state, version, attempt.route)) emit('shown', version);
      if (old) emit('announce');
    },
    failed(gen, error, next) {
      const attempt = awaited(next ? 'mount' : null, gen, next);
      if (!attempt) return;
      state.attempt = { ...attempt, step: 'attribute' };
      emit('attribute', error, ['attributed', gen, error]);
    },
    attributed(gen, error, cause) {
      const attempt = awaited('attribute', gen);
      if (!attempt) return;
      const isFault = cause === 'version';
      if (isFault) fail(attempt.version, error, attempt.route);
      if (!isReplacing(attempt)) dropMount();
      if (isFault) afterFault(attempt, error);
      else afterNetworkFailure();
    },
    crashed(mount, error) {
      emit('attribute', error, ['blamed', mount, error]);
    },
    blamed({ id }, error, cause) {
      const { mount } = state;
      if (mount?.id !== id) return;
      if (cause === 'version') fail(mount.version, error, mount.route);
      remove(mount, isFileError(error), cause === 'network');
    },
    screenFailed(mount, at, error) {
      const { version } = mount;
      const isFile = isFileError(error);
      const { hasAlternative, ...marks } = markScreenFailed(state, module, { version, route: at, error });
      Object.assign(state, marks);
      emit(isFile && !hasAlternative ? 'failed' : 'screenFailed', version, error, at);
      if (hasAlternative && state.mount && isSame(mount, state.mount)) remove(state.mount, isFile, false);
    },
    screenRetry(version, isFile) {
      clearFailures();
      if (isFile) emit('newUrls', version);
    },
    removed(gen, version, isFile, isOffline) {
      if (gen !== state.gen) return;
      unload(version, isFile);
      if (isOffline) goOffline();
      else start();
    },
    gone({ version }) {
      if (!isActive(version)) unload(version, false);
    },
    proven(suspect) {
      if (state.suspect !== suspect) return;
      state.suspect = null;
      fail(suspect.version, suspect.error, suspect.route);
    },
  };
  (handlers[type] as (...all: unknown[]) => void)(...given);
  return [state, effects];
}
