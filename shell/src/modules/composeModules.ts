import type { Portal } from '@portal/mf-kit/portal';
import type { PortalHandle } from '@portal/mf-kit/portalHandle';
import { pageMetadata } from '@portal/mf-kit/routePatterns';
import { registerApplication, triggerAppChange } from 'single-spa';
import type { createOfflineNavigation } from '../navigation/offlineNavigation';
import type { PageLocation } from '../navigation/pageLocation';
import type { SosState } from '../navigation/sosState';
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
  emergency: Pick<SosState, 'isOn'>;
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

const UPDATED_TEXT = 'This page was updated. You can continue where you left off.';

/** Writes the events of a version to the page's telemetry, and records them for the health report. */
export function createReporters(
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

/** Registers each module with single-spa through a module host, so that the page never waits for a remote. */
export function composeModules(
  modules: ModuleServices,
  {
    openHandle,
    offlineNavigation,
    unsavedInput,
    emergency,
    telemetry,
    recordModuleEvent,
    notices,
    pageLocation,
    recheckLocation,
    onRegistryChanged,
  }: ComposeDeps,
  outlet: HTMLElement,
): Map<string, ModuleHost> {
  const { registry, routes, loader, patience } = modules;
  const requestedPath = window.location.pathname;
  const findRoute = () => routes.find(window.location.pathname);
  const placeholders = createPlaceholders({
    outlet,
    isNotFound: () => isUnknown(modules),
    isPublic: () => findRoute()?.route.access === 'public',
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
        const found = findRoute();
        return found?.module === name ? found.pattern : null;
      },
      isDirty: unsavedInput.isDirty,
      isLocked: unsavedInput.isLocked,
      onReplaced: () => notices.toast('info', UPDATED_TEXT),
      ...createReporters(name, { telemetry, recordModuleEvent }, () => findRoute()?.pattern ?? '*'),
      onMoving: (how) => offlineNavigation.pending.set(how === 'waiting' ? { title: findRoute()?.route.title ?? '', cancel: null } : null),
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
    currentModule: () => {
      const name = findRoute()?.module;
      const version = hosts.get(name ?? '')?.mountedVersion ?? null;
      return name === undefined ? null : { name, version, quarantined: registry.current().modules[name]?.quarantined ?? {} };
    },
    unsavedNames: () => (emergency.isOn() ? '' : unsavedInput.promptableNames()),
    confirm: notices.confirm,
    replace: (name) => hosts.get(name)?.update(true),
  });

  function updateModules() {
    if (unsavedInput.isDirty()) return void promptForUpdate();
    if (findRoute()?.module !== pageLocation.get().module) {
      recheckLocation();
      void triggerAppChange();
    }
    for (const moduleHost of hosts.values()) moduleHost.update();
  }

  registerNotFound(routes, outlet);
  for (const name of Object.keys(registry.current().modules)) add(name);
  onRegistryChanged((changed) => {
    for (const name of changed) add(name);
    updateModules();
  });
  unsavedInput.onClean(updateModules);
  let previous = pageLocation.get();
  pageLocation.subscribe(() => {
    const now = pageLocation.get();
    // After a redirect the prerendered HTML belongs to another path.
    if (now.pathname !== requestedPath) for (const element of outlet.querySelectorAll('[data-prerendered]')) element.remove();
    if (now.module && now.module === previous.module && now.pathname !== previous.pathname) {
      const moduleHost = hosts.get(now.module);
      if (moduleHost?.mountedVersion)
        recordModuleEvent({ what: 'shown', name: now.module, version: moduleHost.mountedVersion, route: findRoute()?.pattern ?? '*' });
      void moduleHost?.pathChanged();
    }
    previous = now;
  });
  return hosts;
}
