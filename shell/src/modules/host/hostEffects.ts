import { rememberControls } from '@portal/mf-kit/enteredValues';
import { attributeFailure, waitForServer, withDeadline } from '@portal/mf-kit/loadFailure';
import type { ModuleVersion } from '@portal/mf-kit/module';
import type { PortalHandle } from '@portal/mf-kit/portalHandle';
import type { ScreenFailure, ScreenProgress } from '@portal/mf-kit/remote';
import type { ModuleRegistry } from '../../registry/moduleRegistry';
import type { ModuleLoader } from '../loading/moduleLoader';
import { replayClicks } from './clickReplay';
import { retryDelayMs } from './deadlines';
import { initialState, reduce } from './hostReducer';
import type { HostEffects, HostEnvironment, HostEvent } from './hostTypes';
import { createMount, type Mount, mountInSameTask, nextPaint, waitForPaintAndRelease } from './mount';
import { type Placeholders, prerenderedElement, screenErrorCard } from './placeholders';
import { createUnmounting } from './unmounting';
import { declaresRoute } from './versionSelection';

export interface ModuleHostDeps {
  outlet: HTMLElement;
  registry: ModuleRegistry;
  loader: ModuleLoader;
  /** Factor of the budget of the active version. */
  patience: number;
  openHandle: () => PortalHandle;
  placeholders: Placeholders;
  /** The route of this module at the page's path; null on a path of another module. */
  currentRoute: () => string | null;
  /** Unsaved input blocks a replacement. */
  isDirty: () => boolean;
  /** An active SOS, its pressed button or a write in flight blocks a replacement, even with the guard's consent. */
  isLocked: () => boolean;
  onShown: HostEffects['shown'];
  /** A replacement is painted. */
  onReplaced: () => void;
  /** Counts against the version. */
  onFailed: HostEffects['failed'];
  /** Does not count against the version yet. */
  onScreenFailed: HostEffects['screenFailed'];
  onMoving: (how: ScreenProgress) => void;
}

