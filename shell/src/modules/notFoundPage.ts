import { registerApplication } from 'single-spa';
import type { RouteTable } from '../navigation/routeTable';
import { renderErrorCard } from './host/ErrorCard';

/**
 * The shell's own page for a path that no module has, not even as `*`. Without it the page would have nothing in it, which the host's watchdog
 * takes for a fault of the shell.
 */
export function registerNotFound(routes: RouteTable, outlet: HTMLElement): void {
  let takeAway = () => {};
  registerApplication({
    name: 'not-found',
    activeWhen: ({ pathname }) => routes.find(pathname) === null,
    app: async () => ({
      bootstrap: async () => undefined,
      async mount() {
        const place = document.createElement('div');
        outlet.append(place);
        const unmount = renderErrorCard(place, { kind: 'unknown' });
        takeAway = () => {
          unmount();
          place.remove();
        };
      },
      unmount: async () => takeAway(),
    }),
  });
}
