import { changePasswordMessages } from '@portal/contracts/auth/auth.change-password';
import { changePassword } from '@portal/contracts/auth/auth.endpoints';
import { emptyDevice } from '@portal/testing/deviceStorage';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { mockSettings } from '@portal/testing/settings';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { SettingsScreen } from '../../settings/SettingsScreen';
import { ChangePasswordPart } from './ChangePasswordPart';

/** Opens Settings and waits until its other parts are loaded. */
async function open() {
  const opened = renderScreen(<SettingsScreen />, { path: '/setting#password' });
  await screen.findByRole('button', { name: 'Add an authenticator app' });
  return opened;
}
const field = (name: 'Old' | 'New' | 'Confirm') => screen.getByLabelText(`${name} password`);
const type = (name: 'Old' | 'New' | 'Confirm', value: string) => fireEvent.change(field(name), { target: { value } });
function send({ old = 'Old-one-1', password = 'Brandnew1$', again = password }: { old?: string; password?: string; again?: string } = {}) {
  type('Old', old);
  type('New', password);
  type('Confirm', again);
  fireEvent.click(screen.getByRole('button', { name: 'Change password' }));
}
const checklist = () => within(screen.getByRole('list', { name: 'Your password needs' })).getAllByRole('listitem');

beforeEach(mockSettings);

it('[CHPWD-01, CHPWD-02, CHPWD-03] has inputs for the old password, the new one and its repetition', async () => {
  await open();
  expect(field('Old')).toHaveAttribute('autocomplete', 'current-password');
  for (const name of ['New', 'Confirm'] as const) expect(field(name)).toHaveAttribute('autocomplete', 'new-password');
  for (const name of ['Old', 'New', 'Confirm'] as const) expect(field(name)).toHaveAttribute('type', 'password');
});

it.each([
  ['CHPWD-04', 'Old', { old: '' }, 'Password is required'],
  ['CHPWD-05', 'New', { password: '', again: '' }, 'Password is required'],
  ['CHPWD-13', 'Confirm', { again: 'Brandnew1!' }, 'Password mismatch'],
] as const)('[%s] the %s password: %j shows %j at its field, before any call', async (_id, name, typed, message) => {
  const asked = mockEndpoint(changePassword, null);
  await open();
  send(typed);
  await waitFor(() => expect(field(name)).toHaveAccessibleDescription(message));
  expect(asked.calls).toEqual([]);
});

it.each([
  ['CHPWD-06', 0, 'Password at least 8 characters in length.', 'Short1$', 'LongEnough1$'],
  ['CHPWD-07', 1, 'Lowercase letters (a-z)', 'NOLOWER1$', 'NOLOWERa1$'],
  ['CHPWD-08', 2, 'Uppercase letters (A-Z)', 'noupper1$', 'noupperA1$'],
  ['CHPWD-09', 3, 'Numbers (0-9)', 'NoNumber$', 'NoNumber1$'],
  ['CHPWD-10, CHPWD-23/1', 4, 'Special characters ($@$!%*?&)', 'NoSpecial1', 'NoSpecial1$'],
])('[%s] item %i of the live checklist is %j: open for %j, done for %j', async (_id, place, label, open_, done) => {
  await open();
  type('New', open_);
  expect(checklist()[place]).toHaveTextContent(`${label} (missing)`);
  type('New', done);
  expect(checklist()[place]).toHaveTextContent(`${label} (done)`);
  expect(checklist()).toHaveLength(5);
});

it.each([
  ['CHPWD-19, SHARED-02', 'fewer than 8 characters', 'Short1$'],
  ['CHPWD-20', 'no lowercase letter', 'NOLOWER1$'],
  ['CHPWD-21', 'no uppercase letter', 'noupper1$'],
  ['CHPWD-22', 'no digit', 'NoNumber$'],
  ['CHPWD-11', 'no special of $@!%*?&', 'NoSpecial1'],
  ['CHPWD-12', 'a special that is not of $@!%*?&', 'Other-one1$'],
])('[%s] marks a new password with %s at its field, before any call', async (_id, _fault, password) => {
  const asked = mockEndpoint(changePassword, null);
  await open();
  send({ password });
  await waitFor(() => expect(field('New')).toBeInvalid());
  expect(field('New')).toHaveAccessibleDescription(
    'A password needs lowercase, uppercase, numbers, special characters of $@!%*?& only, and at least 8 characters in all.',
  );
  expect(asked.calls).toEqual([]);
});

it('[CHPWD-06, CHPWD-19, SHARED-02] accepts eight characters', async () => {
  const asked = mockEndpoint(changePassword, null);
  await open();
  send({ password: 'Eight88$' });
  expect(checklist()[0]).toHaveTextContent('Password at least 8 characters in length. (done)');
  await waitFor(() => expect(asked.calls).toMatchObject([{ password: 'Eight88$' }]));
});

