import { registerApplication } from 'single-spa';
import type { RouteTable } from '../navigation/routes';
import { Slot, type SlotParts } from './slot';

/** Registers every module with single-spa through a slot of the shell's own, which never lets the page wait for a remote. */
export function compose(parts: SlotParts, routes: RouteTable): Map<string, Slot> {
  const slots = new Map<string, Slot>();
  const add = (name: string) => {
    if (slots.has(name)) return;
    const slot = new Slot(name, parts);
    slots.set(name, slot);
    registerApplication({
      name,
      activeWhen: ({ pathname }) => routes.find(pathname)?.module === name,
      app: async () => ({ bootstrap: async () => undefined, mount: async () => slot.enter(), unmount: async () => slot.leave() }),
    });
  };
  for (const name of Object.keys(parts.registry.current().modules)) add(name);
  parts.registry.onChange((changed) => {
    for (const name of changed) {
      add(name);
      slots.get(name)?.follow();
    }
  });
  return slots;
}
