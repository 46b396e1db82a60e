import { resendOtp, verifyOtp } from '@portal/contracts/onboarding/onboarding.endpoints';
import { otpMessages } from '@portal/contracts/onboarding/onboarding.otp';
import { guardAt } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { act, fireEvent, screen } from '@testing-library/react';
import { OtpScreen } from './OtpScreen';

const id = mockId(1);
const reply = { guard: guardAt.registration(), tokens: { refresh: { token: 'a-token' } } };
const open = () => renderScreen(<OtpScreen />, { path: `/guard/otp/${id}`, route: '/guard/otp/:id', guard: null });
const box = (text: string) => screen.getByRole('checkbox', { name: new RegExp(text) });
const code = () => screen.getByLabelText('One-time code');
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
const wait = (seconds: number) => act(async () => jest.advanceTimersByTime(seconds * 1000));
const fill = (otp: string) => {
  fireEvent.click(box(otpMessages.submitAll));
  fireEvent.click(box(otpMessages.individual));
  fireEvent.change(code(), { target: { value: otp } });
};

const SUBMIT_ALL = 'I confirm that I will submit all required documents.';
const INDIVIDUAL = 'I am an individual, not an agency.';
const PROMOTIONAL = 'Send me news and offers. (optional)';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('[OTP-03] has three boxes, the promotional one optional, and a code field that accepts a paste', () => {
  open();
  const promotional = screen.getByRole('checkbox', { name: PROMOTIONAL });
  expect(screen.getAllByRole('checkbox')).toEqual([box('documents'), box('individual, not an agency'), promotional]);
  expect(promotional).not.toBeChecked();
  expect(code()).toHaveAttribute('autocomplete', 'one-time-code');
});

it('[OTP-05, OTP-06] has Continue and Resend OTP', () => {
  open();
  expect(screen.getByRole('button', { name: 'Continue' })).toBeEnabled();
  expect(screen.getByRole('button', { name: 'Resend OTP' })).toBeVisible();
});

