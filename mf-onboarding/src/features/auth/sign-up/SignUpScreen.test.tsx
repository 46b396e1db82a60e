import { register } from '@portal/contracts/auth/auth.endpoints';
import { signupMessages } from '@portal/contracts/auth/auth.signup';
import { mockId } from '@portal/testing/ids';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { SignUpScreen } from './SignUpScreen';

const id = mockId(7);
const open = (session = {}) => renderScreen(<SignUpScreen />, { path: '/guard/signup', guard: null, portal: { session } });
const field = (name: string) => screen.getByLabelText(name, { exact: name === 'Password' });
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const submit = async () => {
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Register' })));
};

function fill(licence: 'Yes' | 'No') {
  type('First name', 'Ada');
  type('Last name', 'Marsh');
  type('Date of birth', '17/05/1990');
  type('Mobile number', '+1 (416) 555-0123');
  fireEvent.blur(field('Mobile number'));
  type('Email', 'ada@example.com');
  type('Password', 'Secret-123');
  type('Confirm password', 'Secret-123');
  fireEvent.click(screen.getByLabelText(licence));
  if (licence === 'Yes') type('licence number', '12345678');
}

it('[SIGNUP-01] has its title', () => {
  open();
  expect(screen.getByRole('heading', { level: 1, name: 'Register as a Professional' })).toBeVisible();
});

it.each([
  ['SIGNUP-02', 'First name', 'given-name', 'text'],
  ['SIGNUP-03', 'Middle name', 'additional-name', 'text'],
  ['SIGNUP-04', 'Last name', 'family-name', 'text'],
  ['SIGNUP-05', 'Date of birth', 'bday', 'text'],
  ['SIGNUP-06', 'Mobile number', 'tel-national', 'tel'],
  ['SIGNUP-07', 'Email', 'email', 'email'],
  ['SIGNUP-08', 'Password', 'new-password', 'password'],
  ['SIGNUP-09', 'Confirm password', 'new-password', 'password'],
])('[%s] has a field for %s', (_, label, autocomplete, kind) => {
  open();
  expect(field(label)).toHaveAttribute('autocomplete', autocomplete);
  expect(field(label)).toHaveProperty('type', kind);
});

it('[SIGNUP-10, SIGNUP-11] has a question about an Ontario licence, and a field for the number only after yes', () => {
  open();
  const question = within(screen.getByRole('group', { name: 'Are you licensed in Ontario?' }));
  const number = () => screen.queryByRole('textbox', { name: 'Security guard licence number' });
  const [yes, no, ...others] = question.getAllByRole('radio');
  expect([yes, no, others]).toEqual([question.getByLabelText('Yes'), question.getByLabelText('No'), []]);
  expect(number()).toBeNull();
  fireEvent.click(question.getByLabelText('No'));
  expect(number()).toBeNull();
  fireEvent.click(question.getByLabelText('Yes'));
  expect(number()).toBeVisible();
  fireEvent.click(question.getByLabelText('No'));
  expect(number()).toBeNull();
});

it('[SIGNUP-12, SIGNUP-14, SIGNUP-18, SIGNUP-20] marks every invalid field together and focuses the first', async () => {
  open();
  await submit();
  const summary = screen.getByRole('alert');
  for (const message of ['First name is required', 'Last name is required', 'Please select date of birth', 'Mobile number is required'])
    expect(within(summary).getByText(message)).toBeVisible();
  expect(field('First name')).toHaveFocus();
});

it('ticks off the password rules while the guard types', () => {
  open();
  const met = () => within(screen.getByRole('list', { name: 'Your password needs' })).queryAllByText('(done)').length;
  expect(met()).toBe(0);
  type('Password', 'secret');
  expect(met()).toBe(1);
  type('Password', 'Secret-123');
  expect(met()).toBe(5);
});

