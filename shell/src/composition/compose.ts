import { factsOf } from '@portal/mf-kit/patterns';
import { scopedPortal } from '@portal/mf-kit/scopedPortal';
import { registerApplication, triggerAppChange } from 'single-spa';
import type { Assembled } from '../boot/assemble';
import { Misfit } from './misfit';
import type { Modules } from './modules';
import { registerNotFound } from './notFound';
import type { SlotParts } from './parts';
import { createRecall } from './recall';
import { Slot } from './slot';
import { createStandIns } from './standIns';

const isUnknown = ({ routes }: Modules) => {
  const { pathname } = window.location;
  const found = routes.find(pathname);
  return !found || found.pattern === '*' || factsOf(found.route, pathname) === null;
};

const SWAPPED = 'This page was updated. You can continue where you left off.';

/** What becomes of a version, for whoever looks at this page and for the host, which counts it. */
function tellers(
  { telemetry, witness }: Pick<Assembled, 'telemetry' | 'witness'>,
  asked: () => string,
): Pick<SlotParts, 'onShown' | 'onFailed' | 'onScreenFailed'> {
  return {
    onShown(module, { version }) {
      telemetry.report({ event: 'shown', module, version });
      witness({ what: 'shown', name: module, version, route: asked() });
    },
    onFailed(module, { version }, error, route) {
      const fits = !(error instanceof Misfit);
      telemetry.report({ event: fits ? 'failed' : 'does not fit', module, version, detail: error.message });
      if (fits) witness({ what: 'fell', of: 'version', name: module, version, route: route ?? '*', error });
    },
    onScreenFailed(module, { version }, pattern, error) {
      telemetry.report({ event: 'screen failed', module, version, detail: `${pattern}: ${error.message}` });
      witness({ what: 'fell', of: 'screen', name: module, version, route: pattern, error });
    },
  };
}

/** Registers every module with single-spa through a slot of the shell's own, which never lets the page wait for a remote. */
export function compose(
  modules: Modules,
  { portal: page, held, unsaved, emergency, telemetry, witness, notices, place, resettle }: Assembled,
  outlet: HTMLElement,
): Map<string, Slot> {
  const { registry, routes, loader, patience } = modules;
  const asked = window.location.pathname;
  const here = () => routes.find(window.location.pathname);
  const portal = { ...page, navigate: held.navigate };
  const standIns = createStandIns({ outlet, isUnknown: () => isUnknown(modules), isForAll: () => here()?.route.access === 'public' });
  const slots = new Map<string, Slot>();

  const add = (name: string) => {
    if (slots.has(name)) return;
    const slot = new Slot(name, {
      outlet,
      registry,
      loader,
      patience,
      openPortal: () => scopedPortal(portal),
      standIns,
      asked: () => {
        const found = here();
        return found?.module === name ? found.pattern : null;
      },
      isDirty: unsaved.isDirty,
      isHeld: unsaved.isHeld,
      onSwapped: () => notices.toast('info', SWAPPED),
      ...tellers({ telemetry, witness }, () => here()?.pattern ?? '*'),
      onMoving: (how) => held.awaited.set(how === 'waiting' ? { title: here()?.route.title ?? '', giveUp: null } : null),
    });
    slots.set(name, slot);
    registerApplication({
      name,
      activeWhen: ({ pathname }) => routes.find(pathname)?.module === name,
      app: async () => ({ bootstrap: async () => undefined, mount: async () => slot.enter(), unmount: async () => slot.leave() }),
    });
  };

  const offer = createRecall({
    here: () => {
      const name = here()?.module;
      const version = slots.get(name ?? '')?.executing ?? null;
      return name === undefined ? null : { name, version, quarantined: registry.current().modules[name]?.quarantined ?? {} };
    },
    unsent: () => (emergency.isOn() ? '' : unsaved.askable()),
    confirm: notices.confirm,
    swap: (name) => slots.get(name)?.follow(true),
  });

  /** What should run here may have changed: the owner of the path, or its version. Unsaved input holds both back. */
  function follow() {
    if (unsaved.isDirty()) return void offer();
    if (here()?.module !== place.get().module) {
      resettle();
      void triggerAppChange();
    }
    for (const slot of slots.values()) slot.follow();
  }

  registerNotFound(routes, outlet);
  for (const name of Object.keys(registry.current().modules)) add(name);
  registry.onChange((changed) => {
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
      const slot = slots.get(now.module);
      if (slot?.executing) witness({ what: 'shown', name: now.module, version: slot.executing, route: here()?.pattern ?? '*' });
      void slot?.revisit();
    }
    before = now;
  });
  return slots;
}
