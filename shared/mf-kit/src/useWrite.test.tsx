import { logout } from '@portal/contracts/auth/auth.endpoints';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { waitingWrite } from '@portal/testing/outbox';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen, waitFor } from '@testing-library/react';
import { isUnsent, useOutboxEntries } from './useOutboxEntries';
import { useWrite } from './useWrite';

const order = 'shift-1';
const durable = { what: 'Break: Lunch' };

/** A list with a button. Its entries show the result of each press. */
function Breaks() {
  const { send, busy, state, failure } = useWrite(logout);
  const entries = useOutboxEntries(order);
  return (
    <>
      <button type="button" disabled={busy} onClick={() => void send({}, { order, durable })}>
        {state ?? 'Break'}
      </button>
      <p role="status">{failure?.userMessage}</p>
      <ul aria-label={`${entries.filter(isUnsent).length} unsent`}>
        {entries.map(({ key, what, state: its }) => (
          <li key={key}>{`${what}: ${its}`}</li>
        ))}
      </ul>
    </>
  );
}

/** A form that closes when its write is answered or stored. */
function Form({ onDone }: { onDone(kept: boolean): void }) {
  const { sendOrQueue: keep, failure } = useWrite(logout);
  const submit = async () => {
    const result = await keep({}, { order, durable });
    if (result.ok) onDone(result.kept);
  };
  return (
    <button type="button" onClick={submit}>
      {failure?.userMessage ?? 'Submit'}
    </button>
  );
}

const rows = () => screen.queryAllByRole('listitem').map((row) => row.textContent);

describe('a durable write of a button', () => {
  it('is first in flight, then sent', async () => {
    let answer: (data: null) => void = () => undefined;
    mockEndpoint(logout, () => new Promise<null>((resolve) => (answer = resolve)));
    const { user } = renderScreen(<Breaks />);
    await user.click(screen.getByRole('button', { name: 'Break' }));
    expect(rows()).toEqual(['Break: Lunch: sending']);
    expect(screen.getByRole('button', { name: 'sending' })).toBeDisabled();
    answer(null);
    await waitFor(() => expect(rows()).toEqual(['Break: Lunch: sent']));
    expect(screen.getByRole('list', { name: '0 unsent' })).toBeVisible();
  });

  it('waits on the device without a reply, lets the guard make the next one, and is sent by a retry', async () => {
    const answers = [fails({ code: 0, message: 'No answer' }), fails({ code: 503, message: 'Down' }), null];
    const mocked = mockEndpoint(logout, () => answers.shift() ?? null);
    const { user, portal } = renderScreen(<Breaks />);
    await user.click(screen.getByRole('button'));
    await user.click(await screen.findByRole('button', { name: 'on device' }));
    await waitFor(() => expect(rows()).toEqual(['Break: Lunch: on device', 'Break: Lunch: on device']));
    expect(screen.getByRole('list', { name: '2 unsent' })).toBeVisible();
    portal.outbox.retry(portal.outbox.current()[0]?.key ?? '');
    await waitFor(() => expect(rows()).toEqual(['Break: Lunch: sent', 'Break: Lunch: on device']));
    expect(new Set(mocked.options.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
  });

  it('stays as failed with its reason until it is dismissed', async () => {
    mockEndpoint(logout, fails({ code: 409, message: 'Already on a break' }));
    const { user, portal } = renderScreen(<Breaks />);
    await user.click(screen.getByRole('button'));
    expect(await screen.findByText('Already on a break')).toBeVisible();
    expect(portal.outbox.current()).toMatchObject([{ state: 'failed', failure: { userMessage: 'Already on a break' } }]);
    portal.outbox.dismiss(portal.outbox.current()[0]?.key ?? '');
    await waitFor(() => expect(rows()).toEqual([]));
  });

  it('is found by its order key on a screen that opens later', async () => {
    const { portal } = renderScreen(<Breaks />);
    portal.outbox.put(waitingWrite({ order }));
    portal.outbox.put(waitingWrite({ order: 'shift-2' }));
    await waitFor(() => expect(rows()).toEqual(['Break: Lunch: on device']));
  });
});

describe('a durable write of a form', () => {
  it.each([
    ['sent', null, false],
    ['kept on the device', fails({ code: 0, message: 'No answer' }), true],
  ] as const)('is done when it is %s', async (_what, answer, kept) => {
    mockEndpoint(logout, answer);
    const onDone = jest.fn();
    const { user } = renderScreen(<Form onDone={onDone} />);
    await user.click(screen.getByRole('button'));
    await waitFor(() => expect(onDone).toHaveBeenCalledWith(kept));
  });

  it('shows its refusal itself, so the outbox does not list it', async () => {
    mockEndpoint(logout, fails({ code: 409, message: 'Already asked' }));
    const onDone = jest.fn();
    const { user, portal } = renderScreen(<Form onDone={onDone} />);
    await user.click(screen.getByRole('button'));
    expect(await screen.findByRole('button', { name: 'Already asked' })).toBeVisible();
    expect(portal.outbox.current()).toEqual([]);
    expect(onDone).not.toHaveBeenCalled();
  });
});
