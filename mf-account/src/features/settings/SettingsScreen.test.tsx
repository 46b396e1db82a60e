import { profile } from '@portal/contracts/guards/guards.endpoints';
import { guard } from '@portal/testing/guard';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
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

const off = { isSMS: false, isEmail: false, isNotification: false };

it.each([
  ['Google', { socialGmailId: 'person', socialFacebookId: null }],
  ['Facebook', { socialGmailId: null, socialFacebookId: 'person' }],
])('[SETTING-12] loads the guard with each notification setting and the id of %s from GET /guard/profile/{id}', async (name, social) => {
  mockSettings();
  const notificationSettings = {
    newJob: { ...off, isSMS: true },
    chat: { ...off, isEmail: true },
    jobAward: { ...off, isNotification: true },
    jobCancel: { ...off, isSMS: true, isEmail: true },
    isNotification: name === 'Google',
  };
  const read = mockEndpoint(profile, { guard: guard({ ...social, notificationSettings }) });
  open();
  const on = async (group: string) => {
    const switches = within(await screen.findByRole('group', { name: group })).getAllByRole<HTMLInputElement>('switch');
    return switches.map(({ checked }) => checked);
  };
  expect(await on('New job')).toEqual([true, false, false]);
  expect(await on('Chat')).toEqual([false, true, false]);
  expect(await on('Job award')).toEqual([false, false, true]);
  expect(await on('Job cancel')).toEqual([true, true, false]);
  expect(screen.getByRole<HTMLInputElement>('switch', { name: /^Push notifications/ }).checked).toBe(name === 'Google');
  const rows = within(screen.getByRole('region', { name: 'Connected accounts' })).getAllByRole('listitem');
  expect(rows.filter((row) => within(row).queryByText('Connected')).map((row) => within(row).getByRole('heading').textContent)).toEqual([
    expect.stringMatching(`^${name}`),
  ]);
  expect(profile).toMatchObject({ method: 'GET', path: '/guard/profile/:id' });
  expect(read.calls).toContainEqual({ id: guard().id });
});
