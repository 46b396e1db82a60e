import { cookie, plainCookie } from '@portal/device/storage';
import { DRAW_COOKIE, readDraw } from '@portal/mf-kit/canary';
import type { Page } from '../boot/page';
import { createRouteTable } from '../navigation/routes';
import { createLoader } from './loader';
import { createPrefetch } from './prefetch';
import { createRegistry } from './registry';
import { createSources, enforce, foreignScripts } from './sources';

/** The modules of this page: which versions, who owns which path, how their files are fetched. From here on nothing unlisted runs. */
export function openModules({ registry: served, files, config }: Page) {
  const registry = createRegistry(served, files, readDraw(cookie(DRAW_COOKIE) ?? plainCookie(DRAW_COOKIE)));
  const sources = createSources(registry);
  enforce(sources, foreignScripts(config));
  const routes = createRouteTable(registry);
  const loader = createLoader(registry, sources);
  return { registry, routes, loader, patience: config.patience, prefetch: createPrefetch(registry, loader, routes) };
}
export type Modules = ReturnType<typeof openModules>;
