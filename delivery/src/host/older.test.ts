import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deploy, info, newContext, tempFolder } from '../../test/fixtures';
import { acceptRevision } from '../commands/accept-revision';
import { activate } from '../commands/activate';
import { rotateKey } from '../commands/rotate-key';
import { openServedRevisions } from '../registry/served-revisions';
import { type Key, loadKey } from '../registry/signatures';
import { readRegistry } from '../registry/update-registry';
import { type LiveRegistry, watchRegistry } from './live-registry';

const jobs = (version: string) => ({ name: 'mf-jobs', version, script: version });
const WENT_BACK = 'the registry went back from revision 2 to 1';
let context: ReturnType<typeof newContext>;
let errors: string[];
let lives: LiveRegistry[];

/** Starts a host; `data` is the folder of its keys. */
async function startHost(data = context.data): Promise<LiveRegistry> {
  const own: string[] = [];
  errors = own;
  const live = await watchRegistry({
    store: context.store,
    opsPublicKey: context.ops.publicKey,
    timestampKey: loadKey(data, 'timestamp'),
    seen: openServedRevisions(context.store, data, context.ops.publicKey, (text) => own.push(text)),
    log: { info: () => undefined, error: (text) => own.push(text) },
  });
  lives.push(live);
  return live;
}
const seenHere = () => openServedRevisions(context.store, context.data, context.ops.publicKey);
const goBack = () => rmSync(join(context.data, 'revisions/2'), { recursive: true });

beforeEach(async () => {
  errors = [];
  lives = [];
  context = newContext();
  await deploy(context, { name: 'shell' }, jobs('1.0.0'));
  await deploy(context, jobs('1.1.0'));
  (await startHost()).stop();
});
afterEach(() => {
  for (const live of lives) live.stop();
});

it('a restarted host rejects a revision that is older than one it has served', async () => {
  goBack();
  const live = await startHost();
  expect(live.current()).toBeNull();
  expect(errors).toEqual([expect.stringContaining(WENT_BACK)]);
  expect(errors[0]).toContain('portal accept-revision 1 --above 2');
});

it('a new host of the same store rejects it, too', async () => {
  goBack();
  expect((await startHost(tempFolder())).current()).toBeNull();
  expect(errors).toEqual([expect.stringContaining(WENT_BACK)]);
});

it('an activation writes the record to the store, and a host with read-only access writes it next to its keys', async () => {
  expect(await context.store.seen()).toBe(await context.store.revision(2));
  await deploy(context, jobs('1.2.0'));
  expect(await context.store.seen()).toBe(await context.store.revision(3));
  context.store.keepSeen = () => Promise.reject(new Error('AccessDenied'));
  const data = tempFolder();
  expect((await startHost(data)).current()?.registry.revision).toBe(3);
  expect(errors).toEqual([]);
  expect(readFileSync(join(data, 'keys/newest-revision.json'), 'utf8')).toBe(await context.store.revision(3));
});

it('an activation writes the record to the store also when the folder of the keys is read-only', async () => {
  const seen = { ...seenHere(), keep: () => Promise.reject(new Error('EROFS')) };
  const { warnings } = (await deploy({ ...context, seen }, jobs('1.2.0'))) ?? {};
  expect(await context.store.seen()).toBe(await context.store.revision(3));
  expect(warnings).toEqual(['revision 3 is live, and its record could not be written: EROFS']);
});

describe('a concurrent activation while another process reads the store', () => {
  beforeEach(() => {
    const { store } = context;
    const own = { ...context };
    let isRead = false;
    const thenActivate =
      <Out>(read: () => Promise<Out>) =>
      async () => {
        const out = await read();
        if (!isRead) {
          isRead = true;
          await deploy(own, jobs('1.2.0'));
        }
        return out;
      };
    context.store = { ...store, registry: thenActivate(store.registry), seen: thenActivate(store.seen) };
  });

  it('is not reported as an older revision to the next activation', async () => {
    expect((await readRegistry(context)).registry?.revision).toBe(3);
  });

  it('is not reported as an older revision to a host', async () => {
    const live = await startHost();
    expect(errors).toEqual([]);
    expect(live.current()?.registry.revision).toBe(3);
  });
});

it('activates with a warning when the record cannot be written', async () => {
  context.store.keepSeen = () => Promise.reject(new Error('ENOSPC'));
  const [warning] = (await deploy(context, jobs('1.2.0')))?.warnings ?? [];
  expect(warning).toBe('revision 3 is live, and its record could not be written: ENOSPC');
});

it('rejects the older revision by the record next to the keys when the record in the store was removed', async () => {
  goBack();
  rmSync(join(context.data, 'newest-revision.json'));
  expect((await startHost()).current()).toBeNull();
});

it.each(['revisions/1/registry.json', 'forged'])('a record that the ops key did not sign as newer blocks nothing: %s', async (kind) => {
  const forged = { document: JSON.stringify({ revision: 99 }), signature: 'AAAA' };
  if (kind === 'forged') writeFileSync(join(context.data, 'newest-revision.json'), JSON.stringify(forged));
  else await context.store.keepSeen((await context.store.revision(1)) ?? '');
  expect((await startHost()).current()?.registry.revision).toBe(2);
  const unsigned = 'newest-revision.json of the store is not signed by the ops key, so it is ignored';
  expect(errors).toEqual(kind === 'forged' ? [unsigned] : []);
});

