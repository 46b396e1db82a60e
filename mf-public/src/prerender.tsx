import { prerenderer } from '@portal/mf-kit/prerender';
import { Screens } from './routes';
import { structuredData } from './structuredData';

export const prerender = prerenderer(Screens, { jsonLd: structuredData });
