import { lifecycles } from '@portal/mf-kit/lifecycles';
import { defineRoutes } from '@portal/mf-kit/routes';
import { sitemap } from './routes';

export const { bootstrap, mount, unmount, preload, startScreenReads } = lifecycles(defineRoutes(sitemap));
