import { serverCopy } from '@portal/contracts/_kernel/serverCopy';
import '@portal/testing/deviceStorage';
import type { Guard } from '@portal/contracts/_kernel/guard';
import { profile, saveBank } from '@portal/contracts/guards/guards.endpoints';
import { emptyDevice } from '@portal/testing/deviceStorage';
import { guard } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Screens } from '../../../routes';

const FIXED = 'If you want to change payout option then create ticket in support section';
const known: Partial<Guard> = {
  accHolderName: 'Ada Marsh',
  bankAccountNumber: '•••4567',
  bankInstitution: '•••4',
  bankTransitNumber: '•••34',
  wantTopay: 2,
};
const typed = { holder: 'Ada Marsh', transit: '01234', institution: '004', account: '91234567' };
const names = {
  holder: 'Account holder name',
  account: 'Account number',
  institution: 'Institution number',
  transit: 'Transit number',
} as const;
type Name = keyof typeof names;

const open = async (over: Partial<Guard> = {}) => {
  mockEndpoint(profile, { guard: guard(over) });
  const opened = renderScreen(<Screens />, { path: '/guard/myAccount' });
  await screen.findByText('Where we send your pay. We e-mail you each time it changes.');
  return opened;
};
const field = (name: Name) => screen.findByLabelText(names[name]);
const payout = () => screen.findByRole('group', { name: 'Account type (payout option)' });
const fill = async (over: Partial<Record<Name, string>> = {}) => {
  for (const [name, value] of Object.entries({ ...typed, ...over })) fireEvent.change(await field(name as Name), { target: { value } });
};
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));
/** Fills a first-time form, with other values for some fields, and sends it. */
async function send(over: Partial<Record<Name, string>> = {}) {
  await fill(over);
  fireEvent.click(within(await payout()).getByLabelText('Individual'));
  save();
}

it('[ROUTE-12] /guard/myAccount shows My Accounts', async () => {
  await open();
  expect(window.location.pathname).toBe('/guard/myAccount');
  expect(screen.getByRole('heading', { level: 1, name: 'My Accounts' })).toBeVisible();
  expect(await field('account')).toBeVisible();
});

it('[BANK-01, BANK-02, BANK-03, BANK-04] has inputs for holder name, account, institution and transit number', async () => {
  await open();
  for (const name of ['holder', 'account', 'institution', 'transit'] as const) expect(await field(name)).toHaveAttribute('type', 'text');
  for (const name of ['account', 'institution', 'transit'] as const) expect(await field(name)).toHaveAttribute('inputmode', 'numeric');
});

it('[BANK-05, BANK-18] has a choice of the account type, which is required', async () => {
  const saved = mockEndpoint(saveBank, null);
  await open();
  const choices = within(await payout()).getAllByRole('radio');
  expect(choices.map((choice) => choice.closest('label')?.textContent)).toEqual(['Company', 'Individual']);
  await fill();
  save();
  await waitFor(async () => expect(await payout()).toHaveAccessibleDescription(/Please choose the account type\./));
  expect(saved.calls).toEqual([]);
});

it.each<[string, Name, string, string]>([
  ['BANK-06', 'holder', '', 'Acc holder Name is required.'],
  ['BANK-07, SHARED-09', 'holder', 'Al', 'Acc holder Name (must be 3 to 15 Alphabet).'],
  ['BANK-08, SHARED-09', 'holder', 'Adalbert Rowenas', 'Max Should be 15 Alphabet.'],
  ['BANK-09', 'account', '', 'Account Number is required.'],
  ['BANK-10, SHARED-10', 'account', '123456', 'Enter valid account number(must be 7 to 12 digit).'],
  ['BANK-10, SHARED-10', 'account', '12345a78', 'Enter valid account number(must be 7 to 12 digit).'],
  ['BANK-11, SHARED-10', 'account', '1234567890123', 'Max digit should be 12.'],
  ['BANK-12', 'institution', '', 'Institution Number is required.'],
  ['BANK-13, SHARED-11', 'institution', '04', 'Enter Valid Institution Number(must be 3 digit).'],
  ['BANK-13, SHARED-11', 'institution', '0a4', 'Enter Valid Institution Number(must be 3 digit).'],
  ['BANK-14, SHARED-11', 'institution', '0041', 'Max digit should be 3.'],
  ['BANK-15', 'transit', '', 'Transit Number is required.'],
  ['BANK-16, SHARED-12', 'transit', '1234', 'Enter valid transit number(must be 5 digit).'],
  ['BANK-16, SHARED-12', 'transit', '12 45', 'Enter valid transit number(must be 5 digit).'],
  ['BANK-16, SHARED-12', 'transit', '12a45', 'Enter valid transit number(must be 5 digit).'],
  ['BANK-17, SHARED-12', 'transit', '012345', 'Max digit should be 5.'],
  ['BANK-23/1', 'holder', 'Ada 2', 'Acc holder Name (must be 3 to 15 Alphabet).'],
  ['BANK-23/1', 'holder', 'Ada  Marsh', 'Acc holder Name (must be 3 to 15 Alphabet).'],
])('[%s] the %s %j is refused at its field before any call', async (_id, name, value, message) => {
  const saved = mockEndpoint(saveBank, null);
  await open();
  await send({ [name]: value });
  await waitFor(async () => expect(await field(name)).toHaveAccessibleDescription(expect.stringContaining(message)));
  expect(await field(name)).toBeInvalid();
  expect(saved.calls).toEqual([]);
});

