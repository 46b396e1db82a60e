import type { Portal } from '@portal/mf-kit/portal';
import type { PortalHandle } from '@portal/mf-kit/portalHandle';
import { pageMetadata } from '@portal/mf-kit/routePatterns';
import { registerApplication, triggerAppChange } from 'single-spa';
import type { createOfflineNavigation } from '../navigation/offlineNavigation';
import type { PageLocation } from '../navigation/pageLocation';
import type { Emergency } from '../navigation/sosState';
import type { Unsaved } from '../navigation/unsavedInput';
import type { Notices } from '../notices/notices';
import type { Signal } from '../platform/signal';
import type { RecordModuleEvent } from '../telemetry/moduleEvents';
import type { ModuleHostDeps } from './host/hostEffects';
import { createModuleHost, type ModuleHost } from './host/moduleHost';
import { createPlaceholders } from './host/placeholders';
import { IncompatibleModuleError } from './loading/compatibility';
import type { ModuleServices } from './moduleServices';
import { registerNotFound } from './notFoundPage';
import { createUpdatePrompt } from './updatePrompt';

/** The services of the page that the module hosts use. */
export interface ComposeDeps {
  openHandle: () => PortalHandle;
  offlineNavigation: Pick<ReturnType<typeof createOfflineNavigation>, 'pending'>;
  unsavedInput: Unsaved;
  emergency: Pick<Emergency, 'isOn'>;
  telemetry: { report: Portal['telemetry'] };
  recordModuleEvent: RecordModuleEvent;
  notices: Pick<Notices, 'toast' | 'confirm'>;
  pageLocation: Pick<Signal<PageLocation>, 'get' | 'subscribe'>;
  recheckLocation: () => void;
  onRegistryChanged: (listener: (names: readonly string[]) => void) => void;
}

const isUnknown = ({ routes }: ModuleServices) => {
  const { pathname } = window.location;
  const found = routes.find(pathname);
  return !found || found.pattern === '*' || pageMetadata(found.route, pathname) === null;
};

const SWAPPED = 'This page was updated. You can continue where you left off.';

/** What becomes of a version, for whoever looks at this page and for the host, which counts it. */
function createReporters(
  module: string,
  { telemetry, recordModuleEvent }: Pick<ComposeDeps, 'telemetry' | 'recordModuleEvent'>,
  currentRoute: () => string,
): Pick<ModuleHostDeps, 'onShown' | 'onFailed' | 'onScreenFailed'> {
  return {
    onShown({ version }) {
      telemetry.report({ event: 'shown', module, version });
      recordModuleEvent({ what: 'shown', name: module, version, route: currentRoute() });
    },
    onFailed({ version }, error, route) {
      const fits = !(error instanceof IncompatibleModuleError);
      telemetry.report({ event: fits ? 'failed' : 'does not fit', module, version, detail: error.message });
      if (fits) recordModuleEvent({ what: 'fell', scope: 'version', name: module, version, route: route ?? '*', error });
    },
    onScreenFailed({ version }, error, route) {
      telemetry.report({ event: 'screen failed', module, version, detail: `${route}: ${error.message}` });
      recordModuleEvent({ what: 'fell', scope: 'screen', name: module, version, route, error });
    },
  };
}

/** Registers every module with single-spa through a slot of the shell's own, which never lets the page wait for a remote. */
export function composeModules(
  modules: ModuleServices,
  {
    openHandle,
    offlineNavigation: held,
    unsavedInput: unsaved,
    emergency,
    telemetry,
    recordModuleEvent,
    notices,
    pageLocation: place,
    recheckLocation: resettle,
    onRegistryChanged,
  }: ComposeDeps,
  outlet: HTMLElement,
): Map<string, ModuleHost> {
  const { registry, routes, loader, patience } = modules;
  const asked = window.location.pathname;
  const here = () => routes.find(window.location.pathname);
  const placeholders = createPlaceholders({
    outlet,
    isNotFound: () => isUnknown(modules),
    isPublic: () => here()?.route.access === 'public',
  });
  const hosts = new Map<string, ModuleHost>();

  const add = (name: string) => {
    if (hosts.has(name)) return;
    const moduleHost = createModuleHost(name, {
      outlet,
      registry,
      loader,
      patience,
      openHandle,
      placeholders,
      currentRoute: () => {
        const found = here();
        return found?.module === name ? found.pattern : null;
      },
      isDirty: unsaved.isDirty,
      isLocked: unsaved.isLocked,
      onReplaced: () => notices.toast('info', SWAPPED),
      ...createReporters(name, { telemetry, recordModuleEvent }, () => here()?.pattern ?? '*'),
      onMoving: (how) => held.pending.set(how === 'waiting' ? { title: here()?.route.title ?? '', cancel: null } : null),
    });
    hosts.set(name, moduleHost);
    registerApplication({
      name,
      activeWhen: ({ pathname }) => routes.find(pathname)?.module === name,
      app: async () => ({
        bootstrap: async () => undefined,
        mount: async () => moduleHost.activate(),
        unmount: async () => moduleHost.deactivate(),
      }),
    });
  };

  const promptForUpdate = createUpdatePrompt({
    here: () => {
      const name = here()?.module;
      const version = hosts.get(name ?? '')?.mountedVersion ?? null;
      return name === undefined ? null : { name, version, quarantined: registry.current().modules[name]?.quarantined ?? {} };
    },
    unsavedNames: () => (emergency.isOn() ? '' : unsaved.promptableNames()),
    confirm: notices.confirm,
    replace: (name) => hosts.get(name)?.update(true),
  });

  /** What should run here may have changed: the owner of the path, or its version. Unsaved input holds both back. */
  function follow() {
    if (unsaved.isDirty()) return void promptForUpdate();
    if (here()?.module !== place.get().module) {
      resettle();
      void triggerAppChange();
    }
    for (const moduleHost of hosts.values()) moduleHost.update();
  }

  registerNotFound(routes, outlet);
  for (const name of Object.keys(registry.current().modules)) add(name);
  onRegistryChanged((changed) => {
    for (const name of changed) add(name);
    follow();
  });
  unsaved.onClean(follow);
  let before = place.get();
  place.subscribe(() => {
    const now = place.get();
    // Redirected: what the host prerendered belongs to the path that was asked for.
    if (now.pathname !== asked) for (const served of outlet.querySelectorAll('[data-prerendered]')) served.remove();
    if (now.module && now.module === before.module && now.pathname !== before.pathname) {
      const moduleHost = hosts.get(now.module);
      if (moduleHost?.mountedVersion)
        recordModuleEvent({ what: 'shown', name: now.module, version: moduleHost.mountedVersion, route: here()?.pattern ?? '*' });
      void moduleHost?.pathChanged();
    }
    before = now;
  });
  return hosts;
}
