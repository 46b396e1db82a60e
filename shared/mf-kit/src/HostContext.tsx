import { createContext } from 'react';
import type { RemoteProps } from './remote';

/** Whom a module tells of its screens: the slot that it is mounted in. */
export type Host = Pick<RemoteProps, 'onCrash' | 'onScreenFailed' | 'onMoving'> & Partial<Pick<RemoteProps, 'domElement'>>;

export const HostContext = createContext<Host>({
  onCrash(error) {
    throw error;
  },
});
