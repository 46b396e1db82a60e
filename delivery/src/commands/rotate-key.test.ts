import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Registry } from '@portal/mf-kit/module';
import { handoverChain } from '@portal/mf-kit/signedTexts';
import { commandLine } from '../../test/command-line';
import { fakeBuild, newContext } from '../../test/fixtures';
import { type LiveRegistry, watchRegistry } from '../host/live-registry';
import {
  isTimestampValid,
  type Key,
  keyFor,
  loadKey,
  loadListed,
  signHandover,
  signRegistry,
  verifyRegistry,
} from '../registry/signatures';
import type { Store } from '../store/store';
import { rotateKey as changeKey } from './rotate-key';

const { portal, begin, said } = commandLine({ '/search-job': 'Search' });
const words = () => said().replace(/\s+/g, ' ').trim();
/** The files of keys on a machine; beside them is its record of the newest revision. */
const keysIn = ({ data }: { data: string }) =>
  readdirSync(join(data, 'keys'))
    .filter((file) => file !== 'newest-revision.json')
    .sort();
const following: LiveRegistry[] = [];
afterEach(() => {
  for (const live of following.splice(0)) live.stop();
});

/** A host with the current keys, and its errors. */
async function host({ data, store }: { data: string; store: Store }, opsPublicKey = loadKey(data, 'ops').publicKey) {
  const errors: string[] = [];
  const live = await watchRegistry({
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
    const context = await begin();
    const first = context.ops.publicKey;
    const running = await host(context);
    expect(await rotate()).toBe(0);
    const second = loadKey(context.data, 'ops').publicKey;
    expect([second === first, words().includes(`the ops key is ${second} revision 4 is live`)]).toEqual([false, true]);
    expect(readFileSync(join(context.data, 'keys/ops.pub'), 'utf8').trim()).toBe(second);
    expect(await rotate()).toBe(0);
    expect(await portal('rollback', 'mf-jobs', '--reason', 'slow')).toBe(0);
    const [returning, late] = [await host(context, first), await host(context, second)];
    for (const { live, errors } of [running, returning, late]) {
      await until(() => live.current()?.registry.revision === 6);
      expect([live.current()?.registry.modules['mf-jobs']?.version, errors]).toEqual(['1.0.0', []]);
      expect(live.opsPublicKey()).toBe(loadKey(context.data, 'ops').publicKey);
    }
    expect((await context.store.history())[3]).toMatchObject({
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
    const context = await begin();
    const running = await host(context);
    expect(await rotate()).toBe(0);
    await until(() => running.live.current()?.registry.revision === 4);
    const { handovers: _handovers, ...registry } = verifyRegistry((await context.store.registry()) ?? '', context.ops.publicKey).registry;
    const forged = { ...registry, revision: 5 };
    const line = { revision: 5, at: '', by: 'mallory', why: '', changes: [] };
    await context.store.appendRevision(await context.store.registry(), JSON.stringify(signRegistry(forged, context.ops)), line);
    await until(() => running.errors.length > 0);
    expect(running.errors).toEqual(['registry not taken, revision 4 stays: the registry is not signed by the ops key']);
    const restarted = await host(context);
    expect(restarted.errors).toEqual(['registry not taken, nothing is served: the registry is not signed by the ops key']);
    expect(await portal('status')).toBe(1);
    expect(words()).toContain('the newest revision cannot be taken: the registry is not signed by the ops key');
  });

  it('on another machine signs nothing after the replacement, and the error names the files to copy', async () => {
    const context = await begin();
    const keys = Object.fromEntries(['ops.pem', 'ops.pub'].map((file) => [file, readFileSync(join(context.data, 'keys', file))]));
    expect(await rotate()).toBe(0);
    for (const [file, bytes] of Object.entries(keys)) writeFileSync(join(context.data, 'keys', file), bytes);
    const before = await context.store.registry();
    for (const args of [
      ['rollback', 'mf-jobs', '--reason', 'slow'],
      ['stage', 'mf-jobs@1.0.0'],
      ['rotate-key', 'ops', '--reason', 'again'],
    ]) {
      expect(await portal(...args)).toBe(1);
      expect(words()).toContain('portal: the ops key of this machine signs nothing since revision 4: copy keys/ops.pem and keys/ops.pub');
    }
    expect([await portal('status'), await context.store.registry()]).toEqual([0, before]);
    expect(keysIn(context)).toEqual(['ops.pem', 'ops.pub']);
  });

  it('is completed after a kill between its revision and its file', async () => {
    const context = await begin();
    expect(await rotate()).toBe(0);
    const second = loadKey(context.data, 'ops').publicKey;
    renameSync(join(context.data, 'keys/ops.pem'), join(context.data, `keys/ops.${second}.pem`));
    writeFileSync(join(context.data, 'keys/ops.pem'), context.ops.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    writeFileSync(join(context.data, 'keys/ops.pub'), context.ops.publicKey);
    expect(await portal('rollback', 'mf-jobs', '--reason', 'slow')).toBe(0);
    expect(loadKey(context.data, 'ops').publicKey).toBe(second);
    expect(keysIn(context)).toEqual(['ops.pem', 'ops.pub']);
  });

  it('is replaced once by two concurrent commands', async () => {
    const context = await begin();
    expect((await Promise.all([rotate(), rotate()])).sort()).toEqual([0, 1]);
    expect(await portal('rollback', 'mf-jobs', '--reason', 'slow')).toBe(0);
    expect(keysIn(context)).toEqual(['ops.pem', 'ops.pub']);
    expect((await host(context)).live.current()?.registry.revision).toBe(5);
  });

  it.each(['ops', 'timestamp'] as const)(
    'keeps the new %s key if the result of the write is unknown, and checks it later',
    async (name) => {
      const context = await begin();
      const before = loadKey(context.data, name).publicKey;
      const store: Store = {
        ...context.store,
        async appendRevision(...given) {
          await context.store.appendRevision(...given);
          throw new Error('the line broke');
        },
      };
      await expect(changeKey({ ...context, store }, context.data, name, { by: 'ana', why: 'a year went by' })).rejects.toThrow(
        'the line broke',
      );
      expect(await portal('rollback', 'mf-jobs', '--reason', 'slow')).toBe(0);
      expect(loadKey(context.data, name).publicKey === before).toBe(false);
      const { live, errors } = await host(context);
      expect([live.current()?.registry.revision, errors]).toEqual([5, []]);
    },
  );

  it('rejects keys without a valid handover', async () => {
    const [first, second, mallory] = [newContext().ops, newContext().ops, newContext().ops] as [Key, Key, Key];
    const real = signHandover(first, second, 4);
    const forged = { ...signHandover(mallory, second, 4), from: first.publicKey };
    const taken = { ...signHandover(first, mallory, 4), to: second.publicKey };
    expect(keyFor(5, first.publicKey, [real, forged])).toBe(second.publicKey);
    for (const one of [forged, taken]) expect(() => keyFor(5, first.publicKey, [one])).toThrow('is not signed by the key before it');
    expect(keyFor(3, first.publicKey, [real])).toBe(first.publicKey);
    // A cycle of handovers ends.
    expect(handoverChain(9, first.publicKey, [real, signHandover(second, first, 5)])).toHaveLength(2);
    expect(() =>
      verifyRegistry(JSON.stringify(signRegistry({ revision: 5, handovers: [forged] } as unknown as Registry, second)), first.publicKey),
    ).toThrow();
  });
});

describe("the host's key", () => {
  it('is replaced by one command: running hosts sign freshness timestamps with the new one', async () => {
    const context = await begin();
    const before = loadKey(context.data, 'timestamp').publicKey;
    const { live, errors } = await host(context);
    expect(await rotate('timestamp')).toBe(0);
    await until(() => live.current()?.registry.revision === 4);
    const after = loadKey(context.data, 'timestamp').publicKey;
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
    const context = await begin();
    const other = newContext();
    const { live, errors } = await host({ store: context.store, data: other.data }, context.ops.publicKey);
    expect(await rotate('timestamp')).toBe(0);
    await until(() => errors.length > 0);
    expect(errors[0]).toContain(
      'revision 3 stays: the timestamp key of this host is not among those of revision 4: copy keys/timestamp.pem here',
    );
    expect(live.current()?.registry.revision).toBe(3);
  });
});

it.each([
  [['rotate-key'], "missing required argument 'ops|timestamp'"],
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
