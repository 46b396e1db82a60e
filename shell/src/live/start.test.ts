import { connectSocket } from '@portal/api-client/socket';
import { guard } from '@portal/testing/guard';
import { waitFor } from '@testing-library/react';
import { signal } from '../boot/signal';
import { createSessionStore } from '../session/store';
import { testSession } from '../session/testSession';
import { createChanges } from './changes';
import { createLine } from './line';
import { startLive, takeNews } from './start';

jest.mock('@portal/api-client/socket', () => ({ connectSocket: jest.fn(() => new Promise(() => undefined)) }));

function open() {
  const changes = createChanges();
  const read: string[] = [];
  for (const domain of ['notifications', 'guards', 'leave']) changes.onChanged(domain, () => read.push(domain));
  const check = { now: jest.fn(async () => true), sometimes: jest.fn() };
  const outbox = { hurry: jest.fn() };
  return { read, check, outbox, take: (domain: string | null) => takeNews({ changes, check, outbox }, { domain }) };
}

it('lets the readers of the changed domain read again, and nobody else', () => {
  const { read, check, take } = open();
  take('leave');
  expect(read).toEqual(['leave']);
  expect(check.now).not.toHaveBeenCalled();
});

it('reads the guard of the chrome again when the guard changed, and everything after a gap', () => {
  const { read, check, outbox, take } = open();
  take('guards');
  expect(outbox.hurry).not.toHaveBeenCalled();
  expect(check.now).toHaveBeenCalledTimes(1);
  take(null);
  expect(check.now).toHaveBeenCalledTimes(2);
  expect(outbox.hurry).toHaveBeenCalledTimes(1);
  expect(read).toEqual(['guards', 'notifications', 'guards', 'leave']);
});

it('is wanted before the page is calm by whoever watches the line or calls over it', () => {
  jest.useFakeTimers();
  const line = createLine(() => undefined);
  const wanted = jest.fn();
  line.onWanted(wanted);
  line.live.subscribe(() => undefined);
  expect(wanted).toHaveBeenCalledTimes(1);
  line.call({ name: 'get_rooms', input: {} }).catch(() => undefined);
  expect(wanted).toHaveBeenCalledTimes(2);
  jest.useRealTimers();
});

it('[CHAT-21] the line is opened to the host of the API, wherever the page came from', async () => {
  const session = testSession({ enter: () => undefined, toast: () => undefined });
  session.begin({ guard: guard(), tokens: { refresh: { token: 'mine' } } });
  const line = createLine(() => undefined);
  const check = { now: async () => true, sometimes: () => undefined };
  const rest = { changes: createChanges(), check, outbox: { hurry: () => undefined } };
  startLive({ ...rest, session, line }, 'https://api.example.com', signal(true));
  line.live.subscribe(() => undefined);
  await waitFor(() =>
    expect(connectSocket).toHaveBeenCalledWith(expect.objectContaining({ url: 'https://api.example.com', token: 'mine' })),
  );
  createSessionStore().clear();
});