it('[OTP-07, OTP-10, OTP-20/1, SHELL-46/1] without boxes or code shows the terms alert for 5 seconds', async () => {
  open();
  await press('Continue');
  expect(screen.getByRole('alert')).toHaveTextContent('Please agree to all terms and conditions to register with us.');
  await wait(4.9);
  expect(screen.getByRole('alert')).toBeVisible();
  await wait(0.2);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it.each([
  [`[OTP-01, OTP-07, OTP-10, OTP-20/1] the box ${SUBMIT_ALL}`, () => box(SUBMIT_ALL), () => fireEvent.click(box(SUBMIT_ALL))],
  [`[OTP-02, OTP-07, OTP-10, OTP-20/1] the box ${INDIVIDUAL}`, () => box(INDIVIDUAL), () => fireEvent.click(box(INDIVIDUAL))],
  ['[OTP-07, OTP-10, OTP-20/2] the code', code, () => fireEvent.change(code(), { target: { value: '' } })],
  ['[OTP-07, OTP-10, OTP-20/2] a code of a blank', code, () => fireEvent.change(code(), { target: { value: ' ' } })],
  ['[OTP-07, OTP-10, OTP-20/2] a code of a hyphen', code, () => fireEvent.change(code(), { target: { value: ' - ' } })],
])('without %s alone shows the same alert for 5 seconds, sets the mark, and sends nothing', async (_, marked, leaveOut) => {
  const { calls } = mockEndpoint(verifyOtp, reply);
  open();
  fill('1234');
  leaveOut();
  await press('Continue');
  expect(screen.getByRole('alert')).toHaveTextContent('Please agree to all terms and conditions to register with us.');
  expect(screen.queryByText('Please enter valid otp')).not.toBeInTheDocument();
  expect(marked()).toBeInvalid();
  expect(calls).toEqual([]);
  await wait(4.9);
  expect(screen.getByRole('alert')).toBeVisible();
  await wait(0.2);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it.each([
  ['OTP-08, OTP-20/3, OTP-21/1', 'abcd'],
  ['OTP-04, OTP-08, OTP-09, OTP-20/3', '123'],
  ['OTP-04, OTP-08, OTP-09, OTP-20/3', '12345'],
  ['OTP-08, OTP-20/3, OTP-21/1', '123!'],
])('[%s] refuses the code %s before any call, without the terms alert', async (_id, otp) => {
  const { calls } = mockEndpoint(verifyOtp, reply);
  open();
  fill(otp);
  await press('Continue');
  expect(screen.getByText('Please enter valid otp')).toBeVisible();
  expect(screen.queryByText('Please agree to all terms and conditions to register with us.')).not.toBeInTheDocument();
  expect(code()).toHaveFocus();
  expect(calls).toEqual([]);
});

it.each(['9876', 'a1bc'])('[OTP-04, OTP-09, OTP-21/1] sends the code %s', async (otp) => {
  const { calls } = mockEndpoint(verifyOtp, reply);
  open();
  fill(otp);
  await press('Continue');
  expect(calls).toMatchObject([{ otp }]);
});

it('[OTP-03, OTP-12, OTP-13] verifies with the three boxes, without the promotional one, and shows the stated message', async () => {
  const { calls } = mockEndpoint(verifyOtp, reply, 'Your code was right.');
  const { portal } = open();
  fill('1234');
  await press('Continue');
  expect(calls).toEqual([{ id, otp: '1234', isSubmitAllDocument: true, isIndividualDocument: true, isPromotional: false }]);
  expect(portal.toasts).toEqual([{ kind: 'success', text: 'OTP Verified!' }]);
  expect(portal.began).toEqual([reply]);
  expect(verifyOtp).toMatchObject({ method: 'PATCH', path: '/guard/otp/:id' });
});

it('[OTP-03, OTP-13] sends the promotional box as ticked', async () => {
  const { calls } = mockEndpoint(verifyOtp, reply);
  open();
  fill('1234');
  fireEvent.click(screen.getByRole('checkbox', { name: PROMOTIONAL }));
  await press('Continue');
  expect(calls).toEqual([{ id, otp: '1234', isSubmitAllDocument: true, isIndividualDocument: true, isPromotional: true }]);
});

it.each([
  ['is not the one', fails({ code: 400, message: otpMessages.invalid })],
  ['is not the one, in other words', fails({ code: 400, message: 'No such code' })],
  ['has run out', fails({ code: 410, message: otpMessages.invalid, userMessage: otpMessages.spent })],
])('[OTP-11, OTP-20/4] shows the stated message for a code that %s', async (_, failure) => {
  mockEndpoint(verifyOtp, failure);
  const { portal } = open();
  fill('1234');
  await press('Continue');
  expect(screen.getByRole('alert')).toHaveTextContent('Please enter valid otp');
  expect(screen.queryByText('Please agree to all terms and conditions to register with us.')).not.toBeInTheDocument();
  expect(code()).toHaveAttribute('aria-invalid', 'true');
  expect(portal.began).toEqual([]);
});

it('[OTP-18, OTP-19, SHARED-14] resends after a visible wait and shows a message for 5 seconds', async () => {
  const { calls } = mockEndpoint(resendOtp, null);
  open();
  expect(screen.getByRole('button', { name: 'Resend OTP' })).toBeDisabled();
  expect(screen.getByText(/new one in 30 s/)).toBeVisible();
  for (let second = 0; second < 30; second++) await wait(1);
  await press('Resend OTP');
  expect(calls).toEqual([{ id }]);
  expect(screen.getByText('OTP re-sent to your given email and mobile.')).toBeVisible();
  expect(screen.getByText(/new one in 30 s/)).toBeVisible();
  await wait(4.9);
  expect(screen.getByText('OTP re-sent to your given email and mobile.')).toBeVisible();
  await wait(0.2);
  expect(screen.queryByText('OTP re-sent to your given email and mobile.')).not.toBeInTheDocument();
  expect(resendOtp).toMatchObject({ method: 'GET', path: '/guard/otp/:id' });
});

it.each<[string, () => Promise<void>]>([
  [
    'the code',
    async () => {
      fill('1234');
      await press('Continue');
    },
  ],
  [
    'a new code',
    async () => {
      for (let second = 0; second < 30; second++) await wait(1);
      await press('Resend OTP');
    },
  ],
])('[SESSION-10/1, SHELL-46/1] shows a 401 on %s in its own red alert, which stays with its link to the login', async (_what, act) => {
  for (const asked of [verifyOtp, resendOtp]) mockEndpoint(asked, fails({ code: 401, message: 'Elsewhere', userMessage: 'Elsewhere' }));
  const { portal } = open();
  await act();
  await wait(24 * 3600);
  expect(screen.getByRole('alert')).toHaveTextContent('Elsewhere');
  expect(screen.getByRole('alert')).toHaveClass('error');
  expect([portal.toasts, portal.navigations]).toEqual([[], []]);
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/guard/login');
});
