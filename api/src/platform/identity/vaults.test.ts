import { testApi, testEnv } from '../../testing/api';
import { setKeyring } from './keyring';
import { keepVaults, rotateKeys, type Vault } from './vaults';

testApi();
const keys = [{ id: 'young', bytes: Buffer.alloc(32, 9) }, ...testEnv.secretKeys];
afterEach(() => setKeyring(testEnv.secretKeys));

/** A table of its own in memory: so many guards, each with a row under the old key. */
function counted(guards: number) {
  const left = Array.from({ length: guards }, (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`);
  const read = { all: 0, some: 0 };
  const vault: Vault = {
    plainGuards: async () => [],
    sealPlain: async () => 0,
    guardsUnder: async (_keys, atMost) => left.slice(0, atMost),
    reseal: async (ids) => left.splice(0, ids.length).length,
    countUnder: async (_keys, atMost) => {
      read.some += Math.min(left.length, atMost);
      return Math.min(left.length, atMost);
    },
    countByKey: async () => {
      read.all += 1;
      return [{ keyId: 'young', count: guards }];
    },
  };
  return { vault, read };
}

it('counts every row once when a key is changed, not after each batch', async () => {
  const { vault, read } = counted(2_500);
  keepVaults([vault]);
  setKeyring(keys);
  const lefts: number[] = [];
  for (let isDone = false; !isDone; ) {
    const { left, lost } = await rotateKeys();
    lefts.push(left);
    isDone = left === 0;
    expect(lost).toBe(0);
  }
  expect([lefts.length, lefts[0], lefts.at(-2)]).toEqual([25, 1_000, 100]);
  expect(read.all).toBe(1);
});
