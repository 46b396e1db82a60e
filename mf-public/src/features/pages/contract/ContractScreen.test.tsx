import { staticPage } from '@portal/contracts/pages/pages.endpoints';
import { guardAt } from '@portal/testing/guard';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen } from '@testing-library/react';
import { ContractScreen } from './ContractScreen';

const way = () => screen.getByRole('link', { name: 'Agree & Continue' });
let calls: unknown[];
beforeEach(() => {
  ({ calls } = mockEndpoint(staticPage, ({ type }) => ({ type, description: '<h2>Independent contractor</h2>' })));
});

it('[PUBLIC-CONTRACT-01/1] shows the guardAgreement page of the API in the scrolling box', async () => {
  renderScreen(<ContractScreen />, { path: '/contract_agreement', guard: null });
  const box = await screen.findByRole('region', { name: 'Contract agreement' });
  expect(await screen.findByRole('heading', { name: 'Independent contractor' })).toBeVisible();
  expect(box).toContainElement(screen.getByTestId('rich-text'));
  expect(box).toHaveAttribute('tabindex', '0');
  expect(calls).toEqual([{ type: 'guardAgreement' }]);
});

it('[PUBLIC-CONTRACT-02, PUBLIC-CONTRACT-03/2] without a session Agree & Continue links to the login', async () => {
  renderScreen(<ContractScreen />, { path: '/contract_agreement', guard: null });
  expect(way()).toHaveAttribute('href', '/guard/login');
  await screen.findByTestId('rich-text');
});

it.each([
  ['privacy', guardAt.privacy(), '/privacy/'],
  ['terms', guardAt.terms(), '/termsUse/'],
  ['agreement', guardAt.agreement(), '/guard-agreement/'],
])('[PUBLIC-CONTRACT-03/1] with a session it links to the pending agreement: %s', async (_, guard, to) => {
  renderScreen(<ContractScreen />, { path: '/contract_agreement', guard });
  expect(way()).toHaveAttribute('href', `${to}${guard.id}`);
  await screen.findByTestId('rich-text');
});

it.each([
  ['has not agreed', guardAt.agreement(), 'You continue where you left off.'],
  [
    'has still to register',
    guardAt.registration(),
    'You have already agreed to this. The link leads to what is left of your registration.',
  ],
  ['waits for approval', guardAt.approval(), 'You have already agreed to this. The link leads to your approval.'],
  ['has nothing pending', guardAt.done(), 'You have already agreed to this. The link leads to your profile.'],
])('describes the target of the link for a guard who %s', async (_, guard, hint) => {
  renderScreen(<ContractScreen />, { path: '/contract_agreement', guard });
  expect(screen.getByText(hint)).toBeVisible();
  await screen.findByTestId('rich-text');
});