/** Runs the effects of one module host, and sends their answers to its reducer. Owns its state, timers and promises. */
export function createModuleHostRunner(name: string, deps: ModuleHostDeps) {
  const { outlet, registry, loader, placeholders } = deps;
  const module = () => registry.current().modules[name];
  /** The version that rendered the HTML of this page. */
  const renderedBy = module()?.container;
  let state = initialState;

  const prerendered = () => prerenderedElement(outlet, name);
  const environment = (): HostEnvironment => ({
    now: performance.now(),
    route: deps.currentRoute(),
    module: module(),
    isDirty: deps.isDirty(),
    isLocked: deps.isLocked(),
    hasPrerendered: prerendered() !== null,
    renderedBy,
    patience: deps.patience,
  });
  const unmounting = createUnmounting({
    onMoving: deps.onMoving,
    onFailed: ({ version, route }, error) => deps.onFailed(version, error, route),
    onGone: (mount) => send('gone', mount),
  });

  /** Effects run in the caller's task, so their events are reduced immediately. */
  function send(...event: HostEvent): void {
    const [next, list] = reduce(state, event, environment());
    state = next;
    for (const [type, ...given] of list) (effects[type] as (...all: unknown[]) => void)(...given);
  }

  const sendFailed = (gen: number) => (error: Error) => send('failed', gen, error);

  /** Runs one step of an attempt within the rest of its budget. */
  const within = <T>(ms: number, what: string, work: () => Promise<T>): Promise<T> =>
    withDeadline(Math.max(0, ms), what, (async () => work())());

  async function hasRoute(version: ModuleVersion, route: string): Promise<boolean> {
    const has = declaresRoute(await loader.manifest(name, version), route);
    if (!has) send('missing', version, route);
    return has;
  }

  /** Returns the card for the failed screen; null if another version is mounted instead. */
  function failScreen(mount: Mount, { pattern, error }: ScreenFailure) {
    const isMounted = () => state.mount?.id === mount.id;
    const wasMounted = isMounted();
    send('screenFailed', mount, pattern, error);
    return wasMounted && !isMounted() ? null : screenErrorCard(() => send('screenRetry', mount.version, error.name === 'ChunkLoadError'));
  }

  const effects: HostEffects = {
    ...unmounting,
    skeleton() {
      if (!prerendered()) placeholders.skeleton(name);
    },
    card: (kind) => placeholders.errorCard(name, kind, () => send('retry')),
    clear: () => placeholders.clear(name),
    reset() {
      placeholders.reset(name);
      prerendered()?.remove();
    },
    check(gen, ms, version, route) {
      within(ms, 'manifest', () => hasRoute(version, route)).then((has) => send('checked', gen, has), sendFailed(gen));
    },
    load(gen, ms, version) {
      if (state.mount) void placeholders.prepareHold();
      within(ms, 'load', () => loader.load(name, version)).then((remote) => send('loaded', gen, remote), sendFailed(gen));
    },
    bootstrap(gen, ms, version, route, remote, canHydrate) {
      const handle = deps.openHandle();
      const next = createMount(name, { remote, version, handle, route }, canHydrate ? prerendered() : null, deps.onMoving, (mount) => ({
        onCrash: (error) => send('crashed', mount, error),
        onScreenFailed: (failure) => failScreen(mount, failure),
      }));
      within(ms, 'bootstrap', () => remote.bootstrap(next.props)).then(
        () => send('bootstrapped', gen, next),
        (error: Error) => {
          handle.end();
          send('failed', gen, error);
        },
      );
    },
    release(gen, next, isReplacing) {
      void Promise.resolve(isReplacing && placeholders.prepareHold())
        .then(() => waitForPaintAndRelease(isReplacing))
        .then((waitedMs) => send('released', gen, next, waitedMs));
    },
    hold: () => placeholders.holdPosition(),
    mount(gen, ms, next, isReplacing) {
      const { remote, props } = next;
      const { domElement, hydrate } = props;
      domElement.removeAttribute('data-prerendered');
      const old = hydrate ? null : prerendered();
      const moveEntries = old && rememberControls(old);
      old?.remove();
      if (!hydrate) outlet.append(domElement);
      within(ms, 'mount', () => (isReplacing ? mountInSameTask(next, () => send('unpainted', gen)) : remote.mount(props))).then(
        () => {
          if (state.gen === gen) moveEntries?.(domElement);
          if (state.gen === gen && (hydrate || old)) replayClicks(domElement);
          send('mounted', gen, next);
        },
        (error: Error) => send('failed', gen, error, next),
      );
    },
    attribute(error, then) {
      void attributeFailure(error).then((cause) => send(...([...then, cause] as HostEvent)));
    },
    end: ({ handle }) => handle.end(),
    unmount(mount, then) {
      void unmounting.unmount(mount).then(() => then && send(...then));
    },
    unload: (version, isFailed) => loader.unload(name, version, isFailed),
    newUrls: (version) => loader.retryWithNewUrls(name, version),
    recheck(mount, route) {
      // The mount has shown a path before, so it stays if its manifest cannot be read.
      void hasRoute(mount.version, route)
        .catch(() => true)
        .then((has) => send('rechecked', mount, route, has));
    },
    awaitServer(then) {
      void waitForServer().then(() => send(...then));
    },
    postpone(times, then) {
      setTimeout(() => send(...then), retryDelayMs(times));
    },
    delay(ms, then) {
      setTimeout(() => send(...then), ms);
    },
    shown: deps.onShown,
    announce() {
      void nextPaint().then(deps.onReplaced);
    },
    failed: deps.onFailed,
    screenFailed: deps.onScreenFailed,
  };

  return { send, unmounting, mountedVersion: () => state.mount?.version.version ?? null };
}
