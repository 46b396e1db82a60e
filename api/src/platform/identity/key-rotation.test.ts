import { setHooks, setKeyring } from '../../../test/services';
import { testApi } from '../../../test/test-api';
import { testEnv } from '../../../test/test-env';
import { type EncryptedColumn, rotateKeys } from './key-rotation';
import { DecryptionError } from './keyring';

testApi();
const keys = [{ id: 'young', bytes: Buffer.alloc(32, 9) }, ...testEnv.secretKeys];
afterEach(() => setKeyring(testEnv.secretKeys));

/** A column in memory with this number of guards, each with a row under the old key; the first `unopened` rows cannot be decrypted. */
function counted(guards: number, unopened = 0) {
  const left = Array.from({ length: guards }, (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`);
  const read = { all: 0, some: 0 };
  const column: EncryptedColumn = {
    guardsSealedWith: async (_keys, atMost, after) => left.filter((id) => id > after).slice(0, atMost),
    rowsSealedWith: async (ids) =>
      ids.map((guardId) => ({
        guardId,
        keyId: 'test',
        reseal: async () => {
          if (Number(guardId.slice(-12)) < unopened) throw new DecryptionError();
          left.splice(left.indexOf(guardId), 1);
        },
      })),
    countSealedWith: async (_keys, atMost) => {
      read.some += Math.min(left.length, atMost);
      return Math.min(left.length, atMost);
    },
    countByKey: async () => {
      read.all += 1;
      return [{ keyId: 'young', count: guards }];
    },
  };
  return { column, read };
}

it('counts every row only once in a key rotation, not after each batch', async () => {
  // More rows than the limit of the count after a batch.
  const { column, read } = counted(1_200);
  setHooks({ encryptedColumns: [column] });
  setKeyring(keys);
  const lefts: number[] = [];
  for (let isDone = false; !isDone; ) {
    const { left, lost } = await rotateKeys();
    lefts.push(left);
    isDone = left === 0;
    expect(lost).toBe(0);
  }
  expect([lefts.length, lefts[0], lefts.at(-2)]).toEqual([12, 1_000, 100]);
  expect(read.all).toBe(1);
});

it('continues after undecryptable rows, also when many of them come first, and returns their guards', async () => {
  setHooks({ encryptedColumns: [counted(350, 130).column] });
  setKeyring(keys);
  const batches = [await rotateKeys()];
  for (let after = batches[0]?.after; after; after = batches.at(-1)?.after) batches.push(await rotateKeys(after));
  expect(batches.map(({ rotated, left, unopened }) => [rotated, left, unopened.length])).toEqual([
    [0, 350, 100],
    [70, 280, 30],
    [100, 180, 0],
    [50, 130, 0],
  ]);
  expect(new Set(batches.flatMap(({ unopened }) => unopened)).size).toBe(130);
});
