import { createContext } from 'react';
import type { RemoteProps } from './remote';

/** The module host's callbacks, for the screens of the mounted module. */
export type HostCallbacks = Pick<RemoteProps, 'onCrash' | 'onScreenFailed' | 'onMoving'> & Partial<Pick<RemoteProps, 'domElement'>>;

export const HostContext = createContext<HostCallbacks>({
  onCrash(error) {
    throw error;
  },
});
