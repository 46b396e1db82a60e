import { registerApplication } from 'single-spa';
import type { RouteTable } from '../navigation/routeTable';
import { renderErrorCard } from './host/ErrorCard';

/**
 * The shell's page for a path that no module has, not even as `*`. The portal host's watchdog treats an empty page as a failure of the shell.
 */
export function registerNotFound(routes: RouteTable, outlet: HTMLElement): void {
  let removePage = () => {};
  registerApplication({
    name: 'not-found',
    activeWhen: ({ pathname }) => routes.find(pathname) === null,
    app: async () => ({
      bootstrap: async () => undefined,
      async mount() {
        const element = document.createElement('div');
        outlet.append(element);
        const unmount = renderErrorCard(element, { kind: 'unknown' });
        removePage = () => {
          unmount();
          element.remove();
        };
      },
      unmount: async () => removePage(),
    }),
  });
}
