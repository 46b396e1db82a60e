import { profile } from '@portal/contracts/guards/guards.endpoints';
import { staticPage } from '@portal/contracts/pages/pages.endpoints';
import { guard } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen } from '@testing-library/react';
import { Screens } from './routes';

beforeEach(() => {
  mockEndpoint(staticPage, ({ type }) => ({ type, description: '<p>Text</p>' }));
  mockEndpoint(profile, { guard: guard({ identityDocuments: [] }) });
});

it.each([
  ['[ROUTE-03]', '/guard/login', 'Log in'],
  ['[ROUTE-02]', '/select-navigation/login', 'Who are you?'],
  ['[ROUTE-05]', '/guard/forgot-password', 'Forgot your password?'],
  ['[ROUTE-06]', '/guard/reset-password?token=abc', 'Choose a new password'],
  ['[ROUTE-04]', '/guard/signup', 'Register as a Professional'],
  ['[ROUTE-07]', '/guard/otp/1', 'Terms of Use'],
  ['[ROUTE-14]', '/privacy/1', 'Privacy policy'],
  ['[ROUTE-15]', '/termsUse/1', 'Terms & Conditions'],
  ['[ROUTE-16]', '/guard-agreement/1', 'Independent Contractor Agreement'],
  ['[ROUTE-17]', '/work-profile/1?isShow=with_out_login', 'Work Profile'],
  ['[ROUTE-18]', `/review/${mockId(1)}`, 'Registration Review'],
  ['[ROUTE-20]', '/thankYou', 'Thank you for registering'],
])('%s %s shows its screen', async (_, path, heading) => {
  renderScreen(<Screens />, { path, guard: null });
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible();
});

it('shows nothing for a path of another module', () => {
  const { container } = renderScreen(<Screens />, { path: '/search-job', guard: null });
  expect(container).toBeEmptyDOMElement();
});
