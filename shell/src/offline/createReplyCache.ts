import type { PageLocation } from '../navigation/pageLocation';
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

/** Cached replies of the session's guard, and the age of those that the page shows. */
export function createReplyCache({
  session,
  registry,
  pageLocation: place,
}: ReplyCacheSources): ReplyCacheDeps & Pick<StaleIndicator, 'staleSince'> {
  const shelves = openReplyCaches();
  const shownAs = createStaleIndicator();
  const guardId = () => session.current()?.guardId ?? null;

  // After logout all cached replies are deleted; after login the replies of other guards; expired ones always.
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
