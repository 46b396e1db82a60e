import { type Chrome, chromeOf } from '@portal/mf-kit/module';
import { signal } from '../platform/signal';
import type { RouteMatch, RouteTable } from './routeTable';

/** Where the guard is, for the chrome around the screen. */
export interface PageLocation {
  chrome: Chrome;
  /** The owner of the path. */
  module: string | null;
  pathname: string;
  hash: string;
}

export function createPageLocation(routes: RouteTable) {
  const location = signal<PageLocation>({ chrome: 'bare', module: null, pathname: '', hash: '' });
  return {
    location,
    /** Sets the chrome and the owner of an address. */
    update({ pathname, searchParams, hash }: URL): RouteMatch | null {
      const found = routes.find(pathname);
      const chrome = found ? chromeOf(found.route, searchParams) : 'bare';
      document.body.dataset.chrome = chrome;
      location.set({ chrome, module: found?.module ?? null, pathname, hash });
      return found;
    },
  };
}
