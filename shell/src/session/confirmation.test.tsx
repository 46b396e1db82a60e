import { ApiError, type Client } from '@portal/api-client/call';
import { copy } from '@portal/contracts/_kernel/copy';
import { serverCopy } from '@portal/contracts/_kernel/serverCopy';
import { confirmationState, confirmSession, sendConfirmationCode } from '@portal/contracts/auth/auth.confirmation';
import { challengePasskey } from '@portal/contracts/auth/auth.factors';
import { endOtherSessions } from '@portal/contracts/auth/auth.sessions';
import { passkeyMessages } from '@portal/mf-kit/passkeys';
import { fakePortal } from '@portal/testing/fakePortal';
import { guard } from '@portal/testing/guard';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { mockPasskeys } from '@portal/testing/passkeys';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Confirmation } from '../chrome/mountChrome';
import { ConfirmationDialog } from './ConfirmationDialog';
import { createConfirmation, withConfirmation } from './confirmation';
import type { ProofOutcome } from './identityProviders';
import { testSession } from './session.fixture';
import { createSessionStore } from './sessionStore';

const UNTIL = '2027-03-10T15:10:00.000Z';
const TITLE = 'Confirm that it is you';
const password = [{ by: 'password' }];
const state = (over: object = {}) => ({ confirmedUntil: null, methods: password, email: 'a•••@example.com', code: null, ...over });
const waitingCode = { sentAt: UNTIL, expiresAt: UNTIL, triesLeft: 5 };

/** A page with a logged-in guard. */
function open({ proof = { kind: 'proved', idToken: 'signed' } as ProofOutcome, load = async () => ({ ConfirmationDialog }) } = {}) {
  const session = testSession({ redirect: () => undefined, toast: () => undefined });
  session.begin({ guard: guard(), tokens: { refresh: { token: 'mine' } } });
  const portal = fakePortal(guard(), { session: { canSignInWith: () => true } });
  const counts = { confirmed: 0, ended: 0 };
  const confirmation = createConfirmation({
    session,
    openPortal: () => ({ portal, end: () => void counts.ended++ }),
    signIn: async () => proof,
    onConfirmed: () => void counts.confirmed++,
    load,
  });
  render(<Confirmation parts={{ confirmation }} />);
  const answers: boolean[] = [];
  const ask = async () => {
    await act(async () => void confirmation.ask().then((answer) => answers.push(answer)));
  };
  return { session, confirmation, portal, counts, answers, ask, user: userEvent.setup() };
}

const dialog = () => screen.findByRole('dialog', { name: TITLE });

afterEach(() => createSessionStore().clear());

