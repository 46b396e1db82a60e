import type { Signal } from '../boot/signal';
import type { Place } from '../chrome/context';
import type { LiveRegistry } from '../composition/registry';
import type { SessionCore } from '../session/session';
import { type KeptParts, openShelves } from './kept';
import { createShownAs, type ShownAs } from './shownAs';

export interface KeepingParts {
  session: Pick<SessionCore, 'current' | 'subscribe'>;
  registry: Pick<LiveRegistry, 'current'>;
  place: Pick<Signal<Place>, 'get' | 'subscribe'>;
}

/** What this device keeps of replies, for whom, and since when the page shows something of it (`at`). */
export function createKeeping({ session, registry, place }: KeepingParts): KeptParts & Pick<ShownAs, 'at'> {
  const shelves = openShelves();
  const shownAs = createShownAs();
  const guardId = () => session.current()?.guardId ?? null;

  // Whoever left leaves nothing, and another guard finds nothing of the first; whoever stays loses what is too old.
  const clear = () => void shelves.keepOnly(guardId());
  session.subscribe(clear);
  clear();
  let { pathname } = place.get();
  place.subscribe(() => {
    if (place.get().pathname !== pathname) shownAs.clear();
    pathname = place.get().pathname;
  });
  return { shelves, guardId, mayKeep: () => registry.current().workerOff === undefined, ...shownAs };
}
