import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False while prerendered HTML stands without its code; true at once where nothing was prerendered. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
