import fs, { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deploy, newContext } from '../../test/fixtures';
import { loadKey } from '../registry/signatures';
import type { Store } from '../store/store';
import { type LiveRegistry, watchRegistry } from './live-registry';

const jobs = (version: string) => ({ name: 'mf-jobs', version, script: version });
const real = { setTimeout };
let live: LiveRegistry | undefined;
let errors: string[];

async function begin() {
  const context = newContext();
  await deploy(context, { name: 'shell' }, jobs('1.0.0'));
  return context;
}
async function follow(context: ReturnType<typeof newContext>, store: Store = context.store, timestampMs = 10): Promise<LiveRegistry> {
  errors = [];
  const log = { info: () => undefined, error: (text: string) => errors.push(text) };
  const timestampKey = loadKey(context.data, 'timestamp');
  live = await watchRegistry({ store, opsPublicKey: context.ops.publicKey, timestampKey, log, timestampMs });
  return live;
}
async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + 10_000;
  while (!holds() && performance.now() < end) await new Promise((look) => real.setTimeout(look, 10));
}
const word = ({ current }: LiveRegistry) => current()?.signed.timestamp?.at;

afterEach(() => {
  live?.stop();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

it('serves a revision within two seconds after a failed read', async () => {
  const context = await begin();
  let failures = 0;
  const store: Store = {
    ...context.store,
    async read(name, version, ...rest) {
      if (version !== '1.1.0' || failures > 0) return context.store.read(name, version, ...rest);
      failures += 1;
      throw new Error('EMFILE: too many open files');
    },
  };
  const { current } = await follow(context, store);
  // Only timeouts are faked; the reads take real time.
  jest.useFakeTimers({ doNotFake: ['Date', 'performance', 'nextTick', 'setImmediate', 'setInterval', 'clearInterval', 'queueMicrotask'] });
  await deploy(context, jobs('1.1.0'));
  await until(() => errors.length > 0);
  expect(current()?.registry.revision).toBe(1);
  jest.advanceTimersByTime(2_000);
  await until(() => current()?.registry.revision === 2);
  expect(current()?.registry.revision).toBe(2);
  expect([failures, errors]).toEqual([1, ['registry not taken, revision 1 stays: EMFILE: too many open files']]);
});

it('signs no freshness timestamp while a newer revision is rejected, and logs the reason once', async () => {
  const context = await begin();
  let looks = 0;
  const registry = () => {
    looks += 1;
    return context.store.registry();
  };
  const following = await follow(context, { ...context.store, registry });
  const first = word(following);
  await until(() => word(following) !== first);
  const folder = join(context.data, 'revisions/2');
  mkdirSync(folder);
  await until(() => errors.length > 0);
  expect(errors).toEqual([expect.stringContaining('registry not taken, revision 1 stays: revision 2 has no registry.json')]);
  const last = word(following);
  const looked = looks;
  await until(() => looks > looked + 1);
  expect([word(following), errors.length]).toEqual([last, 1]);
  writeFileSync(join(folder, 'registry.json'), 'torn');
  await until(() => errors.length === 2);
  expect(errors[1]).toContain('revision 1 stays: Unexpected token');
  rmSync(folder, { recursive: true });
  await until(() => word(following) !== last);
  expect(word(following)).not.toBe(last);
});

it('signs a freshness timestamp without delay when no newer revision is rejected any more, because pages reject an old one', async () => {
  const context = await begin();
  const following = await follow(context, context.store, 60_000);
  const folder = join(context.data, 'revisions/2');
  mkdirSync(folder);
  await until(() => errors.length > 0);
  const last = word(following);
  rmSync(folder, { recursive: true });
  const began = performance.now();
  await until(() => word(following) !== last);
  expect(performance.now() - began).toBeLessThan(5_000);
});

it('follows a folder without file watchers', async () => {
  const context = await begin();
  jest.spyOn(fs, 'watch').mockImplementation(() => {
    throw Object.assign(new Error('ENOSPC: System limit for number of file watchers reached'), { code: 'ENOSPC' });
  });
  const { current } = await follow(context);
  await deploy(context, jobs('1.1.0'));
  await until(() => current()?.registry.revision === 2);
  expect([current()?.registry.revision, errors]).toEqual([2, []]);
});
