import { registryModule, registryOf } from '@portal/testing/registry';
import { act, screen } from '@testing-library/react';
import { start, triggerAppChange } from 'single-spa';
import { signalReady } from '../boot/readySignal';
import { createRouteTable } from '../navigation/routeTable';
import { createRegistry } from '../registry/moduleRegistry';
import { registerNotFound } from './notFoundPage';

const route = { access: 'public', chrome: 'public', title: 'Search' } as const;
const jobs = registryModule('mf-jobs', '1.0.0', { '/search-job': route });

it('shows the not-found page with a link to Home while no module has the path', async () => {
  document.body.innerHTML = '<main><noscript></noscript></main>';
  const outlet = document.querySelector('main') as HTMLElement;
  const registry = createRegistry(registryOf({ 'mf-jobs': jobs }), {});
  window.history.replaceState(null, '', '/nobody');
  registerNotFound(createRouteTable(registry), outlet);
  signalReady(outlet);
  start({ urlRerouteOnly: true });
  await act(() => triggerAppChange());

  expect(screen.getByRole('heading', { level: 1, name: 'Page not found' })).toHaveFocus();
  expect(screen.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
  expect(screen.queryByRole('button')).toBeNull();
  // The watchdog of the portal host checks both.
  expect(document.documentElement.dataset.shell).toBe('ready');
  expect(document.querySelector('main :not(noscript)')).not.toBeNull();

  registry.apply(registryOf({ 'mf-jobs': jobs, 'mf-public': registryModule('mf-public', '1.0.0', { '*': route }) }, 2));
  await act(() => triggerAppChange());
  expect(outlet.innerHTML).toBe('<noscript></noscript>');
});
