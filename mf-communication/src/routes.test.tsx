import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen } from '@testing-library/react';
import { Screens } from './routes';

it('[ROUTE-30] /notification shows Notification Alerts', async () => {
  mockEndpoint(listNotifications, { docs: [], total: 0 });
  renderScreen(<Screens />, { path: '/notification' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Notification Alerts' })).toBeVisible();
  expect(await screen.findByText('No Data Found')).toBeVisible();
});

it('says plainly that a declared screen is not available yet', async () => {
  renderScreen(<Screens />, { path: '/chat' });
  expect(await screen.findByRole('heading', { name: 'This page is not available yet.' })).toBeVisible();
});
