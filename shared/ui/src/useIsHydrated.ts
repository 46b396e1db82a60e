import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False during hydration of prerendered HTML. True from the start if nothing was prerendered. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