describe('the dialog', () => {
  it('confirms with the password by keyboard alone', async () => {
    mockEndpoint(confirmationState, state());
    const confirmed = mockEndpoint(confirmSession, { confirmedUntil: UNTIL });
    const { ask, answers, user, counts } = open();
    await ask();
    await dialog();
    await waitFor(() => expect(screen.getByLabelText('Your password')).toHaveFocus());
    await user.keyboard('Own-password-1!{Enter}');
    await waitFor(() => expect(answers).toEqual([true]));
    expect(confirmed.calls).toEqual([{ by: 'password', password: 'Own-password-1!' }]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(counts).toEqual({ confirmed: 1, ended: 1 });
  });

  it('marks a wrong password at its field, keeps it, and stays open', async () => {
    mockEndpoint(confirmationState, state());
    mockEndpoint(confirmSession, fails({ code: 400, message: 'No', errors: { password: copy.passwordWrong } }));
    const { ask, answers, user } = open();
    await ask();
    await user.type(await screen.findByLabelText('Your password'), 'wrong');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    const field = screen.getByLabelText('Your password');
    await waitFor(() => expect(field).toHaveAccessibleDescription(expect.stringContaining(copy.passwordWrong)));
    expect(field).toHaveValue('wrong');
    expect(answers).toEqual([]);
  });

  it.each(['Cancel', 'Close'])('answers no to every waiting call after %s', async (button) => {
    mockEndpoint(confirmationState, state());
    const { ask, answers, user, counts } = open();
    await ask();
    await ask();
    await screen.findByLabelText('Your password');
    await user.click(screen.getByRole('button', { name: button }));
    await waitFor(() => expect(answers).toEqual([false, false]));
    expect(counts).toEqual({ confirmed: 0, ended: 1 });
  });

  it('is one dialog for calls that come together', async () => {
    mockEndpoint(confirmationState, state());
    mockEndpoint(confirmSession, { confirmedUntil: UNTIL });
    const { ask, answers, user } = open();
    await ask();
    await ask();
    expect(await screen.findAllByRole('dialog')).toHaveLength(1);
    await user.type(await screen.findByLabelText('Your password'), 'Own-password-1!{Enter}');
    await waitFor(() => expect(answers).toEqual([true, true]));
  });

  it('sends a code by e-mail to a guard without a password, and confirms with it', async () => {
    mockEndpoint(confirmationState, state({ methods: [{ by: 'code' }] }));
    const sent = mockEndpoint(sendConfirmationCode, waitingCode);
    const confirmed = mockEndpoint(confirmSession, { confirmedUntil: UNTIL });
    const { ask, answers, user } = open();
    await ask();
    expect(await screen.findByText('We can send a code to a•••@example.com.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'E-mail me a code' }));
    await user.type(await screen.findByLabelText('Code of 6 digits'), '123 456{Enter}');
    await waitFor(() => expect(answers).toEqual([true]));
    expect([sent.calls.length, confirmed.calls]).toEqual([1, [{ by: 'code', code: '123456' }]]);
  });

  it('shows the field of a code that was sent before, and can send another', async () => {
    mockEndpoint(confirmationState, state({ methods: [{ by: 'code' }], code: waitingCode }));
    mockEndpoint(sendConfirmationCode, fails({ code: 429, message: copy.tooMany(20) }));
    const { ask, user } = open();
    await ask();
    await user.click(await screen.findByRole('button', { name: 'Send another code' }));
    expect(await screen.findByText(copy.tooMany(20))).toBeVisible();
    mockEndpoint(sendConfirmationCode, waitingCode);
    await user.click(screen.getByRole('button', { name: 'Send another code' }));
    expect(await screen.findByText('Another code is on its way to a•••@example.com.')).toBeVisible();
  });

  it('confirms by a new sign-in with the connected provider', async () => {
    mockEndpoint(confirmationState, state({ methods: [...password, { by: 'provider', socialType: 2 }] }));
    const confirmed = mockEndpoint(confirmSession, { confirmedUntil: UNTIL });
    const { ask, answers, user } = open();
    await ask();
    expect(await screen.findByLabelText('Your password')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Facebook/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Sign in with Google again' }));
    await waitFor(() => expect(answers).toEqual([true]));
    expect(confirmed.calls).toEqual([{ by: 'provider', socialType: 2, idToken: 'signed' }]);
  });

  it.each([
    ['shows nothing', { kind: 'dismissed' }, ''],
    ['shows why', { kind: 'refused', message: 'Your browser blocked the sign-in window.' }, 'Your browser blocked the sign-in window.'],
  ] as const)('stays open and %s when the provider gives no proof', async (_name, proof, words) => {
    mockEndpoint(confirmationState, state({ methods: [{ by: 'provider', socialType: 1 }] }));
    const { ask, answers, user } = open({ proof });
    await ask();
    await user.click(await screen.findByRole('button', { name: 'Sign in with Facebook again' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Sign in with Facebook again' })).toBeEnabled());
    expect((await dialog()).textContent).toContain(words);
    expect(answers).toEqual([]);
  });

  it('shows why the methods could not be read, and reads them again', async () => {
    mockEndpoint(confirmationState, fails({ code: 0, message: 'network', userMessage: copy.offline }));
    const { ask, user } = open();
    await ask();
    expect(await screen.findByText(copy.offlineReading)).toBeVisible();
    mockEndpoint(confirmationState, state());
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByLabelText('Your password')).toBeVisible();
  });

  it('confirms with a code of the authenticator app', async () => {
    mockEndpoint(confirmationState, state({ methods: [{ by: 'totp' }] }));
    const confirmed = mockEndpoint(confirmSession, { confirmedUntil: UNTIL });
    const { ask, answers, user } = open();
    await ask();
    const field = await screen.findByLabelText('Code from your authenticator app');
    expect(field).toHaveAttribute('autocomplete', 'one-time-code');
    await user.type(field, '123 456{Enter}');
    await waitFor(() => expect(answers).toEqual([true]));
    expect(confirmed.calls).toEqual([{ by: 'totp', code: '123456' }]);
  });

  it('confirms with a passkey', async () => {
    mockEndpoint(confirmationState, state({ methods: [{ by: 'passkey' }] }));
    mockEndpoint(challengePasskey, { options: { challenge: 'AA' } });
    const confirmed = mockEndpoint(confirmSession, { confirmedUntil: UNTIL });
    mockPasskeys(async () => ({ id: 'key' }));
    const { ask, answers, user } = open();
    await ask();
    await user.click(await screen.findByRole('button', { name: 'Use your passkey' }));
    await waitFor(() => expect(answers).toEqual([true]));
    expect(confirmed.calls).toEqual([{ by: 'passkey', response: { id: 'key' } }]);
  });

  it.each([
    ['the guard cancels', 'NotAllowedError', passkeyMessages.cancelled],
    ['the browser fails', 'SecurityError', passkeyMessages.failed],
    ['the browser has no passkeys', null, passkeyMessages.unavailable],
  ])('stays open and shows why no passkey was used when %s', async (_name, error, words) => {
    mockEndpoint(confirmationState, state({ methods: [{ by: 'passkey' }] }));
    mockEndpoint(challengePasskey, { options: { challenge: 'AA' } });
    if (error) mockPasskeys(() => Promise.reject(new DOMException('', error)));
    const { ask, answers, user } = open();
    await ask();
    await user.click(await screen.findByRole('button', { name: 'Use your passkey' }));
    expect(await screen.findByText(words)).toBeVisible();
    expect(answers).toEqual([]);
  });

  it('shows how to continue when this page knows none of the methods', async () => {
    mockEndpoint(confirmationState, state({ methods: [{ by: 'a-later-method' }] }));
    const { ask } = open();
    await ask();
    expect(await screen.findByText(/Log out and log in again/)).toBeVisible();
  });

  it('answers yes when another tab has confirmed the session', async () => {
    mockEndpoint(confirmationState, state());
    const { ask, answers } = open();
    await ask();
    await screen.findByLabelText('Your password');
    mockEndpoint(confirmationState, state({ confirmedUntil: UNTIL }));
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(answers).toEqual([true]));
  });

  it('closes and answers no when the session ends', async () => {
    mockEndpoint(confirmationState, state());
    const { ask, answers, session } = open();
    await ask();
    await dialog();
    act(() => session.end());
    await waitFor(() => expect(answers).toEqual([false]));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('answers no when its code cannot be fetched', async () => {
    const { ask, answers } = open({ load: () => Promise.reject(new Error('no network')) });
    await ask();
    await waitFor(() => expect(answers).toEqual([false]));
  });
});

describe('a call that is refused because the session is not confirmed', () => {
  const refusal = () => new ApiError({ code: 403, message: serverCopy.notConfirmed, data: null, reason: 'confirmation' });
  const reply = { code: 200, message: 'OK', data: { ended: 1 } };

  /** A server that refuses until the session is confirmed. */
  function serve({ ask, token = () => 'mine' }: { ask: () => Promise<boolean>; token?: () => string | null }) {
    const sent: unknown[] = [];
    let isConfirmed = false;
    const client = {
      async send(_endpoint: unknown, _input: unknown, options: unknown) {
        sent.push(options);
        if (isConfirmed) return reply;
        throw refusal();
      },
    } as unknown as Client;
    const confirming = async () => {
      isConfirmed = await ask();
      return isConfirmed;
    };
    return { sent, client: withConfirmation(client, { token, ask: confirming }) };
  }
  const options = { idempotencyKey: 'the-key-of-the-act' };

  it('is repeated once, under the same key, after the confirmation', async () => {
    const { client, sent } = serve({ ask: async () => true });
    expect(await client.send(endOtherSessions, {}, options)).toEqual(reply);
    expect(sent).toEqual([options, options]);
  });

  it('is kept while the methods cannot be read, and repeated after the confirmation', async () => {
    mockEndpoint(confirmationState, fails({ code: 0, message: 'network', userMessage: copy.offline }));
    mockEndpoint(confirmSession, { confirmedUntil: UNTIL });
    const { confirmation, user } = open();
    const { client, sent } = serve({ ask: confirmation.ask });
    const answer = client.send(endOtherSessions, {}, options);
    expect(await screen.findByText('What you entered stays.')).toBeVisible();
    expect(sent).toEqual([options]);
    mockEndpoint(confirmationState, state());
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await user.type(await screen.findByLabelText('Your password'), 'Own-password-1!{Enter}');
    expect(await answer).toEqual(reply);
    expect(sent).toEqual([options, options]);
  });

  it('is answered as refused when the guard cancels', async () => {
    const { client, sent } = serve({ ask: async () => false });
    await expect(client.send(endOtherSessions, {}, options)).rejects.toMatchObject({ code: 403, reason: 'confirmation' });
    expect(sent).toHaveLength(1);
  });

  it('is not repeated in the session of another guard', async () => {
    let token = 'mine';
    const ask = async () => {
      token = 'of another';
      return true;
    };
    const { client, sent } = serve({ ask, token: () => token });
    await expect(client.send(endOtherSessions, {}, options)).rejects.toMatchObject({ code: 403 });
    expect(sent).toHaveLength(1);
  });

  it('opens no dialog when another reason is given', async () => {
    const ask = jest.fn(async () => true);
    const send = () => Promise.reject(new ApiError({ code: 403, message: 'Not yours', data: null }));
    const client = withConfirmation({ send } as unknown as Client, { token: () => 'mine', ask });
    await expect(client.send(endOtherSessions, {})).rejects.toMatchObject({ code: 403 });
    expect(ask).not.toHaveBeenCalled();
  });
});
