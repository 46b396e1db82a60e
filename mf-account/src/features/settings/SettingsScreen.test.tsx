import { profile } from '@portal/contracts/guards/guards.endpoints';
import { guard } from '@portal/testing/guard';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { mockSettings } from '@portal/testing/settings';
import { act, screen, waitFor, within } from '@testing-library/react';
import { Screens } from '../../routes';

const open = (hash = '') => renderScreen(<Screens />, { path: `/setting${hash}` });

it('[ROUTE-32] /setting shows Settings, with six entries', async () => {
  mockSettings();
  open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  const links = within(screen.getByRole('navigation', { name: 'Settings' })).getAllByRole('link');
  expect(links.map((link) => [link.querySelector('strong')?.textContent, link.getAttribute('href')])).toEqual([
    ['Alerts', '/setting#alerts'],
    ['Connected accounts', '/setting#connected'],
    ['Phone and e-mail', '/setting#contact'],
    ['Password and second factor', '/setting#password'],
    ['Where you are signed in', '/setting#sessions'],
    ['Privacy', '/setting#privacy'],
  ]);
});

it.each([
  ['alerts', 'Alerts', ['Alerts']],
  ['connected', 'Connected accounts', ['Connected accounts']],
  ['contact', 'Phone and e-mail', ['Phone and e-mail']],
  ['password', 'Password and second factor', ['Change Password', 'Second factor']],
  ['factors', 'Password and second factor', ['Change Password', 'Second factor']],
  ['sessions', 'Where you are signed in', ['Where you are signed in']],
  ['privacy', 'Privacy', ['Privacy']],
])('a link to #%s opens only the sub-page %s, with its title and a link back', async (id, title, regions) => {
  mockSettings();
  const { portal } = open(`#${id}`);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
  const sections = [...document.querySelectorAll('section[tabindex="-1"]')];
  expect(sections).toEqual(regions.map((name) => screen.getByRole('region', { name })));
  const target = document.getElementById(id);
  target?.focus();
  expect(target).toHaveFocus();
  expect(portal.titles.at(-1)).toBe(title);
  expect(target?.closest('[data-fragment-page]')).not.toBeNull();
  expect(screen.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/setting');
});

it.each(['Alerts', 'Phone and e-mail', 'Privacy'])('the entry %s moves the focus to the title of its page', async (title) => {
  mockSettings();
  const { user } = open();
  await user.click(await screen.findByRole('link', { name: new RegExp(`^${title}`) }));
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: title })).toHaveFocus());
});

it('a link to a part of the privacy page opens that page', async () => {
  mockSettings();
  open('#privacy-copy');
  expect(await screen.findByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'Take a copy' })).toHaveAttribute('id', 'privacy-copy');
});

it('the overview, a sub-page and the way back are entries of the history', async () => {
  mockSettings();
  const { user, portal } = open();
  await user.click(await screen.findByRole('link', { name: /^Phone and e-mail/ }));
  expect(await screen.findByRole('button', { name: 'Change phone' })).toBeVisible();
  expect(window.location.hash).toBe('#contact');
  expect(portal.navigations.at(-1)).toMatchObject({ to: '/setting#contact' });
  act(() => window.history.back());
  expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  expect(portal.titles.at(-1)).toBe('Settings');
});

it('[SETTING-06] has a Change Password section', async () => {
  mockSettings();
  open('#password');
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
  const { user } = open('#alerts');
  const on = async (group: string) => {
    const switches = within(await screen.findByRole('group', { name: group })).getAllByRole<HTMLInputElement>('switch');
    return switches.map(({ checked }) => checked);
  };
  expect(await on('New job')).toEqual([true, false, false]);
  expect(await on('Chat')).toEqual([false, true, false]);
  expect(await on('Job award')).toEqual([false, false, true]);
  expect(await on('Job cancel')).toEqual([true, true, false]);
  expect(screen.getByRole<HTMLInputElement>('switch', { name: /^Push notifications/ }).checked).toBe(name === 'Google');
  await user.click(screen.getByRole('link', { name: 'Settings' }));
  await user.click(await screen.findByRole('link', { name: /^Connected accounts/ }));
  const rows = await within(screen.getByRole('region', { name: 'Connected accounts' })).findAllByRole('listitem');
  expect(rows.filter((row) => within(row).queryByText('Connected')).map((row) => within(row).getByRole('heading').textContent)).toEqual([
    expect.stringMatching(`^${name}`),
  ]);
  expect(profile).toMatchObject({ method: 'GET', path: '/guard/profile/:id' });
  expect(read.calls).toContainEqual({ id: guard().id });
});
