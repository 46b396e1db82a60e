import { prerenderer } from '@portal/mf-kit/prerender';
import { Screens } from './routes';

export const prerender = prerenderer(Screens);
