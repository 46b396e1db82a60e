import { lifecycles } from '@portal/mf-kit/lifecycles';
import { Screens } from './routes';

export const { bootstrap, mount, unmount, preload, startScreenReads } = lifecycles(Screens);
