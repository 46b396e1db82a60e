import { agreementMessages } from '@portal/contracts/onboarding/onboarding.agreements';
import { agree } from '@portal/contracts/onboarding/onboarding.endpoints';
import { staticPage } from '@portal/contracts/pages/pages.endpoints';
import { guardAt } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen, waitFor } from '@testing-library/react';
import { ContractorScreen, PrivacyScreen, TermsScreen } from './AgreementScreens';

const id = mockId(1);
const html = [
  '<h2 style="position:fixed">Section</h2>',
  '<p onclick="x()">The <b>text</b><script>window.evil = 1</script><img src=x onerror="x()"><a href="javascript:x()">link</a></p>',
  '<iframe src="https://evil.example"></iframe><form action="https://evil.example"><input name="password"></form>',
].join('');
const steps = [
  ['privacy', PrivacyScreen],
  ['terms', TermsScreen],
  ['guardAgreement', ContractorScreen],
] as const;
const agreeButton = () => screen.findByRole('button', { name: 'Agree & Continue' });
const open = (Screen = PrivacyScreen, options = {}) =>
  renderScreen(<Screen />, { path: `/privacy/${id}`, route: '/privacy/:id', guard: null, ...options });
const showText = () => mockEndpoint(staticPage, ({ type }) => ({ type, description: html }));

it.each([
  ['[AGREE-01, AGREE-03, AGREE-04, AGREE-11]', PrivacyScreen, 'privacy', 'isPrivacyAgreement', `/termsUse/${id}`],
  ['[AGREE-05, AGREE-06, AGREE-07, AGREE-11]', TermsScreen, 'terms', 'isTermsOfUse', `/guard-agreement/${id}`],
  ['[AGREE-08, AGREE-09, AGREE-10, AGREE-11]', ContractorScreen, 'guardAgreement', 'isIndependentContractor', `/guard/otp/${id}`],
] as const)('%s shows the text of the server, sets one flag and opens the next step', async (_, Screen, type, flag, to) => {
  const text = showText();
  const { calls } = mockEndpoint(agree, { id });
  const { portal, user } = open(Screen);
  expect(await screen.findByTestId('rich-text')).toHaveTextContent('The text');
  await user.click(await agreeButton());
  await waitFor(() => expect(portal.navigations.map((one) => one.to)).toEqual([to]));
  expect(text.calls).toEqual([{ type }]);
  expect(calls).toEqual([{ id, [flag]: true }]);
  expect(agree).toMatchObject({ method: 'POST', path: '/guard/auth/guardAgreement/:id' });
});

it.each(steps)('[AGREE-02, AGREE-13] has a button to agree below the text of GET /static/pages/%s', async (type, Screen) => {
  const { calls } = mockEndpoint(staticPage, (asked) => ({ type: asked.type, description: `<p>Text of ${asked.type}</p>` }));
  open(Screen);
  expect(await agreeButton()).toBeEnabled();
  expect(screen.getByTestId('rich-text')).toHaveTextContent(`Text of ${type}`);
  expect(calls).toEqual([{ type }]);
  expect(staticPage).toMatchObject({ method: 'GET', path: '/static/pages/:type' });
});

it.each(steps)(
  '[SHELL-31, SHELL-32] %s is agreed to once: its button is disabled and busy while the call is in flight',
  async (_type, Screen) => {
    showText();
    const { calls } = mockEndpoint(agree, () => new Promise(() => undefined));
    const { user } = open(Screen);
    const button = await agreeButton();
    await user.click(button);
    await waitFor(() => expect(button).toBeDisabled());
    expect(button).toHaveTextContent(/^Please Wait\.\.\.$/);
    await user.click(button);
    expect(calls).toHaveLength(1);
  },
);

it.each(steps)('[AGREE-12] runs no script in the text of %s', async (_type, Screen) => {
  showText();
  open(Screen);
  await agreeButton();
  expect(screen.getByTestId('rich-text').innerHTML).toBe('<h2>Section</h2><p>The <b>text</b><a>link</a></p>');
});

it('[AGREE-14/1, AGREE-14/2] a refused acceptance is one line: no toast, no navigation', async () => {
  showText();
  mockEndpoint(agree, fails({ code: 401, message: agreementMessages.notThisBrowser, userMessage: agreementMessages.notThisBrowser }));
  const { portal, user } = open();
  await user.click(await agreeButton());
  expect(await screen.findByText(agreementMessages.notThisBrowser)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/guard/login');
  expect([portal.toasts, portal.navigations]).toEqual([[], []]);
  expect(await agreeButton()).toBeEnabled();
});

it.each(steps)(
  '[AGREE-14/1, AGREE-14/2] a refused acceptance of %s is one line, once, until the button is pressed again',
  async (_type, Screen) => {
    const refusals = [
      { code: 400, line: agreementMessages.notRecorded },
      { code: 409, line: agreementMessages.earlierFirst },
      { code: 500, line: agreementMessages.notRecorded },
    ];
    showText();
    const left = [...refusals];
    const { calls } = mockEndpoint(agree, () => fails({ code: left.shift()?.code ?? 0, message: 'Words of the server' }));
    const { portal, user } = open(Screen);
    for (const { line } of refusals) {
      await user.click(await agreeButton());
      await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(new RegExp(`^${line}$`)));
      expect(await agreeButton()).toBeEnabled();
    }
    expect(calls).toHaveLength(3);
    expect(screen.queryByRole('alert')).toBeNull();
    expect([portal.toasts, portal.navigations]).toEqual([[], []]);
  },
);

it.each([
  ...steps.map(([type, Screen]) => [type, Screen, 404] as const),
  ['privacy', PrivacyScreen, 400],
  ['privacy', PrivacyScreen, 500],
] as const)(
  '[AGREE-15/1, AGREE-15/2] a text of %s that fails is replaced by Retry, without a button to agree',
  async (_type, Screen, code) => {
    mockEndpoint(staticPage, fails({ code, message: 'Not written' }));
    const { portal, user } = open(Screen);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    expect(screen.queryByTestId('rich-text')).toBeNull();
    expect(screen.getByText('The text could not be loaded')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Agree & Continue' })).not.toBeInTheDocument();
    expect([portal.toasts, portal.navigations]).toEqual([[], []]);
    showText();
    await user.click(retry);
    expect(await agreeButton()).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  },
);

it('with a session the shell receives the completed step and opens the next one', async () => {
  showText();
  mockEndpoint(agree, { id });
  const update = jest.fn();
  const { portal, user } = open(PrivacyScreen, { guard: guardAt.privacy(), portal: { session: { update } } });
  await user.click(await agreeButton());
  await waitFor(() => expect(update).toHaveBeenCalledWith(expect.objectContaining({ isPrivacyAgreement: true })));
  expect(portal.navigations).toEqual([]);
});

it('a guard who reopens a completed step continues at the current one', async () => {
  showText();
  mockEndpoint(agree, { id });
  const { portal, user } = open(ContractorScreen, { guard: guardAt.registration() });
  await user.click(await agreeButton());
  await waitFor(() => expect(portal.navigations).toMatchObject([{ to: `/guard/registration/${guardAt.registration().id}` }]));
});
