import type { WriteEntry } from '@portal/mf-kit/portal';
import { guard } from '@portal/testing/guard';
import { waitingWrite } from '@portal/testing/outbox';
import type { ServerContact } from '../platform/serverClock';
import { signal } from '../platform/signal';
import { createOutbox } from './outbox';
import type { OutboxDeps } from './outboxEngine';

const mockDevice: { found: readonly WriteEntry[]; show: OutboxDeps['show'] } = { found: [], show: () => undefined };
jest.mock('./entryStore', () => ({ createEntryStore: () => undefined }));
jest.mock('./guardKey', () => ({
  createGuardKey: () => ({ keyOf: async () => null, attach: (_entries: unknown, queue: unknown) => queue }),
}));
jest.mock('./OutboxButton', () => ({}));
jest.mock('./outboxEngine', () => ({
  createOutboxEngine: ({ show }: OutboxDeps) => {
    mockDevice.show = show;
    return { read: async () => show(mockDevice.found), sendNow: async () => undefined };
  },
}));

const me = guard();
const one = (state: WriteEntry['state'], key = 'one') => waitingWrite({ key, order: 's', state });

/** An outbox with these entries. */
async function openWith(found: readonly WriteEntry[]) {
  mockDevice.found = found;
  const outbox = createOutbox({
    session: { current: () => ({ guardId: me.id, guard: me }), subscribe: () => () => undefined },
    clock: { now: () => new Date('2027-03-14T15:00:00Z'), isSynchronised: () => true, contact: signal<ServerContact | null>(null) },
    check: async () => true,
    isLost: () => false,
    changed: () => undefined,
    telemetry: () => undefined,
  });
  await outbox.read();
  return outbox;
}

it.each([
  ['nothing', [], null],
  ['a waiting entry', [one('on device')], 'one'],
  ['a failed entry', [one('failed')], null],
  ['a sent entry', [one('sent')], null],
  ['a waiting entry behind one in flight', [one('sending'), one('on device', 'two')], 'two'],
])('firstQueued with %s returns the first waiting entry of the order key: %#', async (_what, found, key) => {
  const outbox = await openWith(found);
  expect((await outbox.firstQueued('s'))?.key ?? null).toBe(key);
  expect(await outbox.firstQueued('another')).toBeNull();
});

it.each([
  ['was sent', [one('sent')], null],
  ['waits', [one('on device')], 'one'],
])('firstQueued resolves once the entry in flight %s', async (_what, then, key) => {
  const outbox = await openWith([one('sending')]);
  const known = jest.fn();
  const ahead = outbox.firstQueued('s').then((entry) => {
    known();
    return entry;
  });
  mockDevice.show([one('sending')]);
  for (let turns = 0; turns < 20; turns++) await Promise.resolve();
  expect(known).not.toHaveBeenCalled();
  mockDevice.show(then);
  expect((await ahead)?.key ?? null).toBe(key);
});
