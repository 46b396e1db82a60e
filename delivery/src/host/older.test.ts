import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { acceptRevision } from '../accept';
import { readRegistry } from '../desk';
import { deploy, newDesk, order, scratch } from '../fixtures';
import { activate } from '../operate';
import { openServedRevisions } from '../servedRevisions';
import { loadKey } from '../signing';
import { followStore, type Live } from './live';

const jobs = (version: string) => ({ name: 'mf-jobs', version, script: version });
const WENT_BACK = 'the registry went back from revision 2 to 1';
let desk: ReturnType<typeof newDesk>;
let errors: string[];
let lives: Live[];

/** Starts a host; `data` is the folder of its keys. */
async function startHost(data = desk.data): Promise<Live> {
  const own: string[] = [];
  errors = own;
  const live = await followStore({
    store: desk.store,
    opsPublicKey: desk.ops.publicKey,
    timestampKey: loadKey(data, 'timestamp'),
    seen: openServedRevisions(desk.store, data, desk.ops.publicKey, (text) => own.push(text)),
    log: { info: () => undefined, error: (text) => own.push(text) },
  });
  lives.push(live);
  return live;
}
const seenHere = () => openServedRevisions(desk.store, desk.data, desk.ops.publicKey);
const goBack = () => rmSync(join(desk.data, 'revisions/2'), { recursive: true });

beforeEach(async () => {
  errors = [];
  lives = [];
  desk = newDesk();
  await deploy(desk, { name: 'shell' }, jobs('1.0.0'));
  await deploy(desk, jobs('1.1.0'));
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
  expect((await startHost(scratch())).current()).toBeNull();
  expect(errors).toEqual([expect.stringContaining(WENT_BACK)]);
});

it('an activation writes the record to the store, and a host with read-only access writes it next to its keys', async () => {
  expect(await desk.store.seen()).toBe(await desk.store.revision(2));
  await deploy(desk, jobs('1.2.0'));
  expect(await desk.store.seen()).toBe(await desk.store.revision(3));
  desk.store.keepSeen = () => Promise.reject(new Error('AccessDenied'));
  const data = scratch();
  expect((await startHost(data)).current()?.registry.revision).toBe(3);
  expect(errors).toEqual([]);
  expect(readFileSync(join(data, 'keys/newest-revision.json'), 'utf8')).toBe(await desk.store.revision(3));
});

describe('a concurrent activation while another process reads the store', () => {
  beforeEach(() => {
    const { store } = desk;
    const own = { ...desk };
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
    desk.store = { ...store, registry: thenActivate(store.registry), seen: thenActivate(store.seen) };
  });

  it('is not reported as an older revision to the next activation', async () => {
    expect((await readRegistry(desk)).registry?.revision).toBe(3);
  });

  it('is not reported as an older revision to a host', async () => {
    const live = await startHost();
    expect(errors).toEqual([]);
    expect(live.current()?.registry.revision).toBe(3);
  });
});

it('activates with a warning when the record cannot be written', async () => {
  desk.store.keepSeen = () => Promise.reject(new Error('ENOSPC'));
  const [warning] = (await deploy(desk, jobs('1.2.0')))?.warnings ?? [];
  expect(warning).toBe('revision 3 is live, and its record for new hosts could not be written: ENOSPC');
});

it('rejects the older revision by the record next to the keys when the record in the store was removed', async () => {
  goBack();
  rmSync(join(desk.data, 'newest-revision.json'));
  expect((await startHost()).current()).toBeNull();
});

it.each(['revisions/1/registry.json', 'forged'])('a record that the ops key did not sign as newer blocks nothing: %s', async (kind) => {
  const forged = { document: JSON.stringify({ revision: 99 }), signature: 'AAAA' };
  if (kind === 'forged') writeFileSync(join(desk.data, 'newest-revision.json'), JSON.stringify(forged));
  else await desk.store.keepSeen((await desk.store.revision(1)) ?? '');
  expect((await startHost()).current()?.registry.revision).toBe(2);
  const unsigned = 'newest-revision.json of the store is not signed by the ops key, so it is ignored';
  expect(errors).toEqual(kind === 'forged' ? [unsigned] : []);
});

it('two processes with one process number write the records at the same moment', async () => {
  const data = scratch();
  const text = (await desk.store.revision(2)) ?? '';
  const hosts = Array.from({ length: 8 }, () => openServedRevisions(desk.store, data, desk.ops.publicKey));
  await Promise.all(hosts.map((host) => host.keep(text)));
  await Promise.all(Array.from({ length: 8 }, () => desk.store.keepSeen(text)));
  expect(readdirSync(join(data, 'keys')).filter((name) => name.startsWith('newest'))).toEqual(['newest-revision.json']);
  expect(readdirSync(desk.data).filter((name) => name.startsWith('newest'))).toEqual(['newest-revision.json']);
});

it('rejects a change on top of the older revision, and names the command', async () => {
  goBack();
  await expect(activate(desk, [{ name: 'mf-jobs', version: '1.1.0' }], order)).rejects.toThrow(
    `${WENT_BACK}. After the restore of a backup`,
  );
});

it('accept-revision gives the older set a number above each seen one, so hosts and pages accept it', async () => {
  goBack();
  const { registry } = await acceptRevision(desk, seenHere(), { revision: 1, above: 0 }, { by: 'ana', why: 'a restored backup' });
  expect([registry.revision, registry.modules['mf-jobs']?.version]).toEqual([3, '1.0.0']);
  expect((await desk.store.history()).at(-1)).toMatchObject({
    revision: 3,
    by: 'ana',
    why: 'a restored backup',
    did: { what: 'accept-revision 1, after revision 2' },
  });
  for (const data of [desk.data, scratch()]) expect((await startHost(data)).current()?.registry.revision).toBe(3);
  expect(errors).toEqual([]);
});

it('accept-revision uses the number of --above when the records were lost with the store', async () => {
  goBack();
  rmSync(join(desk.data, 'newest-revision.json'));
  renameSync(join(desk.data, 'keys/newest-revision.json'), join(desk.data, 'keys/elsewhere.json'));
  const accept = (above: number) => acceptRevision(desk, seenHere(), { revision: 1, above }, order);
  await expect(accept(0)).rejects.toThrow('no newer revision than 1 is recorded here');
  expect((await accept(2)).registry.revision).toBe(3);
});

it('accept-revision rejects a number other than the newest revision', async () => {
  await expect(acceptRevision(desk, seenHere(), { revision: 1, above: 0 }, order)).rejects.toThrow(
    'the newest revision of the store is 2, not 1',
  );
});
