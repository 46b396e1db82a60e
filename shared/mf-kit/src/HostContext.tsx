import { createContext } from 'react';
import type { RemoteProps } from './portal';

/** Whom a module tells of its screens: the slot that it is mounted in. */
export type Host = Pick<RemoteProps, 'onCrash' | 'onScreenFailed' | 'onMoving'>;

export const HostContext = createContext<Host>({
  onCrash(error) {
    throw error;
  },
});