it.each([...'$@!%*?&'])('[CHPWD-11, CHPWD-23/2, SIGNUP-40/2] accepts the special character %s', async (special) => {
  const asked = mockEndpoint(changePassword, null);
  await open();
  send({ password: `Brandnew1${special}` });
  await waitFor(() => expect(asked.calls).toHaveLength(1));
});

it.each([...'#-_.^(+ €'])(
  '[CHPWD-12, CHPWD-23/2, SIGNUP-40/2] refuses the special character %j, even next to an allowed one',
  async (special) => {
    const asked = mockEndpoint(changePassword, null);
    await open();
    send({ password: `Brandnew1$${special}` });
    await waitFor(() => expect(field('New')).toBeInvalid());
    expect(checklist()[4]).toHaveTextContent('(missing)');
    expect(asked.calls).toEqual([]);
  },
);

it('[CHPWD-15, CHPWD-16] calls POST /guard/change-password with oldPassword and password, then opens login with a message', async () => {
  const asked = mockEndpoint(changePassword, null, 'Your password was changed.');
  const { portal } = await open();
  send();
  await waitFor(() => expect(portal.navigations.map(({ to }) => to)).toEqual(['/guard/login']));
  expect(`${changePassword.method} ${changePassword.path}`).toBe('POST /guard/change-password');
  expect(asked.calls).toEqual([{ oldPassword: 'Old-one-1', password: 'Brandnew1$' }]);
  expect(portal.toasts).toEqual([{ kind: 'success', text: 'Your password was changed.' }]);
  expect(portal.questions).toEqual([]);
});

it('opens login in a previous shell too', async () => {
  mockEndpoint(changePassword, null);
  const { portal } = renderScreen(<ChangePasswordPart />, { path: '/setting', portal: { session: { logInAgain: undefined as never } } });
  send();
  await waitFor(() => expect(portal.navigations.map(({ to }) => to)).toEqual(['/guard/login']));
});

it.each([
  ['CHPWD-14, CHPWD-18/1', changePasswordMessages.wrong, 'Password not match to your current password'],
  ['CHPWD-18/1', 'No password of yours is known.', 'No password of yours is known.'],
])("[%s] shows the server's complaint %j about the current password under the old-password field", async (_id, message, shown) => {
  mockEndpoint(changePassword, fails({ code: 400, message, userMessage: 'Please check.', errors: { oldPassword: message } }));
  const { portal } = await open();
  send();
  await waitFor(() => expect(field('Old')).toHaveAccessibleDescription(shown));
  expect(field('Old')).toHaveFocus();
  expect(screen.queryByText('Something Went wrong!')).toBeNull();
  expect([portal.navigations, portal.toasts]).toEqual([[], []]);
});

it.each(['This password is known to everybody.', 'Your own name is no password.'])(
  '[CHPWD-18/3] shows the server’s complaint about the new password at its field: %s',
  async (message) => {
    mockEndpoint(changePassword, fails({ code: 400, message, userMessage: 'Please check.', errors: { password: message } }));
    const { portal } = await open();
    send();
    await waitFor(() => expect(field('New')).toHaveAccessibleDescription(message));
    expect(field('New')).toHaveFocus();
    expect(field('Old')).not.toHaveAccessibleDescription();
    expect(screen.queryByText('Something Went wrong!')).toBeNull();
    expect([portal.navigations, portal.toasts]).toEqual([[], []]);
  },
);

it.each([
  ['a refusal', { code: 409, message: 'Not now.' }],
  ['a refusal that names no field', { code: 400, message: 'Bad.' }],
  ['too many tries', { code: 429, message: 'Too many tries.' }],
  ['an unexpected error', { code: 500, message: 'Something broke.' }],
  ['no answer', { code: 0, message: 'network' }],
])("[CHPWD-17, CHPWD-18/2] %s shows 'Something Went wrong!' and keeps the input", async (_what, failure) => {
  mockEndpoint(changePassword, fails(failure));
  const { portal } = await open();
  send();
  expect(await screen.findByRole('alert')).toHaveTextContent('Something Went wrong!');
  expect(field('New')).toHaveValue('Brandnew1$');
  expect(portal.navigations).toEqual([]);
});

it('stores no password on the device', async () => {
  await emptyDevice();
  mockEndpoint(changePassword, fails({ code: 0, message: 'network' }));
  const { portal, unmount } = renderScreen(<ChangePasswordPart />, { path: '/setting' });
  send();
  await screen.findByRole('alert');
  expect(portal.writes.map(({ options }) => options.durable)).toEqual([undefined]);
  unmount();
  expect(await indexedDB.databases()).toEqual([]);
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])).not.toMatch(/Old-one-1|Brandnew1/);
});
