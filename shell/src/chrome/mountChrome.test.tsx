import { regions } from '@portal/mf-kit/pageLayout';
import type { ToastKind } from '@portal/mf-kit/portal';
import { documentedRegistry } from '@portal/testing/declaredRegistry';
import { fakePortal } from '@portal/testing/fakePortal';
import { guard } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRegistry } from '../registry/moduleRegistry';
import { createChromeContext } from './chromeContext.fixture';
import { mountChrome } from './mountChrome';

const me = mockId(1);
const registry = createRegistry(documentedRegistry(), {});

/** The page as the portal host serves it, with the chrome in its regions. */
function mounted() {
  const parts = createChromeContext({ portal: fakePortal(guard()), registry });
  document.body.innerHTML = Object.values(regions)
    .map((id) => `<div id="${id}"></div>`)
    .join('');
  act(() => mountChrome(parts));
  const region = (name: keyof typeof regions) => within(document.getElementById(regions[name]) as HTMLElement);
  return { parts, region };
}
const linksOf = (element: HTMLElement) => [...element.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]);

const account = [
  ['My Profile', `/guard/myprofile/${me}`],
  ['Work Profile', `/work-profile/${me}?isShow=with_login`],
  ['My Earning', '/withdraw'],
  ['My Ratings', '/jobRating'],
  ['Alerts', '/notification'],
  ['Job History', '/job-history'],
  ['Report Injury', '/report-injury'],
  ['Settings', '/setting'],
  ['Support', '/support'],
];

it('[SHELL-01, SHELL-09, SHELL-25] the page of a guard has the top navbar, the sidebar and the footer, each in its region', () => {
  const { region } = mounted();
  expect(linksOf(region('bar').getByRole('navigation', { name: 'Main' }))).toEqual([
    ['My Jobs', `/guard/myprofile/${me}#jobs`],
    ['Search Jobs', '/search-job'],
    ['eNotes', '/eNotes'],
    ['Chats', '/chat'],
    ['Notifications', '/notification'],
  ]);
  const side = region('side').getByRole('navigation', { name: 'Account' });
  expect(linksOf(side)).toEqual(account);
  expect(within(side).getByRole('button', { name: 'Logout' })).toBeVisible();
  expect(region('foot').getByText(/^© \d{4} /)).toBeVisible();
});

it('[SHELL-09] under 1024 px the menu of the bar opens the same entries, and closes', async () => {
  const { region } = mounted();
  await userEvent.click(region('bar').getByRole('button', { name: 'Menu' }));
  const menu = within(screen.getByRole('dialog', { name: 'Menu' }));
  expect(linksOf(menu.getByRole('navigation', { name: 'Account' }))).toEqual(account);
  expect(menu.getByRole('button', { name: 'Logout' })).toBeVisible();
  await userEvent.click(menu.getByRole('button', { name: 'Close the menu' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

describe('a toast of a screen', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it.each<[ToastKind]>([['success'], ['error'], ['warning'], ['info']])(
    '[SHELL-46/1] shows a toast of the kind %s for 5 seconds',
    (kind) => {
      const { parts, region } = mounted();
      act(() => parts.notices.toast(kind, 'Gate watch is yours.'));
      const findToast = () => region('notices').queryByText('Gate watch is yours.');
      act(() => jest.advanceTimersByTime(4999));
      expect(findToast()).toBeVisible();
      act(() => jest.advanceTimersByTime(1));
      expect(findToast()).toBeNull();
      expect(parts.notices.toasts.get()).toEqual([]);
    },
  );
});
