import { localTime } from '@portal/contracts/_kernel/formats';
import { serverCopy } from '@portal/contracts/_kernel/serverCopy';
import {
  type ContactChange,
  cancelContactChange,
  changeEmail,
  changeMobile,
  confirmContact,
  contactChanges,
  emailProof,
  proveEmail,
  resendContactCode,
} from '@portal/contracts/guards/guards.contacts.endpoints';
import { profile } from '@portal/contracts/guards/guards.endpoints';
import { guard } from '@portal/testing/guard';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { mockSettings } from '@portal/testing/settings';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { SettingsScreen } from '../SettingsScreen';
import { ContactPart } from './ContactPart';

const me = guard();
const waiting = (over: Partial<ContactChange> = {}): ContactChange => ({
  kind: 'email',
  value: 'new@example.com',
  sentAt: '2027-03-14T14:59:00.000Z',
  expiresAt: '2027-03-14T15:09:00.000Z',
  triesLeft: 5,
  ...over,
});

/** A server that stores pending changes and contacts. */
function open(...changes: ContactChange[]) {
  const stored = { guard: me, changes, isProven: true };
  mockEndpoint(profile, () => ({ guard: stored.guard }));
  mockEndpoint(contactChanges, () => stored.changes);
  mockEndpoint(emailProof, () => ({ isProven: stored.isProven }));
  return { stored, ...renderScreen(<ContactPart guardId={me.id} />, { path: '/setting' }) };
}
const dialog = () => within(screen.getByRole('dialog'));
const box = () => screen.findByRole('group', { name: /waiting for its code$/ });

it('shows the e-mail address and the formatted number', async () => {
  open();
  expect(await screen.findByText('ada.marsh@example.com')).toBeVisible();
  expect(screen.getByText('(416) 555-0134')).toBeVisible();
  expect(screen.queryByRole('group')).toBeNull();
});

it('starts a change with the new address, and shows that it is pending', async () => {
  const { user, stored } = open();
  const asked = mockEndpoint(changeEmail, () => {
    stored.changes = [waiting()];
    return waiting();
  });
  await user.click(await screen.findByRole('button', { name: 'Change e-mail' }));
  await user.type(dialog().getByLabelText('New e-mail address'), 'new@example.com');
  await user.click(dialog().getByRole('button', { name: 'Send the code' }));
  expect(await box()).toHaveTextContent(
    /new@example\.com waits for its code\. We sent it there\. It is valid until .+\. Nothing has changed yet\./,
  );
  expect(asked.calls).toEqual([{ email: 'new@example.com' }]);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText('ada.marsh@example.com')).toBeVisible();
});

it('shows that the current address is not confirmed, sends a code to it, and shows no line once it is confirmed', async () => {
  const { user, stored, portal } = open();
  stored.isProven = false;
  const asked = mockEndpoint(proveEmail, () => {
    stored.changes = [waiting({ value: me.email })];
    return waiting({ value: me.email });
  });
  const confirmed = mockEndpoint(
    confirmContact,
    () => {
      Object.assign(stored, { changes: [], isProven: true });
      return null;
    },
    'Your e-mail address is confirmed.',
  );
  expect(await screen.findByText('This address is not confirmed yet. We send a code to it; enter the code here.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Send the code' }));
  const group = await screen.findByRole('group', { name: 'Your e-mail, waiting for its code' });
  expect(group).not.toHaveTextContent('nothing is changed');
  expect(within(group).getByRole('button', { name: 'Confirm later' })).toBeVisible();
  await user.type(within(group).getByLabelText('Code of 6 digits'), '123456');
  await user.click(within(group).getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(screen.queryByRole('group')).toBeNull());
  expect([asked.calls, confirmed.calls]).toEqual([[{}], [{ kind: 'email', code: '123456' }]]);
  expect(portal.toasts).toEqual([{ kind: 'success', text: 'Your e-mail address is confirmed.' }]);
});

it('keeps the input when the session was not confirmed', async () => {
  const { user } = open();
  mockEndpoint(changeMobile, fails({ code: 403, message: serverCopy.notConfirmed, reason: 'confirmation' }));
  await user.click(await screen.findByRole('button', { name: 'Change phone' }));
  await user.type(dialog().getByLabelText('New mobile number'), '(905) 555-0101');
  await user.click(dialog().getByRole('button', { name: 'Send the code' }));
  expect(await dialog().findByText(serverCopy.notConfirmed)).toBeVisible();
  expect(dialog().getByLabelText('New mobile number')).toHaveValue('9055550101');
});

it('shows the server’s message that another guard has the address', async () => {
  const { user } = open();
  mockEndpoint(changeEmail, fails({ code: 409, message: 'It is taken.', errors: { email: 'It is taken.' } }));
  await user.click(await screen.findByRole('button', { name: 'Change e-mail' }));
  await user.type(dialog().getByLabelText('New e-mail address'), 'taken@example.com');
  await user.click(dialog().getByRole('button', { name: 'Send the code' }));
  await waitFor(() => expect(dialog().getByLabelText('New e-mail address')).toHaveAccessibleDescription('It is taken.'));
});

it.each([
  ['Change e-mail', 'New e-mail address', 'Email is required'],
  ['Change phone', 'New mobile number', 'Mobile number is required'],
])('%s: marks empty fields before any call', async (act, label, message) => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: act }));
  await user.click(dialog().getByRole('button', { name: 'Send the code' }));
  await waitFor(() => expect(dialog().getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(message)));
});