it.each([
  ["O'Brien", 'OBrien'],
  ['Anne-Marie', 'Anne Marie'],
])('explains the accepted form of the holder %s, and accepts that', async (refused, instead) => {
  const saved = mockEndpoint(saveBank, null);
  await open();
  expect(await field('holder')).toHaveAccessibleDescription('As shown on your bank account, 3 to 15 letters');
  await send({ holder: refused });
  await waitFor(async () => expect(await field('holder')).toHaveAccessibleDescription(expect.stringContaining(`${refused} as ${instead}`)));
  await send({ holder: instead });
  await waitFor(() => expect(saved.calls).toMatchObject([{ accHolderName: instead }]));
});

it.each<[string, Name, string, string]>([
  ['[SHARED-09, BANK-07] 3 letters', 'holder', 'Ada', 'accHolderName'],
  ['[SHARED-09, BANK-08] 15 letters', 'holder', 'Adalbert Rowena', 'accHolderName'],
  ['[BANK-23/1] letters of every language', 'holder', 'Zoë Lévêque', 'accHolderName'],
  ['[SHARED-10, BANK-10] 7 digits', 'account', '1234567', 'bankAccountNumber'],
  ['[SHARED-10, BANK-10, BANK-11] 12 digits', 'account', '123456789012', 'bankAccountNumber'],
  ['[SHARED-11, BANK-13, BANK-14] 3 digits', 'institution', '817', 'bankInstitution'],
  ['[SHARED-12, BANK-16, BANK-17] 5 digits', 'transit', '60419', 'bankTransitNumber'],
])('sends %s of the %s: %s', async (_what, name, value, key) => {
  const saved = mockEndpoint(saveBank, null);
  await open();
  await send({ [name]: value });
  await waitFor(() => expect(saved.calls).toMatchObject([{ [key]: value }]));
});

it.each([
  ['CODE-06', 'Company', 1],
  ['CODE-07', 'Individual', 2],
])('[%s] sends %s as wantTopay %i', async (_id, choice, wantTopay) => {
  const saved = mockEndpoint(saveBank, null);
  await open();
  await fill();
  fireEvent.click(within(await payout()).getByLabelText(choice));
  save();
  await waitFor(() => expect(saved.calls).toMatchObject([{ wantTopay }]));
});

it('[BANK-20] saves the bank details, and shows them by their last digits', async () => {
  const saved = mockEndpoint(saveBank, null);
  const { portal } = await open();
  await send();
  expect(await screen.findByRole('button', { name: 'Change bank details' })).toBeVisible();
  expect(`${saveBank.method} ${saveBank.path}`).toBe('PATCH /guard/bank-details/:id');
  expect(saved.calls).toEqual([
    {
      id: mockId(1),
      accHolderName: 'Ada Marsh',
      bankAccountNumber: '91234567',
      bankInstitution: '004',
      bankTransitNumber: '01234',
      wantTopay: 2,
    },
  ]);
  expect(portal.toasts).toEqual([{ kind: 'success', text: 'Your bank details are saved.' }]);
  expect(screen.getByText('ending in 4567').parentElement).toHaveTextContent('•••4567');
  expect(document.body).not.toHaveTextContent('91234567');
  expect([...portal.unsaved]).toEqual([]);
});

it.each([
  ['the server refuses it', { code: 409, message: 'Not today.', userMessage: 'Please check the marked fields.' }, 'Not today.'],
  ['it fails unexpectedly', { code: 500, message: 'Our side broke.', userMessage: 'x' }, 'Our side broke.'],
  ['it names a field', { code: 400, message: 'Not yours.', userMessage: 'x', errors: { bankInstitution: 'Not yours.' } }, 'Not yours.'],
  ['there is no answer', { code: 0, message: 'network', userMessage: 'We cannot reach the portal.' }, 'We cannot reach the portal.'],
])('[BANK-21] when %s, shows its message as an error toast and keeps the input', async (_what, failure, text) => {
  mockEndpoint(saveBank, fails(failure));
  const { portal } = await open();
  await send();
  await waitFor(() => expect(portal.toasts).toEqual([{ kind: 'error', text }]));
  expect(await field('account')).toHaveValue('91234567');
});

