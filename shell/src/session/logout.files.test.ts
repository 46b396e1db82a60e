import { logout as endpoint } from '@portal/contracts/auth/auth.endpoints';
import { guard } from '@portal/testing/guard';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { waitFor } from '@testing-library/react';
import { openLogout, outboxOf } from './logout.fixture';
import { createSessionStore } from './sessionStore';

const open = (...given: Parameters<typeof openLogout> extends [unknown, ...infer Rest] ? Rest : never) => openLogout(guard(), ...given);

afterEach(() => createSessionStore().clear());

it('names every unsent file', async () => {
  mockEndpoint(endpoint, null);
  const outbox = outboxOf(
    { what: 'Photo', bytes: 5 },
    { what: 'Gone', bytes: 5, state: 'sent' },
    { what: 'Note', bytes: 1, state: 'failed' },
  );
  const { questions, run } = open([true, true], { outbox });
  await run();
  expect(questions[1]).toEqual({
    title: 'Keep your files on this phone?',
    body: 'Files you have not sent are kept here, so we can send them later. If you remove them, these are never sent: “Photo”, “Note”. On a shared device, remove them.',
    confirm: 'Remove them',
    cancel: 'Keep on this phone',
    danger: true,
  });
  expect(outbox.current().map(({ what }) => what)).toEqual(['Gone']);
});

it('does not ask when no unsent write has files', async () => {
  mockEndpoint(endpoint, null);
  const { questions, run } = open([true], { outbox: outboxOf({ bytes: 5, state: 'sent' }, { what: 'Break' }) });
  await run();
  expect(questions).toHaveLength(1);
});

it('waits until every file is off the device before it goes to login', async () => {
  mockEndpoint(endpoint, null, 'Goodbye.');
  const ends: (() => void)[] = [];
  const titles: string[] = [];
  const outbox = {
    ...outboxOf(...['one', 'two', 'break'].map((key) => ({ key, ...(key !== 'break' && { bytes: 5 }) }))),
    remove: (guardId: string, key: string) => {
      titles.push(`${key} of ${guardId}`);
      return new Promise<void>((end) => ends.push(end));
    },
  };
  const { session, toasts, moves, run } = open([true, true], { outbox });
  const done = run();
  await waitFor(() => expect(titles).toEqual([`one of ${guard().id}`, `two of ${guard().id}`]));
  ends[0]?.();
  await new Promise((resolve) => setTimeout(resolve));
  expect(session.token()).toBe('abc');
  ends[1]?.();
  await done;
  expect([moves.at(-1), toasts]).toEqual(['/guard/login', [['success', 'Goodbye.']]]);
});

it('waits until the drafts are destroyed before it goes to login', async () => {
  mockEndpoint(endpoint, null);
  let end: () => void = () => undefined;
  const forgetGuard = jest.fn(() => new Promise<void>((resolve) => (end = resolve)));
  const { session, moves, run } = open([true], { drafted: [guard().id], device: { forgetGuard } });
  const done = run();
  await waitFor(() => expect(forgetGuard).toHaveBeenCalledWith(guard().id));
  expect([session.token(), moves]).toEqual(['abc', [`/guard/myprofile/${guard().id}`]]);
  end();
  await done;
  expect([session.token(), moves.at(-1)]).toEqual([null, '/guard/login']);
});

it('shows a message when files could not be removed', async () => {
  mockEndpoint(endpoint, null, 'Goodbye.');
  const outbox = { ...outboxOf({ bytes: 5 }), remove: () => Promise.reject(new Error('no device')) };
  const { toasts, run } = open([true, true], { outbox });
  await run();
  expect(toasts[0]).toEqual(['error', 'Your files could not be removed from this phone.']);
});

it('removes nothing when the page does not know the guard', async () => {
  const mocked = mockEndpoint(endpoint, null);
  const { session, questions, drafted, run } = open([true], { drafted: [guard().id], outbox: outboxOf({ bytes: 5 }) });
  session.end();
  await run();
  expect([questions.length, drafted, mocked.calls]).toEqual([1, [guard().id], [{ refreshToken: '' }]]);
});
