import { copy } from '@portal/contracts/_kernel/copy';
import {
  addPasskey,
  addTotp,
  beginPasskey,
  beginTotp,
  type Factor,
  factorMessages,
  listFactors,
  removeFactor,
} from '@portal/contracts/auth/auth.factors';
import { passkeyMessages } from '@portal/mf-kit/passkeys';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { mockPasskeys } from '@portal/testing/passkeys';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen, waitFor, within } from '@testing-library/react';
import { FactorsPart } from './FactorsPart';

const factor = (over: Partial<Factor> = {}): Factor => ({
  id: '00000000-0000-4000-8000-000000000001',
  kind: 'totp',
  label: 'My phone',
  addedAt: '2027-03-10T15:00:00.000Z',
  lastUsedAt: null,
  ...over,
});

/** A server with these factors. */
function open(...stored: Factor[]) {
  let factors = stored;
  mockEndpoint(listFactors, () => factors);
  const add = (kind: Factor['kind'], label: string) => {
    const added = factor({ kind, label });
    factors = [...factors, added];
    return added;
  };
  const calls = {
    begin: mockEndpoint(beginTotp, { secret: 'ABCDEFGHIJ', address: 'otpauth://totp/Guard?secret=ABCDEFGHIJ' }),
    app: mockEndpoint(addTotp, ({ label }) => add('totp', label), factorMessages.added),
    passkey: mockEndpoint(addPasskey, ({ label }) => add('passkey', label), factorMessages.added),
    remove: mockEndpoint(
      removeFactor,
      ({ id }) => {
        factors = factors.filter((one) => one.id !== id);
        return null;
      },
      factorMessages.removed,
    ),
  };
  mockEndpoint(beginPasskey, { options: { challenge: 'AA' } });
  return { ...renderScreen(<FactorsPart />), calls };
}

const press = async (user: ReturnType<typeof open>['user'], name: string) => user.click(await screen.findByRole('button', { name }));

it('lists the factors with kind, name and times', async () => {
  open(
    factor({ lastUsedAt: '2027-03-12T15:00:00.000Z' }),
    factor({ id: '00000000-0000-4000-8000-000000000002', kind: 'passkey', label: 'My laptop' }),
  );
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/My phone.*Authenticator app, added .*Last used/),
    expect.stringMatching(/My laptop.*Passkey, added .*Not used yet/),
  ]);
});

it('explains the purpose of a second factor when there is none', async () => {
  open();
  expect(await screen.findByText(/a stolen password is not enough/)).toBeVisible();
});

it('shows that the list could not be loaded, and loads it again', async () => {
  mockEndpoint(listFactors, fails({ code: 500, message: 'x', userMessage: copy.somethingWrong }));
  const { user } = renderScreen(<FactorsPart />);
  expect(await screen.findByText(factorMessages.notLoaded)).toBeVisible();
  mockEndpoint(listFactors, [factor()]);
  await press(user, 'Retry');
  expect(await screen.findByText('My phone')).toBeVisible();
});

it('adds an authenticator app with its first code', async () => {
  const { user, calls, portal } = open();
  await press(user, 'Add an authenticator app');
  const dialog = within(await screen.findByRole('dialog', { name: 'Add an authenticator app' }));
  expect(dialog.getByText('ABCD EFGH IJ')).toBeVisible();
  expect(dialog.getByRole('link', { name: 'Open in your app' })).toHaveAttribute('href', 'otpauth://totp/Guard?secret=ABCDEFGHIJ');
  await user.type(dialog.getByLabelText('Name'), 'My phone');
  await user.type(dialog.getByLabelText('First code'), '123456');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  expect(await screen.findByRole('button', { name: 'Remove My phone' })).toBeVisible();
  expect(calls.app.calls).toEqual([{ label: 'My phone', code: '123456' }]);
  expect(portal.toasts).toEqual([{ kind: 'success', text: factorMessages.added }]);
});

it('marks a wrong first code at its field', async () => {
  const { user } = open();
  mockEndpoint(addTotp, fails({ code: 400, message: 'No', errors: { code: factorMessages.codeWrong } }));
  await press(user, 'Add an authenticator app');
  await user.type(await screen.findByLabelText('Name'), 'My phone');
  await user.type(screen.getByLabelText('First code'), '123456');
  await press(user, 'Add');
  await waitFor(() =>
    expect(screen.getByLabelText('First code')).toHaveAccessibleDescription(expect.stringContaining(factorMessages.codeWrong)),
  );
});

it('adds a passkey that the browser creates', async () => {
  mockPasskeys(async () => ({ id: 'key' }));
  const { user, calls } = open();
  await press(user, 'Add a passkey');
  await user.type(await screen.findByLabelText('Name'), 'My laptop');
  await press(user, 'Continue');
  expect(await screen.findByRole('button', { name: 'Remove My laptop' })).toBeVisible();
  expect(calls.passkey.calls).toEqual([{ label: 'My laptop', response: { id: 'key' } }]);
});

it('keeps the dialog open and shows why when the guard cancels in the browser', async () => {
  mockPasskeys(() => Promise.reject(new DOMException('', 'NotAllowedError')));
  const { user, calls } = open();
  await press(user, 'Add a passkey');
  await user.type(await screen.findByLabelText('Name'), 'My laptop');
  await press(user, 'Continue');
  expect((await screen.findAllByText(passkeyMessages.cancelled))[0]).toBeVisible();
  expect(calls.passkey.calls).toEqual([]);
});

it('offers no passkey in a browser without them', async () => {
  open();
  expect(await screen.findByText(passkeyMessages.unavailable)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
});

it('removes a factor after a question', async () => {
  const { user, calls, portal } = open(factor());
  await press(user, 'Remove My phone');
  expect(portal.questions[0]?.title).toBe('Remove My phone?');
  await waitFor(() => expect(screen.queryByText('My phone')).toBeNull());
  expect(calls.remove.calls).toEqual([{ id: factor().id }]);
});