it('two processes with one process number write the records at the same moment', async () => {
  const data = tempFolder();
  const text = (await context.store.revision(2)) ?? '';
  const hosts = Array.from({ length: 8 }, () => openServedRevisions(context.store, data, context.ops.publicKey));
  await Promise.all(hosts.map((host) => host.keep(text)));
  await Promise.all(Array.from({ length: 8 }, () => context.store.keepSeen(text)));
  expect(readdirSync(join(data, 'keys')).filter((name) => name.startsWith('newest'))).toEqual(['newest-revision.json']);
  expect(readdirSync(context.data).filter((name) => name.startsWith('newest'))).toEqual(['newest-revision.json']);
});

it('rejects a change on top of the older revision, and names the command', async () => {
  goBack();
  await expect(activate(context, [{ name: 'mf-jobs', version: '1.1.0' }], info)).rejects.toThrow(
    `${WENT_BACK}. After the restore of a backup`,
  );
});

it('accept-revision gives the older set a number above each seen one, so hosts and pages accept it', async () => {
  goBack();
  const { registry } = await acceptRevision(context, seenHere(), { revision: 1, above: 0 }, { by: 'ana', why: 'a restored backup' });
  expect([registry.revision, registry.modules['mf-jobs']?.version]).toEqual([3, '1.0.0']);
  expect((await context.store.history()).at(-1)).toMatchObject({
    revision: 3,
    by: 'ana',
    why: 'a restored backup',
    did: { what: 'accept-revision 1, after revision 2' },
  });
  for (const data of [context.data, tempFolder()]) expect((await startHost(data)).current()?.registry.revision).toBe(3);
  expect(errors).toEqual([]);
});

it('accept-revision uses the number of --above when the records were lost with the store', async () => {
  goBack();
  rmSync(join(context.data, 'newest-revision.json'));
  renameSync(join(context.data, 'keys/newest-revision.json'), join(context.data, 'keys/elsewhere.json'));
  const accept = (above: number) => acceptRevision(context, seenHere(), { revision: 1, above }, info);
  await expect(accept(0)).rejects.toThrow('no newer revision than 1 is recorded here');
  expect((await accept(2)).registry.revision).toBe(3);
});

describe('a store that was restored from before a rotation of the ops key', () => {
  const accept = (ops = loadKey(context.data, 'ops')) =>
    acceptRevision({ ...context, ops, seen: seenHere() }, seenHere(), { revision: 2, above: 0 }, info);
  let old: Key;
  beforeEach(async () => {
    old = context.ops;
    context.seen = seenHere();
    await rotateKey(context, context.data, 'ops', info);
    rmSync(join(context.data, 'revisions/3'), { recursive: true });
  });

  it('is reported as an older revision, with the command', async () => {
    context.ops = loadKey(context.data, 'ops');
    await expect(readRegistry({ ...context, seen: seenHere() })).rejects.toThrow('portal accept-revision 2 --above 3');
    expect((await startHost()).current()).toBeNull();
    expect(errors).toEqual([expect.stringContaining('portal accept-revision 2 --above 3')]);
  });

  it('is followed by hosts after accept-revision with the new key, also by a host with the old ops.pub', async () => {
    const { registry } = await accept();
    expect([registry.revision, registry.handovers?.length]).toEqual([4, 1]);
    for (const ops of [old, loadKey(context.data, 'ops')]) {
      context.ops = ops;
      expect((await startHost()).current()?.registry.revision).toBe(4);
      expect((await startHost(tempFolder())).current()?.registry.revision).toBe(4);
    }
    expect(errors).toEqual([]);
  });

  it('is not accepted with the old key, because hosts refuse it', async () => {
    await expect(accept(old)).rejects.toThrow('the ops key of this machine signs nothing since revision 3: copy keys/ops.pem');
  });
});

describe('a store without a revision', () => {
  const empty = () => {
    rmSync(join(context.data, 'revisions'), { recursive: true });
    rmSync(join(context.data, 'newest-revision.json'));
  };
  const activateAll = () =>
    activate(
      { ...context, seen: seenHere() },
      ['shell', 'mf-jobs'].map((name) => ({ name, version: '1.0.0' })),
      info,
    );
  beforeEach(empty);

  it('is refused by a machine with a record, although a new store is empty too', async () => {
    await expect(activateAll()).rejects.toThrow('the registry went back from revision 2 to none');
    expect((await startHost()).current()).toBeNull();
    expect(errors).toEqual([expect.stringContaining('the registry went back from revision 2 to none')]);
  });

  it('gets its first revision after the record of this machine was removed', async () => {
    rmSync(join(context.data, 'keys/newest-revision.json'));
    expect((await activateAll())?.registry.revision).toBe(1);
    expect((await startHost()).current()?.registry.revision).toBe(1);
    expect(errors).toEqual([]);
  });
});

it('accept-revision rejects a number other than the newest revision', async () => {
  await expect(acceptRevision(context, seenHere(), { revision: 1, above: 0 }, info)).rejects.toThrow(
    'the newest revision of the store is 2, not 1',
  );
});
