import { previewMedia } from '@portal/contracts/media/media.endpoints';
import { chromeOf } from '@portal/mf-kit/module';
import { regions } from '@portal/mf-kit/pageLayout';
import { documentedRegistry } from '@portal/testing/declaredRegistry';
import { fakePortal, type PortalOver } from '@portal/testing/fakePortal';
import { guard, guardAt } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Profiler } from 'react';
import type { PageLocation } from '../navigation/pageLocation';
import { signal } from '../platform/signal';
import type { BadgeCounts } from '../realtime/badgeCounts';
import { createRegistry } from '../registry/moduleRegistry';
import { createChromeContext } from './chromeContext.fixture';
import { EntryLink } from './EntryLink';
import { Footer } from './Footer';
import { BottomBar, Sidebar } from './Menus';
import { menuOf } from './menu';
import { mountChrome } from './mountChrome';
import { TopBar } from './TopBar';

const me = mockId(1);
const registry = createRegistry(documentedRegistry(), {});
const chromeParts = (over: PortalOver = {}, chrome: PageLocation['chrome'] = 'guard', signedUp = guard()) =>
  createChromeContext({ portal: fakePortal(signedUp, over), registry }, chrome);

describe('the top navbar', () => {
  it.each([
    ['[SHELL-02] My Jobs', 'My Jobs', `/guard/myprofile/${me}#jobs`],
    ['[SHELL-03] Search Jobs', 'Search Jobs', '/search-job'],
    ['[SHELL-04] eNotes', 'eNotes', '/eNotes'],
    ['[SHELL-05] Chats', 'Chats', '/chat'],
    ['[SHELL-06] the notifications', 'Notifications', '/notification'],
  ])('%s', (_, label, href) => {
    render(<TopBar parts={chromeParts()} />);
    expect(within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: label })).toHaveAttribute('href', href);
  });

  it('has its entries in the stated order, as has the bar at the foot of phones', () => {
    const shared = chromeParts();
    const labels = () => screen.getAllByRole('link').map((link) => link.textContent);
    const { unmount } = render(<BottomBar parts={shared} />);
    const order = ['My Jobs', 'Search Jobs', 'eNotes', 'Chats', 'Notifications'];
    expect(labels()).toEqual(order);
    unmount();
    render(<TopBar parts={shared} />);
    expect(labels().filter((label) => order.includes(label ?? ''))).toEqual(order);
  });

  it('an entry shows and names the unread count of its domain in the bar, the sidebar and at the foot of phones', () => {
    const shared = { ...chromeParts(), counts: signal<BadgeCounts>({ notifications: 3, elsewhere: 9 }) };
    for (const [region, name] of [
      [<TopBar key="bar" parts={shared} />, 'Notifications 3 unread'],
      [<BottomBar key="foot" parts={shared} />, 'Notifications 3 unread'],
      [<Sidebar key="side" parts={shared} />, 'Alerts 3 unread'],
    ] as const) {
      const { unmount } = render(region);
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', '/notification');
      expect(screen.getByText('3')).toBeVisible();
      expect(screen.queryByText('9')).toBeNull();
      unmount();
    }
  });

  it('a count follows the server, and zero is not shown', () => {
    const counts = signal<BadgeCounts>({ notifications: 120 });
    render(<TopBar parts={{ ...chromeParts(), counts }} />);
    expect(screen.getByRole('link', { name: 'Notifications 120 unread' })).toHaveTextContent('99+');
    act(() => counts.set({ notifications: 0 }));
    expect(screen.getByRole('link', { name: 'Notifications' })).toHaveTextContent(/^Notifications$/);
  });

  it('[SHELL-07] shows the profile picture of the guard', async () => {
    const mocked = mockEndpoint(previewMedia, null);
    render(<TopBar parts={chromeParts({}, 'guard', guard({ profileImage: 'ada.png' }))} />);
    const profile = screen.getByRole('link', { name: 'My Profile' });
    await waitFor(() => expect(profile.querySelector('img')).toHaveAttribute('src', 'blob:test'));
    expect(mocked.calls).toEqual([{ filename: 'ada.png' }]);
  });

  it('[SHELL-08] shows the default picture when the guard has none', () => {
    render(<TopBar parts={chromeParts()} />);
    const profile = screen.getByRole('link', { name: 'My Profile' });
    expect(profile.querySelector('img')).toBeNull();
    expect(profile.querySelector('svg')).toBeInTheDocument();
  });

  it('offers Log in and Register to a visitor', () => {
    render(<TopBar parts={{ ...chromeParts({}, 'public'), portal: fakePortal(null) }} />);
    const account = within(screen.getByRole('navigation', { name: 'Account' }));
    expect(account.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/guard/login');
    expect(account.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/guard/signup');
  });
});