it('[CODE-12, CODE-13, SIGNUP-34, SIGNUP-36] registers and opens the privacy step of the new guard', async () => {
  const { calls } = mockEndpoint(register, { guard: { id } });
  const { portal } = open();
  fill('Yes');
  expect(field('Mobile number')).toHaveValue('4165550123');
  await submit();
  await waitFor(() => expect(portal.navigations.map(({ to }) => to)).toEqual([`/privacy/${id}`]));
  expect(calls).toEqual([
    {
      firstName: 'Ada',
      lastName: 'Marsh',
      dob: '1990-05-17',
      mobileNumber: '4165550123',
      email: 'ada@example.com',
      password: 'Secret-123',
      isLicense: true,
      licenseNumber: '12345678',
      deviceToken: 'web',
      deviceId: 'web',
      deviceType: 3,
    },
  ]);
  expect(register).toMatchObject({ method: 'POST', path: '/guard/auth/register' });
});

it('[SHELL-33] sign-up sends the shell’s device token of the push service', async () => {
  const { calls } = mockEndpoint(register, { guard: { id } });
  open({ deviceToken: async () => 'push-token' });
  fill('Yes');
  await submit();
  await waitFor(() => expect(calls).toMatchObject([{ deviceToken: 'push-token' }]));
});

it('[SIGNUP-33, SIGNUP-35, ROUTING-11/1, THANKYOU-01] without a licence opens /thankYou with a blank isLicense', async () => {
  mockEndpoint(register, { guard: { id } });
  const { portal } = open();
  fill('No');
  await submit();
  await waitFor(() => expect(portal.navigations.map(({ to }) => to)).toEqual(['/thankYou?isLicense=']));
});

it('[SIGNUP-37] shows a known e-mail in the alert and at its field, and keeps the input', async () => {
  const message = signupMessages.emailKnown;
  mockEndpoint(register, fails({ code: 409, message, userMessage: message, errors: { email: message } }));
  open();
  fill('Yes');
  await submit();
  expect((await screen.findAllByText(message)).length).toBeGreaterThan(1);
  expect(field('Email')).toHaveAttribute('aria-invalid', 'true');
  expect(field('Email')).toHaveValue('ada@example.com');
  expect(field('First name')).toHaveValue('Ada');
});

describe('the red alert', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('[SHELL-46/3] disappears with the next Register', async () => {
    mockEndpoint(register, fails({ code: 403, message: 'Registration is closed.' }));
    open();
    fill('Yes');
    await submit();
    expect(screen.getByRole('alert')).toHaveTextContent('Registration is closed.');
    mockEndpoint(register, () => new Promise(() => undefined));
    await submit();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('[SESSION-10/1] is the only place that shows a 401', async () => {
    mockEndpoint(register, fails({ code: 401, message: 'The key of this site is not right.' }));
    const { portal } = open();
    fill('Yes');
    await submit();
    expect(screen.getByRole('alert')).toHaveTextContent('The key of this site is not right.');
    expect(screen.getByRole('alert')).toHaveClass('error');
    expect([portal.toasts, portal.navigations]).toEqual([[], []]);
  });

  type Refusal = [what: string, failure: Parameters<typeof fails>[0], words: string];
  it.each<Refusal>([
    ['a lost connection', { code: 0, message: 'No answer', userMessage: 'We cannot reach the portal.' }, 'We cannot reach the portal.'],
    ...[400, 403, 409, 429].map((code): Refusal => ['the server’s words', { code, message: `No, ${code}.` }, `No, ${code}.`]),
    ['the userMessage of an HTTP error', { code: 503, message: 'E', userMessage: 'Sorry, once more.' }, 'Sorry, once more.'],
  ])('[SIGNUP-38, SIGNUP-37, SHELL-46/3] shows %s, has no timeout and stays while the guard types', async (_what, failure, words) => {
    mockEndpoint(register, fails(failure));
    open();
    fill('Yes');
    await submit();
    const alert = () => screen.getByRole('alert');
    expect(alert()).toHaveTextContent(words);
    expect(alert()).toHaveClass('error');
    act(() => jest.advanceTimersByTime(24 * 3_600_000));
    type('First name', 'Eve');
    fireEvent.blur(field('First name'));
    act(() => jest.advanceTimersByTime(24 * 3_600_000));
    expect(alert()).toHaveTextContent(words);
    expect(alert()).toBeVisible();
  });
});
