import { deviceKey } from '@portal/contracts/auth/auth.device-key';
import { sql } from 'kysely';
import { setKeyring } from '../../../test/services';
import { testApi } from '../../../test/test-api';
import { testEnv } from '../../../test/test-env';
import { db } from '../../platform/database/db';
import { rotateKeys } from '../../platform/identity/key-rotation';

const api = testApi();

it('gives a guard the same 32 bytes at each log-in, also to two calls together, and another guard others', async () => {
  const [guard, other] = [await api.guard(), await api.guard()];
  const replies = await Promise.all([api.call(deviceKey, {}, { token: guard.token }), api.call(deviceKey, {}, { token: guard.token })]);
  const [one, two] = replies.map(({ data }) => data.key);
  expect(one).toBe(two);
  expect(Buffer.from(one ?? '', 'base64url')).toHaveLength(32);
  expect((await api.call(deviceKey, {}, { token: other.token })).data.key).not.toBe(one);
});

it('gives no key without a session', async () => {
  expect((await api.call(deviceKey, {})).code).toBe(401);
});

it('stays the same when the key of the environment is rotated, and is in no row in full', async () => {
  const guard = await api.guard();
  const keyNow = async () => (await api.call(deviceKey, {}, { token: guard.token })).data.key;
  const key = await keyNow();
  const rows = sql<{ keyId: string; sealed: Buffer }>`select key_id as "keyId", sealed from device_keys where guard_id = ${guard.id}`;
  const [before] = (await rows.execute(db())).rows;
  expect(before?.sealed.toString('latin1')).not.toContain(key);
  const young = { id: 'young', bytes: Buffer.alloc(32, 7) };
  setKeyring([young, ...testEnv.secretKeys]);
  while ((await rotateKeys()).left > 0) {}
  setKeyring([young]);
  expect((await rows.execute(db())).rows[0]?.keyId).toBe('young');
  expect(await keyNow()).toBe(key);
  setKeyring(testEnv.secretKeys);
});
