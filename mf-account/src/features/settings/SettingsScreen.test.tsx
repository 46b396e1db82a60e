import { renderScreen } from '@portal/testing/renderScreen';
import { mockSettings } from '@portal/testing/settings';
import { screen, within } from '@testing-library/react';
import { Screens } from '../../routes';

const open = () => renderScreen(<Screens />, { path: '/setting' });

it('[ROUTE-32] /setting shows Settings, with a way to each of its sections', async () => {
  mockSettings();
  open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  const links = within(screen.getByRole('navigation', { name: 'On this page' })).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent?.trim())).toEqual([
    'Alerts',
    'Connected accounts',
    'Phone and e-mail',
    'Change Password',
    'Where you are signed in',
    'Privacy',
  ]);
  for (const link of links) {
    const section = screen.getByRole('region', { name: link.textContent?.trim() ?? '' });
    expect(link).toHaveAttribute('href', `/setting#${section.id}`);
    section.focus();
    expect(section).toHaveFocus();
  }
});

it('[SETTING-06] has a Change Password section', async () => {
  mockSettings();
  open();
  const section = within(await screen.findByRole('region', { name: 'Change Password' }));
  expect(section.getByRole('heading', { level: 2, name: 'Change Password' })).toBeVisible();
  expect(section.getByLabelText('Old password')).toBeVisible();
  expect(section.getByLabelText('New password')).toBeVisible();
  expect(section.getByRole('button', { name: 'Change password' })).toBeEnabled();
});
