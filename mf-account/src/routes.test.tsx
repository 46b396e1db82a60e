import { renderScreen } from '@portal/testing/renderScreen';
import { screen } from '@testing-library/react';
import { Screens } from './routes';

it('says plainly that a declared screen is not available yet', async () => {
  renderScreen(<Screens />, { path: '/guard/editProfile' });
  expect(await screen.findByRole('heading', { name: 'This page is not available yet.' })).toBeVisible();
});
