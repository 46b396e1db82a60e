import { connectSocket } from '@portal/api-client/socket';
import { guard } from '@portal/testing/guard';
import { waitFor } from '@testing-library/react';
import { signal } from '../platform/signal';
import { testSession } from '../session/session.fixture';
import { createSessionStore } from '../session/sessionStore';
import { createDataChanges } from './dataChanges';
import { createRealtimeChannel } from './realtimeChannel';
import { applyDataChange, startRealtime } from './startRealtime';

jest.mock('@portal/api-client/socket', () => ({ connectSocket: jest.fn(() => new Promise(() => undefined)) }));

function open() {
  const changes = createDataChanges();
  const read: string[] = [];
  for (const domain of ['notifications', 'guards', 'leave']) changes.onChanged(domain, () => read.push(domain));
  const check = { now: jest.fn(async () => true), refreshIfStale: jest.fn() };
  const outbox = { sendNow: jest.fn() };
  return { read, check, outbox, apply: (domain: string | null) => applyDataChange({ dataChanges: changes, check, outbox }, { domain }) };
}

it('invalidates the changed domain only', () => {
  const { read, check, apply } = open();
  apply('leave');
  expect(read).toEqual(['leave']);
  expect(check.now).not.toHaveBeenCalled();
});

it('checks the session when the guard changed, and invalidates all data after a gap', () => {
  const { read, check, outbox, apply } = open();
  apply('guards');
  expect(outbox.sendNow).not.toHaveBeenCalled();
  expect(check.now).toHaveBeenCalledTimes(1);
  apply(null);
  expect(check.now).toHaveBeenCalledTimes(2);
  expect(outbox.sendNow).toHaveBeenCalledTimes(1);
  expect(read).toEqual(['guards', 'notifications', 'guards', 'leave']);
});

it('starts before the page is idle when a screen subscribes or calls', () => {
  jest.useFakeTimers();
  const channel = createRealtimeChannel(() => undefined);
  const wanted = jest.fn();
  channel.onDemand(wanted);
  channel.live.subscribe(() => undefined);
  expect(wanted).toHaveBeenCalledTimes(1);
  channel.call({ name: 'get_rooms', input: {} }).catch(() => undefined);
  expect(wanted).toHaveBeenCalledTimes(2);
  jest.useRealTimers();
});

it('[CHAT-21] opens the socket to the origin of the API', async () => {
  const session = testSession({ redirect: () => undefined, toast: () => undefined });
  session.begin({ guard: guard(), tokens: { refresh: { token: 'mine' } } });
  const channel = createRealtimeChannel(() => undefined);
  const check = { now: async () => true, refreshIfStale: () => undefined };
  const rest = { dataChanges: createDataChanges(), check, outbox: { sendNow: () => undefined } };
  startRealtime({ ...rest, session, channel, portal: { now: () => new Date() } }, 'https://api.example.com', signal(true));
  channel.live.subscribe(() => undefined);
  await waitFor(() =>
    expect(connectSocket).toHaveBeenCalledWith(expect.objectContaining({ url: 'https://api.example.com', token: 'mine' })),
  );
  createSessionStore().clear();
});
