import '@portal/testing/deviceStorage';
import { profile } from '@portal/contracts/guards/guards.endpoints';
import { staticPage } from '@portal/contracts/pages/pages.endpoints';
import { listSpecialities } from '@portal/contracts/specialities/specialities.endpoints';
import { guard, guardAt } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen } from '@testing-library/react';
import { Screens } from './routes';

beforeEach(() => {
  mockEndpoint(staticPage, ({ type }) => ({ type, description: `<p>Text of ${type}</p>` }));
  mockEndpoint(profile, { guard: guard({ identityDocuments: [] }) });
  mockEndpoint(listSpecialities, [{ id: mockId(90), name: 'Bank' }]);
});

const field = (label: string) => screen.findByLabelText(label);
const button = (name: string) => screen.findByRole('button', { name });
const PREVIOUS = /^Previous/;
const link = (name: string | RegExp) => screen.findByRole('link', { name });
const text = (words: string) => screen.findByText(words);

it.each<[string, string, string, () => Promise<HTMLElement>[]]>([
  ['ROUTE-03', '/guard/login', 'Log in', () => [field('Email'), field('Password'), button('Log in')]],
  ['ROUTE-02', '/select-navigation/login', 'Guard or customer?', () => [link('Guards'), link('Customers')]],
  ['ROUTE-02', '/select-navigation/signup', 'Guard or customer?', () => [link('Guards'), link('Customers')]],
  ['ROUTE-05', '/guard/forgot-password', 'Forgot your password?', () => [field('Email'), button('Send me a link')]],
  ['ROUTE-06', '/guard/reset-password?token=abc', 'Choose a new password', () => [field('New password'), field('Confirm password')]],
  ['ROUTE-04', '/guard/signup', 'Register as a Professional', () => [field('First name'), field('Email'), button('Register')]],
  [
    'ROUTE-07',
    '/guard/otp/1',
    'Terms of Use',
    () => [
      ...[/submit all required documents/, /individual, not an agency/, /news and offers/].map((name) =>
        screen.findByRole('checkbox', { name }),
      ),
      field('One-time code'),
    ],
  ],
  ['ROUTE-14', '/privacy/1', 'Privacy policy', () => [text('Text of privacy'), button('Agree & Continue')]],
  ['ROUTE-15', '/termsUse/1', 'Terms & Conditions', () => [text('Text of terms'), button('Agree & Continue'), link(PREVIOUS)]],
  [
    'ROUTE-16',
    '/guard-agreement/1',
    'Independent Contractor Agreement',
    () => [text('Text of guardAgreement'), button('Agree & Continue'), link(PREVIOUS)],
  ],
  [
    'ROUTE-20',
    '/thankYou',
    'Thank you for registering',
    () => ['Profile Approval', 'Add Documents', 'Get Approved', 'Apply Jobs'].map(text),
  ],
])('[%s] %s shows its screen: %s', async (_id, path, heading, content) => {
  renderScreen(<Screens />, { path, guard: null });
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible();
  for (const part of await Promise.all(content())) expect(part).toBeVisible();
});

it.each<[string, string, string, () => Promise<HTMLElement>[]]>([
  ['ROUTE-08', `/guard/registration/${mockId(1)}`, 'Registration', () => [field('Security licence number'), button('Save and continue')]],
  [
    'ROUTE-17',
    `/work-profile/${mockId(1)}?isShow=with_out_login`,
    'Work Profile',
    () => [
      screen.findByRole('combobox', { name: 'Address' }),
      screen.findByRole('checkbox', { name: 'Bank' }),
      button('Save work profile'),
    ],
  ],
  ['ROUTE-18', `/review/${mockId(1)}`, 'Registration Review', () => [text('Ada Marsh'), text('ada.marsh@example.com'), link('Submit')]],
])('[%s] %s shows a guard its screen: %s', async (_id, path, heading, content) => {
  renderScreen(<Screens />, { path, guard: guard({ identityDocuments: [] }) });
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible();
  for (const part of await Promise.all(content())) expect(part).toBeVisible();
});

it.each([
  ['/termsUse', 'Terms & Conditions', '/privacy'],
  ['/guard-agreement', 'Independent Contractor Agreement', '/termsUse'],
  ['/guard/otp', 'Terms of Use', '/guard-agreement'],
  ['/guard/registration', 'Registration', '/guard-agreement'],
])('[SHELL-42/3] the screen of %s has Previous, which opens %s', async (path, heading, previous) => {
  const who = path === '/guard/registration' ? guardAt.registration() : null;
  const { portal, user } = renderScreen(<Screens />, { path: `${path}/${mockId(1)}`, guard: who });
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible();
  const way = screen.getByRole('link', { name: 'Previous' });
  expect(way).toBeVisible();
  await user.click(way);
  expect(portal.navigations.map(({ to }) => to)).toEqual([`${previous}/${mockId(1)}`]);
});

it('shows nothing for a path of another module', () => {
  const { container } = renderScreen(<Screens />, { path: '/search-job', guard: null });
  expect(container).toBeEmptyDOMElement();
});