describe('the header of the public site', () => {
  const visitor = () => ({ ...chromeParts({}, 'public'), portal: fakePortal(null) });
  const pages = [
    ['Services', '/services'],
    ['How It Works', '/how-it-work'],
    ['FAQ', '/faq'],
    ['About Us', '/about-us'],
    ['Contact Us', '/contact_us'],
  ];
  const linksOf = (element: HTMLElement) => [...element.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]);

  it('links to its pages in a row and in a menu, and marks the current one', () => {
    const shared = visitor();
    shared.pageLocation.set({ chrome: 'public', module: null, pathname: '/faq', hash: '' });
    render(<TopBar parts={shared} />);
    const [row, menu] = screen.getAllByRole('navigation', { name: 'Site', hidden: true });
    expect(linksOf(row as HTMLElement)).toEqual(pages);
    expect(linksOf(menu as HTMLElement)).toEqual([...pages, ['Log in', '/guard/login'], ['Register', '/guard/signup']]);
    expect(menu?.closest('details')).not.toHaveAttribute('open');
    expect(within(row as HTMLElement).getByRole('link', { current: 'page' })).toHaveTextContent('FAQ');
  });

  it('closes its menu by Escape, by a press elsewhere and on another page', async () => {
    const shared = visitor();
    const { container } = render(<TopBar parts={shared} />);
    const menu = () => container.querySelector('details') as HTMLDetailsElement;
    const summary = () => menu().querySelector('summary') as HTMLElement;
    await userEvent.click(summary());
    expect(menu().open).toBe(true);
    await userEvent.keyboard('{Escape}');
    expect(menu().open).toBe(false);
    expect(summary()).toHaveFocus();
    await userEvent.click(summary());
    await userEvent.click(document.body);
    expect(menu().open).toBe(false);
    await userEvent.click(summary());
    act(() => shared.pageLocation.set({ chrome: 'public', module: null, pathname: '/services', hash: '' }));
    expect(menu().open).toBe(false);
  });

  it('links a guard with a session to the portal', () => {
    render(<TopBar parts={chromeParts({}, 'public')} />);
    const account = screen.getByRole('navigation', { name: 'Account' });
    expect(linksOf(account)).toEqual([['My portal', `/guard/myprofile/${me}`]]);
  });
});

const sidebar = [
  ['[SHELL-10] My Profile', 'My Profile', `/guard/myprofile/${me}`],
  ['[SHELL-11] Work Profile', 'Work Profile', `/work-profile/${me}?isShow=with_login`],
  ['[SHELL-12] My Earning', 'My Earning', '/withdraw'],
  ['[SHELL-13] My Ratings', 'My Ratings', '/jobRating'],
  ['[SHELL-14] Alerts', 'Alerts', '/notification'],
  ['[SHELL-15] Job History', 'Job History', '/job-history'],
  ['[SHELL-16] Report Injury', 'Report Injury', '/report-injury'],
  ['[SHELL-17] Settings', 'Settings', '/setting'],
  ['[SHELL-18] Support', 'Support', '/support'],
];

describe('the sidebar', () => {
  it.each(sidebar)('%s', (_, label, href) => {
    render(<Sidebar parts={chromeParts()} />);
    expect(screen.getByRole('link', { name: label })).toHaveAttribute('href', href);
  });

  it('[SHELL-19] ends with Logout', async () => {
    const logout = jest.fn(async () => undefined);
    render(<Sidebar parts={chromeParts({ session: { logout } })} />);
    expect(screen.getByRole('navigation', { name: 'Account' }).lastElementChild).toHaveTextContent('Logout');
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
    expect(logout).toHaveBeenCalled();
  });

  it('is not on public pages', () => {
    const { container } = render(<Sidebar parts={chromeParts({}, 'public')} />);
    expect(container).toBeEmptyDOMElement();
  });
});

