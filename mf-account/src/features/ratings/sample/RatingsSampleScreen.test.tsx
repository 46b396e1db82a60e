import { renderScreen } from '@portal/testing/renderScreen';
import { screen } from '@testing-library/react';
import { Screens } from '../../../routes';

it('[MYRATING-01, ROUTE-22] /myRating shows sample content, labels it, links to the live screen and makes no call', async () => {
  // No endpoint is mocked, so a call would fail this test.
  renderScreen(<Screens />, { path: '/myRating' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Ratings' })).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent(/^Sample\. Nothing on this page is real/);
  expect(screen.getAllByRole('article').map(({ textContent }) => textContent)).toEqual([
    'Sample: night patrol of a warehouseSample Street, Toronto',
    'Sample: front desk of an office towerSample Tower, Ottawa',
    'Sample: gate of a building siteSample Yard, Hamilton',
  ]);
  expect(screen.getByRole('link', { name: 'Open the live My Ratings screen' })).toHaveAttribute('href', '/jobRating');
});
