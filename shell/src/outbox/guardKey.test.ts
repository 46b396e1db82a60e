/** @jest-environment node */
import 'fake-indexeddb/auto';
import { deviceKey } from '@portal/contracts/auth/auth.device-key';
import { dropKeys, findKey, keepKey } from '@portal/device/keys';
import { createKey, seal, unseal } from '@portal/device/sealed';
import { emptyDevice } from '@portal/testing/deviceStorage';
import { guard } from '@portal/testing/guard';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { createGuardKey } from './guardKey';
import { createDeferred, waitUntil } from './outbox.fixture';

const RAW = 'QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWY';
const me = guard();

afterEach(async () => {
  jest.restoreAllMocks();
  await emptyDevice();
});

function open() {
  const state = { session: { guardId: me.id, guard: me } as { guardId: string; guard: typeof me } | null };
  const acts: string[] = [];
  const reports: string[] = [];
  const guardKey = createGuardKey({ session: { current: () => state.session }, report: (detail) => reports.push(detail) });
  const queue = guardKey.attach(
    { sealPlain: async (guardId) => void acts.push(`seals ${guardId === me.id}`) },
    { sendNow: async () => void acts.push('hurries') },
  );
  return { state, acts, reports, guardKey, queue };
}

it('requests a missing key once, seals plain rows, and sends again', async () => {
  const mocked = mockEndpoint(deviceKey, { key: RAW });
  const { acts, guardKey, queue } = open();
  await queue.sendNow();
  expect(acts).toEqual(['hurries']);
  await waitUntil(() => acts.length === 3);
  expect(acts).toEqual(['hurries', 'seals true', 'hurries']);
  await expect(crypto.subtle.exportKey('raw', (await guardKey.keyOf(me.id)) as CryptoKey)).rejects.toThrow();
  await queue.sendNow();
  await waitUntil(() => acts.length === 5);
  expect([acts.slice(3), mocked.calls.length]).toEqual([['hurries', 'seals true'], 1]);
});

it('opens rows after the next log-in that the same guard sealed before a logout', async () => {
  mockEndpoint(deviceKey, { key: RAW });
  const { acts, guardKey, queue } = open();
  await queue.sendNow();
  await waitUntil(() => acts.length === 3);
  const sealed = await seal((await guardKey.keyOf(me.id)) as CryptoKey, 'row', 'text');
  await dropKeys(me.id);
  expect(await guardKey.keyOf(me.id)).toBeNull();
  await queue.sendNow();
  await waitUntil(() => acts.length === 6);
  expect(await unseal((await guardKey.keyOf(me.id)) as CryptoKey, 'row', sealed)).toBe('text');
});

it('sends without the key when the server is unreachable, and requests it again at the next sendNow', async () => {
  const mocked = mockEndpoint(deviceKey, fails({ code: 0, message: '' }));
  const { acts, reports, queue } = open();
  for (const times of [1, 2]) {
    await queue.sendNow();
    await waitUntil(() => mocked.calls.length === times);
  }
  expect([acts, reports]).toEqual([['hurries', 'hurries'], []]);
});

it('deletes the key when the session ends', async () => {
  await keepKey('outbox', me.id, await createKey());
  const { state, acts, guardKey, queue } = open();
  await queue.sendNow();
  await waitUntil(() => acts.length === 2);
  state.session = null;
  await queue.sendNow();
  let key = await guardKey.keyOf(me.id);
  while (key) key = await guardKey.keyOf(me.id);
  expect(key).toBeNull();
});

it('does not store a key that arrives after the end of its session', async () => {
  const answer = createDeferred<{ key: string }>();
  const mocked = mockEndpoint(deviceKey, () => answer.promise);
  const { state, acts, queue } = open();
  await queue.sendNow();
  await waitUntil(() => mocked.calls.length === 1);
  state.session = null;
  answer.end({ key: RAW });
  state.session = { guardId: 'another', guard: me };
  await keepKey('outbox', 'another', await createKey());
  await queue.sendNow();
  await waitUntil(() => acts.includes('seals false'));
  expect([await findKey('outbox', me.id), acts]).toEqual([null, ['hurries', 'hurries', 'seals false']]);
});

it('returns null and reports when the device does not read the key', async () => {
  jest.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
    throw new DOMException('gone', 'UnknownError');
  });
  const { guardKey, reports } = open();
  expect([await guardKey.keyOf(me.id), reports.length]).toEqual([null, 1]);
});

it('requests no key when the browser has no WebCrypto', async () => {
  const mocked = mockEndpoint(deviceKey, { key: RAW });
  jest.replaceProperty(globalThis, 'crypto', {} as Crypto);
  const { queue } = open();
  await queue.sendNow();
  expect(mocked.calls).toEqual([]);
});
