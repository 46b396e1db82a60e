import { renderScreen } from '@portal/testing/renderScreen';
import { screen } from '@testing-library/react';
import { Screens } from '../../../routes';

// No endpoint is mocked in this file, so a call would fail its test.

it('[EARN-16, EARN-17, MYEARNING-01, ROUTE-28] /myEarning shows the stated cards with sample data, labels them, and makes no call', async () => {
  renderScreen(<Screens />, { path: '/myEarning' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Earnings (sample)' })).toBeVisible();
  expect(['All Jobs', 'Upcoming', 'Withdrawn'].map((label) => screen.getByText(label).nextElementSibling?.textContent)).toEqual([
    '24',
    '3',
    '$3,100.00',
  ]);
  expect(screen.getByRole('status')).toHaveTextContent('Sample. Nothing on this page is real, and nothing here is or was paid.');
});

it('[ROUTE-61/3] /myEarning and /myRating have a visible Sample banner and a link to the live screen', async () => {
  for (const [path, live] of [
    ['/myEarning', '/withdraw'],
    ['/myRating', '/jobRating'],
  ] as const) {
    const { unmount } = renderScreen(<Screens />, { path });
    expect(await screen.findByRole('status')).toHaveTextContent(/^Sample\./);
    expect(screen.getByRole('link')).toHaveAttribute('href', live);
    unmount();
  }
});
