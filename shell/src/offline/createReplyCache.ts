import type { PageLocation } from '../chrome/chromeContext';
import type { Signal } from '../platform/signal';
import type { ModuleRegistry } from '../registry/moduleRegistry';
import type { SessionCore } from '../session/session';
import { openReplyCaches, type ReplyCacheDeps } from './replyCache';
import { createStaleIndicator, type StaleIndicator } from './staleIndicator';

export interface ReplyCacheSources {
  session: Pick<SessionCore, 'current' | 'subscribe'>;
  registry: Pick<ModuleRegistry, 'current'>;
  pageLocation: Pick<Signal<PageLocation>, 'get' | 'subscribe'>;
}

/** What this device keeps of replies, for whom, and since when the page shows something of it (`at`). */
export function createReplyCache({
  session,
  registry,
  pageLocation: place,
}: ReplyCacheSources): ReplyCacheDeps & Pick<StaleIndicator, 'staleSince'> {
  const shelves = openReplyCaches();
  const shownAs = createStaleIndicator();
  const guardId = () => session.current()?.guardId ?? null;

  // Whoever left leaves nothing, and another guard finds nothing of the first; whoever stays loses what is too old.
  const clear = () => void shelves.retainOnly(guardId());
  session.subscribe(clear);
  clear();
  let { pathname } = place.get();
  place.subscribe(() => {
    if (place.get().pathname !== pathname) shownAs.clear();
    pathname = place.get().pathname;
  });
  return { shelves, guardId, isCachingAllowed: () => registry.current().workerOff === undefined, ...shownAs };
}