it('[SHARED-05] in Settings a new mobile number has exactly 10 digits', async () => {
  mockSettings();
  const asked = mockEndpoint(changeMobile, waiting({ kind: 'mobile', value: '9055550101' }));
  const { user } = renderScreen(<SettingsScreen />, { path: '/setting#contact' });
  await user.click(await screen.findByRole('button', { name: 'Change phone' }));
  const number = dialog().getByLabelText('New mobile number');
  const type = (value: string) => fireEvent.change(number, { target: { value } });
  for (const digits of ['905555010', '90555501011']) {
    type(digits);
    await user.click(dialog().getByRole('button', { name: 'Send the code' }));
    await waitFor(() => expect(number).toHaveAccessibleDescription(expect.stringContaining('Please enter valid Phone Number')));
    type('9055550101');
    await waitFor(() => expect(number).toBeValid());
  }
  expect(asked.calls).toEqual([]);
  await user.click(dialog().getByRole('button', { name: 'Send the code' }));
  await waitFor(() => expect(asked.calls).toEqual([{ mobileNumber: '9055550101' }]));
});

it('accepts a code that is pasted or offered by the phone, and shows the new address', async () => {
  const { user, stored, portal } = open(waiting());
  const confirmed = mockEndpoint(
    confirmContact,
    () => {
      Object.assign(stored, { guard: guard({ email: 'new@example.com' }), changes: [] });
      return null;
    },
    'Your e-mail address is changed.',
  );
  const code = within(await box()).getByLabelText('Code of 6 digits');
  expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  expect(code).toHaveAttribute('inputmode', 'numeric');
  await user.click(code);
  await user.paste('123 456');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(screen.queryByRole('group')).toBeNull());
  expect(confirmed.calls).toEqual([{ kind: 'email', code: '123456' }]);
  expect(await screen.findByText('new@example.com')).toBeVisible();
  expect(portal.toasts).toEqual([{ kind: 'success', text: 'Your e-mail address is changed.' }]);
});

it('keeps a wrong code, marked', async () => {
  const { user } = open(waiting());
  const words = 'That code is not correct. Please check it and try again.';
  mockEndpoint(confirmContact, fails({ code: 400, message: words, errors: { code: words } }));
  const code = within(await box()).getByLabelText('Code of 6 digits');
  await user.type(code, '000000');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(code).toHaveAccessibleDescription(words));
  expect(code).toHaveValue('000000');
});

it('shows that a code can no longer be used', async () => {
  const { user } = open(waiting());
  mockEndpoint(confirmContact, fails({ code: 410, message: 'This code can no longer be used. Please request a new one.' }));
  await user.type(within(await box()).getByLabelText('Code of 6 digits'), '000000');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This code can no longer be used. Please request a new one.');
});

it.each([
  ['its ten minutes are over', { expiresAt: '2027-03-14T15:00:00.000Z' }],
  ['five were wrong', { triesLeft: 0 }],
])('requests a new code when %s', async (_why, over) => {
  open(waiting({ kind: 'mobile', value: '9055550101', ...over }));
  expect(await box()).toHaveTextContent('(905) 555-0101 waits for its code. The last code can no longer be used: request a new one.');
});

it('sends a new code, or shows why not', async () => {
  const { user, stored } = open(waiting());
  mockEndpoint(resendContactCode, fails({ code: 429, message: 'Please wait 20 seconds.' }));
  const again = await screen.findByRole('button', { name: 'Send a new code' });
  await user.click(again);
  expect(await screen.findByText('Please wait 20 seconds.')).toBeVisible();
  await user.type(screen.getByLabelText('Code of 6 digits'), '123');
  const renewed = waiting({ sentAt: '2027-03-14T15:00:00.000Z', expiresAt: '2027-03-14T15:10:00.000Z' });
  const asked = mockEndpoint(resendContactCode, () => {
    stored.changes = [renewed];
    return renewed;
  });
  await user.click(again);
  await waitFor(() => expect(screen.getByRole('group')).toHaveTextContent(localTime(renewed.expiresAt)));
  expect(screen.getByText('A code is on its way.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Send a new code' })).toHaveFocus();
  expect(screen.getByLabelText('Code of 6 digits')).toHaveValue('123');
  expect(asked.calls).toEqual([{ kind: 'email' }]);
});

it('cancels a pending change', async () => {
  const { user, stored, portal } = open(waiting());
  const left = mockEndpoint(cancelContactChange, () => {
    stored.changes = [];
    return null;
  });
  await user.click(await screen.findByRole('button', { name: 'Cancel the new e-mail' }));
  await waitFor(() => expect(screen.queryByRole('group')).toBeNull());
  expect([left.calls, portal.announced]).toEqual([[{ kind: 'email' }], ['Cancelled. Everything stays as it was.']]);
});

it('shows the contacts when pending changes cannot be read', async () => {
  mockEndpoint(profile, { guard: me });
  mockEndpoint(contactChanges, fails({ code: 400, message: 'Broken' }));
  renderScreen(<ContactPart guardId={me.id} />);
  expect(await screen.findByText('Your pending change could not be loaded')).toBeVisible();
  expect(screen.getByText('ada.marsh@example.com')).toBeVisible();
});
