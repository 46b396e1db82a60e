import { renderScreen } from '@portal/testing/renderScreen';
import { screen } from '@testing-library/react';
import { Screens } from './routes';

it.each([
  ['[ROUTE-03]', '/guard/login', 'Log in'],
  ['[ROUTE-05]', '/guard/forgot-password', 'Forgot your password?'],
  ['[ROUTE-06]', '/guard/reset-password?token=abc', 'Choose a new password'],
  ['[ROUTE-20]', '/thankYou', 'Thank you for registering'],
])('%s %s shows its screen', async (_, path, heading) => {
  renderScreen(<Screens />, { path, guard: null });
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible();
});

it('says plainly that a declared screen is not available yet', async () => {
  renderScreen(<Screens />, { path: '/guard/registration/1', guard: null });
  expect(await screen.findByRole('heading', { name: 'This page is not available yet.' })).toBeVisible();
});

it('shows nothing for a path of another module', () => {
  const { container } = renderScreen(<Screens />, { path: '/search-job', guard: null });
  expect(container).toBeEmptyDOMElement();
});
