import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Registry } from '@portal/mf-kit/module';
import { handoverChain } from '@portal/mf-kit/signedTexts';
import { commandLine } from './commandLine';
import { fakeBuild, newDesk } from './fixtures';
import { followStore, type Live } from './host/live';
import { rotate as changeKey } from './rotate';
import { handOver, isTimestampValid, type Key, keyFor, loadKey, loadListed, openRegistry, signRegistry } from './signing';
import type { Store } from './store';

const { portal, begin, said } = commandLine({ '/search-job': 'Search' });
const words = () => said().replace(/\s+/g, ' ').trim();
const following: Live[] = [];
afterEach(() => {
  for (const live of following.splice(0)) live.stop();
});

/** A host with the current keys, and its errors. */
async function host({ data, store }: { data: string; store: Store }, opsPublicKey = loadKey(data, 'ops').publicKey) {
  const errors: string[] = [];
  const live = await followStore({
    store,
    opsPublicKey,
    timestampKey: loadKey(data, 'timestamp'),
    listedKey: (listed) => loadListed(data, 'timestamp', listed),
    log: { info: () => undefined, error: (text) => errors.push(text) },
    timestampMs: 10,
  });
  following.push(live);
  return { live, errors };
}
async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + 10_000;
  while (!holds() && performance.now() < end) await new Promise((look) => setTimeout(look, 10));
}
const rotate = (key = 'ops') => portal('rotate-key', key, '--reason', 'a year went by', '--by', 'ana');

