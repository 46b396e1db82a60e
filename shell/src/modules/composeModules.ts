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
import { ModuleHost } from './host/moduleHost';
import type { ModuleHostDeps } from './host/mount';
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
  { telemetry, recordModuleEvent: witness }: Pick<ComposeDeps, 'telemetry' | 'recordModuleEvent'>,
  asked: () => string,
): Pick<ModuleHostDeps, 'onShown' | 'onFailed' | 'onScreenFailed'> {
  return {
    onShown(module, { version }) {
      telemetry.report({ event: 'shown', module, version });
      witness({ what: 'shown', name: module, version, route: asked() });
    },
    onFailed(module, { version }, error, route) {
      const fits = !(error instanceof IncompatibleModuleError);
      telemetry.report({ event: fits ? 'failed' : 'does not fit', module, version, detail: error.message });
      if (fits) witness({ what: 'fell', scope: 'version', name: module, version, route: route ?? '*', error });
    },
    onScreenFailed(module, { version }, pattern, error) {
      telemetry.report({ event: 'screen failed', module, version, detail: `${pattern}: ${error.message}` });
      witness({ what: 'fell', scope: 'screen', name: module, version, route: pattern, error });
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
    recordModuleEvent: witness,
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
  const standIns = createPlaceholders({ outlet, isNotFound: () => isUnknown(modules), isPublic: () => here()?.route.access === 'public' });
  const slots = new Map<string, ModuleHost>();

  const add = (name: string) => {
    if (slots.has(name)) return;
    const moduleHost = new ModuleHost(name, {
      outlet,
      registry,
      loader,
      patience,
      openHandle,
      standIns,
      currentRoute: () => {
        const found = here();
        return found?.module === name ? found.pattern : null;
      },
      isDirty: unsaved.isDirty,
      isLocked: unsaved.isLocked,
      onReplaced: () => notices.toast('info', SWAPPED),
      ...createReporters({ telemetry, recordModuleEvent: witness }, () => here()?.pattern ?? '*'),
      onMoving: (how) => held.pending.set(how === 'waiting' ? { title: here()?.route.title ?? '', cancel: null } : null),
    });
    slots.set(name, moduleHost);
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
      const version = slots.get(name ?? '')?.mountedVersion ?? null;
      return name === undefined ? null : { name, version, quarantined: registry.current().modules[name]?.quarantined ?? {} };
    },
    unsavedNames: () => (emergency.isOn() ? '' : unsaved.promptableNames()),
    confirm: notices.confirm,
    replace: (name) => slots.get(name)?.follow(true),
  });

  /** What should run here may have changed: the owner of the path, or its version. Unsaved input holds both back. */
  function follow() {
    if (unsaved.isDirty()) return void promptForUpdate();
    if (here()?.module !== place.get().module) {
      resettle();
      void triggerAppChange();
    }
    for (const moduleHost of slots.values()) moduleHost.follow();
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
      const moduleHost = slots.get(now.module);
      if (moduleHost?.mountedVersion)
        witness({ what: 'shown', name: now.module, version: moduleHost.mountedVersion, route: here()?.pattern ?? '*' });
      void moduleHost?.pathChanged();
    }
    before = now;
  });
  return slots;
}