describe('every logged-in screen', () => {
  afterEach(() => document.body.replaceChildren());
  /** After onboarding, some steps are logged-in screens for changes. */
  const loggedInQuery = '?status=loggedin';
  const changed: Record<string, string> = {
    '/guard/registration/:id': loggedInQuery,
    '/review/:id': loggedInQuery,
    '/work-profile/:id': '?isShow=with_login',
  };
  const loggedIn = Object.values(registry.current().modules)
    .flatMap(({ routes }) => Object.entries(routes))
    .filter(([, { access }]) => ['guard', 'held', 'session'].includes(access));

  it.each(loggedIn)(
    '[SHELL-01, SHELL-09, SHELL-25, AUTHZ-04] %s has the top navbar, the sidebar and the footer, and no other link or button',
    (pattern, route) => {
      expect(route.access === 'session').toBe(pattern in changed);
      document.body.innerHTML = Object.values(regions).reduce((body, id) => `${body}<div id="${id}"></div>`, '');
      act(() => mountChrome(chromeParts({}, chromeOf(route, new URLSearchParams(changed[pattern])))));
      const inside = (region: keyof typeof regions) => within(document.getElementById(regions[region]) as HTMLElement);
      expect(within(inside('bar').getByRole('navigation', { name: 'Main' })).getAllByRole('link')).toHaveLength(5);
      expect(inside('foot').getByText(/^© 2027 /)).toBeVisible();
      const side = within(inside('side').getByRole('navigation', { name: 'Account' }));
      for (const [, label = ''] of sidebar) expect(side.getByRole('link', { name: label })).toBeInTheDocument();
      const named = (role: string) => within(document.body).getAllByRole(role);
      const names = (role: string) => named(role).map((one) => one.getAttribute('aria-label') ?? one.textContent ?? '');
      const top = ['My Jobs', 'Search Jobs', 'eNotes', 'Chats', 'Notifications'];
      expect(new Set(names('link'))).toEqual(new Set(['Guard Portal', ...top, ...sidebar.map(([, label]) => label)]));
      expect(names('button').filter((name) => !name.startsWith('Theme: '))).toEqual(['Menu', 'Logout']);
    },
  );
});

it.each([
  ['done', ['My Jobs', 'Search Jobs', 'eNotes', 'Chats', 'Notifications'], 9],
  ['approval', ['Application status', 'My Documents', 'Contact Us'], 0],
  ['registration', [], 0],
] as const)('shows a guard at the step %s only the menu entries that open', (step, top, side) => {
  const signedUp = guardAt[step]();
  const entries = (slot: 'top' | 'side') =>
    menuOf(registry.current(), slot, { guardId: signedUp.id, guard: signedUp }).map(({ label }) => label);
  expect([entries('top'), entries('side').length]).toEqual([top, side]);
});

it('[AUTHZ-08, AUTHZ-10/5, THANKYOU-13/2] a guard who waits for approval finds the status, the documents and help in the menu', () => {
  render(<BottomBar parts={chromeParts({}, 'guard', guardAt.approval())} />);
  const bar = within(screen.getByRole('navigation', { name: 'Main' }));
  expect(bar.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Application status', '/thankYou'],
    ['My Documents', '/guard/documents'],
    ['Contact Us', '/contact_us'],
  ]);
});

it.each(['guard', 'public'] as const)('has no bar of a guard without menu entries on a %s page', (chrome) => {
  const { container } = render(<BottomBar parts={chromeParts({}, chrome, guardAt.registration())} />);
  expect(container).toBeEmptyDOMElement();
});

it('[SHELL-25] writes the current year under logged-in screens', () => {
  render(<Footer parts={chromeParts({ now: () => new Date('2031-06-01T12:00:00Z') })} />);
  expect(screen.getByText(/©\s+2031/)).toBeInTheDocument();
});

it('[SHELL-41/1, SHELL-41/2] marks My Jobs as current only at its section', () => {
  const shared = chromeParts();
  shared.pageLocation.set({ chrome: 'guard', module: null, pathname: `/guard/myprofile/${me}`, hash: '#jobs' });
  const { unmount } = render(<BottomBar parts={shared} />);
  expect(screen.getByRole('link', { name: 'My Jobs' })).toHaveAttribute('href', `/guard/myprofile/${me}#jobs`);
  expect(screen.getByRole('link', { name: 'My Jobs' })).toHaveAttribute('aria-current', 'page');
  unmount();
  shared.pageLocation.set({ chrome: 'guard', module: null, pathname: `/guard/myprofile/${me}`, hash: '' });
  render(<BottomBar parts={shared} />);
  expect(screen.getByRole('link', { name: 'My Jobs' })).not.toHaveAttribute('aria-current');
});

it('renders only the previous and the current entry again at a move', () => {
  const shared = chromeParts();
  const menu = () => menuOf(registry.current(), 'top', { guardId: me, guard: guard() });
  const rendered: string[] = [];
  render(
    menu().map((entry) => (
      <Profiler key={entry.label} id={entry.label} onRender={(label) => rendered.push(label)}>
        <EntryLink parts={shared} entry={entry} look="bar" />
      </Profiler>
    )),
  );
  rendered.length = 0;
  act(() => shared.pageLocation.set({ chrome: 'guard', module: null, pathname: '/notification', hash: '' }));
  expect(rendered).toEqual(['Search Jobs', 'Notifications']);
  expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('Notifications');
});