describe('the ops key', () => {
  it('is replaced by one command: running and new hosts accept revisions signed with the new key', async () => {
    const desk = await begin();
    const first = desk.ops.publicKey;
    const running = await host(desk);
    expect(await rotate()).toBe(0);
    const second = loadKey(desk.data, 'ops').publicKey;
    expect([second === first, words().includes(`the ops key is ${second} revision 4 is live`)]).toEqual([false, true]);
    expect(readFileSync(join(desk.data, 'keys/ops.pub'), 'utf8').trim()).toBe(second);
    expect(await rotate()).toBe(0);
    expect(await portal('rollback', 'mf-jobs', '--reason', 'slow')).toBe(0);
    const [returning, late] = [await host(desk, first), await host(desk, second)];
    for (const { live, errors } of [running, returning, late]) {
      await until(() => live.current()?.registry.revision === 6);
      expect([live.current()?.registry.modules['mf-jobs']?.version, errors]).toEqual(['1.0.0', []]);
      expect(live.opsPublicKey()).toBe(loadKey(desk.data, 'ops').publicKey);
    }
    expect((await desk.store.history())[3]).toMatchObject({
      by: 'ana',
      why: 'a year went by',
      did: { what: `rotate-key ops, now ${second}` },
    });
  });

  it('leaves earlier revisions readable, also for prune and verify', async () => {
    await begin();
    expect(await portal('stage', 'mf-jobs@1.0.0')).toBe(0);
    expect(await rotate()).toBe(0);
    for (const args of [['verify'], ['verify', '--revision', '2'], ['prune', '--days', '1', '--keep', '20']])
      expect([await portal(...args), said()]).toEqual([0, expect.anything()]);
  });

  it('signs no valid revision after its replacement', async () => {
    const desk = await begin();
    const running = await host(desk);
    expect(await rotate()).toBe(0);
    await until(() => running.live.current()?.registry.revision === 4);
    const { handovers: _handovers, ...registry } = openRegistry((await desk.store.registry()) ?? '', desk.ops.publicKey).registry;
    const forged = { ...registry, revision: 5 };
    const line = { revision: 5, at: '', by: 'mallory', why: '', changes: [] };
    await desk.store.swap(await desk.store.registry(), JSON.stringify(signRegistry(forged, desk.ops)), line);
    await until(() => running.errors.length > 0);
    expect(running.errors).toEqual(['registry not taken, revision 4 stays: the registry is not signed by the ops key']);
    const restarted = await host(desk);
    expect(restarted.errors).toEqual(['registry not taken, nothing is served: the registry is not signed by the ops key']);
    expect(await portal('status')).toBe(1);
    expect(words()).toContain('the newest revision cannot be taken: the registry is not signed by the ops key');
  });

  it('on another machine signs nothing after the replacement, and the error names the files to copy', async () => {
    const desk = await begin();
    const keys = Object.fromEntries(['ops.pem', 'ops.pub'].map((file) => [file, readFileSync(join(desk.data, 'keys', file))]));
    expect(await rotate()).toBe(0);
    for (const [file, bytes] of Object.entries(keys)) writeFileSync(join(desk.data, 'keys', file), bytes);
    const before = await desk.store.registry();
    for (const args of [
      ['rollback', 'mf-jobs', '--reason', 'slow'],
      ['stage', 'mf-jobs@1.0.0'],
      ['rotate-key', 'ops', '--reason', 'again'],
    ]) {
      expect(await portal(...args)).toBe(1);
      expect(words()).toContain('portal: the ops key of this machine signs nothing since revision 4: copy keys/ops.pem and keys/ops.pub');
    }
    expect([await portal('status'), await desk.store.registry()]).toEqual([0, before]);
    expect(readdirSync(join(desk.data, 'keys')).sort()).toEqual(['ops.pem', 'ops.pub']);
  });

  it('is completed after a kill between its revision and its file', async () => {
    const desk = await begin();
    expect(await rotate()).toBe(0);
    const second = loadKey(desk.data, 'ops').publicKey;
    renameSync(join(desk.data, 'keys/ops.pem'), join(desk.data, `keys/ops.${second}.pem`));
    writeFileSync(join(desk.data, 'keys/ops.pem'), desk.ops.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    writeFileSync(join(desk.data, 'keys/ops.pub'), desk.ops.publicKey);
    expect(await portal('rollback', 'mf-jobs', '--reason', 'slow')).toBe(0);
    expect(loadKey(desk.data, 'ops').publicKey).toBe(second);
    expect(readdirSync(join(desk.data, 'keys')).sort()).toEqual(['ops.pem', 'ops.pub']);
  });

  it('is replaced once by two concurrent commands', async () => {
    const desk = await begin();
    expect((await Promise.all([rotate(), rotate()])).sort()).toEqual([0, 1]);
    expect(await portal('rollback', 'mf-jobs', '--reason', 'slow')).toBe(0);
    expect(readdirSync(join(desk.data, 'keys')).sort()).toEqual(['ops.pem', 'ops.pub']);
    expect((await host(desk)).live.current()?.registry.revision).toBe(5);
  });

  it.each(['ops', 'timestamp'] as const)(
    'keeps the new %s key if the result of the write is unknown, and checks it later',
    async (name) => {
      const desk = await begin();
      const before = loadKey(desk.data, name).publicKey;
      const store: Store = {
        ...desk.store,
        async swap(...given) {
          await desk.store.swap(...given);
          throw new Error('the line broke');
        },
      };
      await expect(changeKey({ ...desk, store }, desk.data, name, { by: 'ana', why: 'a year went by' })).rejects.toThrow('the line broke');
      expect(await portal('rollback', 'mf-jobs', '--reason', 'slow')).toBe(0);
      expect(loadKey(desk.data, name).publicKey === before).toBe(false);
      const { live, errors } = await host(desk);
      expect([live.current()?.registry.revision, errors]).toEqual([5, []]);
    },
  );

  it('rejects keys without a valid handover', async () => {
    const [first, second, mallory] = [newDesk().ops, newDesk().ops, newDesk().ops] as [Key, Key, Key];
    const real = handOver(first, second, 4);
    const forged = { ...handOver(mallory, second, 4), from: first.publicKey };
    const taken = { ...handOver(first, mallory, 4), to: second.publicKey };
    expect(keyFor(5, first.publicKey, [real, forged])).toBe(second.publicKey);
    for (const one of [forged, taken]) expect(() => keyFor(5, first.publicKey, [one])).toThrow('is not signed by the key before it');
    expect(keyFor(3, first.publicKey, [real])).toBe(first.publicKey);
    // A cycle of handovers ends.
    expect(handoverChain(9, first.publicKey, [real, handOver(second, first, 5)])).toHaveLength(2);
    expect(() =>
      openRegistry(JSON.stringify(signRegistry({ revision: 5, handovers: [forged] } as unknown as Registry, second)), first.publicKey),
    ).toThrow();
  });
});

describe("the host's key", () => {
  it('is replaced by one command: running hosts sign freshness timestamps with the new one', async () => {
    const desk = await begin();
    const before = loadKey(desk.data, 'timestamp').publicKey;
    const { live, errors } = await host(desk);
    expect(await rotate('timestamp')).toBe(0);
    await until(() => live.current()?.registry.revision === 4);
    const after = loadKey(desk.data, 'timestamp').publicKey;
    expect([live.timestampPublicKey(), after === before, errors]).toEqual([after, false, []]);
    expect(live.current()?.registry.timestampKeys).toEqual([after]);
    const stamp = () => live.current()?.signed.timestamp;
    const first = stamp()?.at;
    await until(() => stamp()?.at !== first);
    expect(stamp() && isTimestampValid(stamp() as NonNullable<ReturnType<typeof stamp>>, after)).toBe(true);
    expect(await portal('rollback', 'mf-jobs', '--reason', 'slow')).toBe(0);
    await until(() => live.current()?.registry.revision === 5);
    expect(live.current()?.registry.timestampKeys).toEqual([after]);
  });

  it('on another machine signs nothing when it is not listed', async () => {
    const desk = await begin();
    const other = newDesk();
    const { live, errors } = await host({ store: desk.store, data: other.data }, desk.ops.publicKey);
    expect(await rotate('timestamp')).toBe(0);
    await until(() => errors.length > 0);
    expect(errors[0]).toContain(
      'revision 3 stays: the timestamp key of this host is not among those of revision 4: copy keys/timestamp.pem here',
    );
    expect(live.current()?.registry.revision).toBe(3);
  });
});

it.each([
  [['rotate-key'], 'which key? portal rotate-key ops, or timestamp'],
  [['rotate-key', 'bank', '--reason', 'x'], 'which key? portal rotate-key ops, or timestamp'],
  [['rotate-key', 'ops'], 'say why: --reason "…"'],
])('is rejected in one line: %s', async (args, refusal) => {
  const { store } = await begin();
  const before = await store.registry();
  expect(await portal(...args)).toBe(1);
  expect(words()).toContain(`portal: ${refusal}`);
  expect(await store.registry()).toBe(before);
});

it('rejects a key replacement in a store without an active set', async () => {
  expect(await portal('publish', 'mf-jobs', '--dir', fakeBuild({ name: 'mf-jobs' }))).toBe(0);
  expect(await rotate()).toBe(1);
  expect(words()).toBe('portal: nothing is active yet: a first key needs no change');
});
