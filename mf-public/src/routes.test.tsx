import { renderScreen } from '@portal/testing/renderScreen';
import { screen } from '@testing-library/react';
import { Screens } from './routes';

const visit = (path: string) => renderScreen(<Screens />, { path, guard: null });

it('[ROUTE-01] / shows the public home page', async () => {
  visit('/');
  expect(await screen.findByRole('heading', { name: 'Ten sectors, one profile' })).toBeVisible();
});

it.each([
  ['[ROUTE-59]', '/404'],
  ['[ROUTE-60]', '/no/such/page'],
])('%s %s shows the not-found page', async (_, path) => {
  visit(path);
  expect(await screen.findByRole('heading', { level: 1, name: /Page Is Not Found/ })).toBeVisible();
});

it('says plainly that a declared page is not available yet, above the footer', async () => {
  visit('/faq');
  expect(await screen.findByRole('heading', { name: 'This page is not available yet.' })).toBeVisible();
  expect(screen.getByText('Oshawa, Ontario')).toBeVisible();
});