it('has no password field, and keeps the input when the session was not confirmed', async () => {
  mockEndpoint(saveBank, fails({ code: 403, message: serverCopy.notConfirmed, reason: 'confirmation' }));
  const { portal } = await open();
  expect(screen.queryByLabelText(/password/i)).toBeNull();
  await send();
  await waitFor(() => expect(portal.toasts).toEqual([{ kind: 'error', text: serverCopy.notConfirmed }]));
  expect(await field('account')).toHaveValue('91234567');
});

describe('stored bank details', () => {
  it('shows only last digits, as words to a screen reader; a change starts with empty numbers and can be cancelled', async () => {
    const { user } = await open(known);
    expect((await screen.findByText('ending in 4567')).parentElement).toHaveTextContent('•••4567');
    expect(screen.getByText('Ada Marsh')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Change bank details' }));
    for (const name of ['account', 'institution', 'transit'] as const) expect(await field(name)).toHaveValue('');
    expect(await field('holder')).toHaveValue('Ada Marsh');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('button', { name: 'Change bank details' })).toBeVisible();
  });

  it.each([
    [1, 'Company'],
    [2, 'Individual'],
  ])(
    '[AUTHZ-22, BANK-19, BANK-22/1, BANK-22/2] the option %i, chosen once, is read-only: %s, with the tooltip in sight and a link to a ticket of type 4',
    async (wantTopay, shown) => {
      const { user } = await open({ ...known, wantTopay });
      for (const isTyping of [false, true]) {
        if (isTyping) await user.click(screen.getByRole('button', { name: 'Change bank details' }));
        const option = await screen.findByLabelText('Account type (payout option)');
        expect(option).toHaveValue(shown);
        expect(option).toHaveAttribute('readonly');
        expect(option.closest('[title]')).toHaveAttribute('title', FIXED);
        expect(screen.getByText(FIXED)).toBeVisible();
        expect(option).toHaveAccessibleDescription(FIXED);
        expect(screen.getByRole('link', { name: 'Create a ticket to change it' })).toHaveAttribute('href', '/reportIssue?type=4');
        expect(screen.queryByRole('radio')).toBeNull();
      }
    },
  );

  it('[BANK-22/1, BANK-22/2] the option chosen in the form is read-only after saving, next to the link to a ticket', async () => {
    mockEndpoint(saveBank, null);
    const { user } = await open();
    await send();
    await user.click(await screen.findByRole('button', { name: 'Change bank details' }));
    const option = await screen.findByLabelText('Account type (payout option)');
    expect(option).toHaveValue('Individual');
    expect(option).toHaveAttribute('readonly');
    expect(screen.getByText(FIXED)).toBeVisible();
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.getByRole('link', { name: 'Create a ticket to change it' })).toHaveAttribute('href', '/reportIssue?type=4');
  });

  it('a change sends the option unchanged', async () => {
    const saved = mockEndpoint(saveBank, null);
    const { user } = await open(known);
    await user.click(await screen.findByRole('button', { name: 'Change bank details' }));
    await fill();
    save();
    await waitFor(() => expect(saved.calls).toMatchObject([{ wantTopay: 2, bankAccountNumber: '91234567' }]));
  });
});

it('stores no bank details on the device: no draft, no storage', async () => {
  await emptyDevice();
  mockEndpoint(saveBank, fails({ code: 0, message: 'network', userMessage: 'No signal.' }));
  const { portal, unmount } = await open();
  await send();
  await waitFor(() => expect(portal.toasts).toHaveLength(1));
  expect(portal.writes.map(({ options }) => options.durable)).toEqual([undefined]);
  document.dispatchEvent(new Event('visibilitychange'));
  unmount();
  expect(await indexedDB.databases()).toEqual([]);
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])).not.toMatch(/91234567|01234|Secret-123/);
});

it('shows the reason of a failed reading, and reads again on Retry', async () => {
  mockEndpoint(profile, fails({ code: 500, message: 'x', userMessage: 'Something went wrong.' }));
  const { user } = renderScreen(<Screens />, { path: '/guard/myAccount' });
  expect(await screen.findByText('Your bank details could not be loaded')).toBeVisible();
  mockEndpoint(profile, { guard: guard(known) });
  await user.click(screen.getByRole('button', { name: /retry|again/i }));
  expect(await screen.findByText('ending in 4567')).toBeVisible();
});
