import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SignedRegistry } from '@portal/mf-kit/module';
import { canary } from '../../src/commands/canary';
import { publish } from '../../src/commands/publish';
import { rotateKey } from '../../src/commands/rotate-key';
import { stage } from '../../src/commands/stage';
import { type LiveRegistry, watchRegistry } from '../../src/host/live-registry';
import { openServedRevisions } from '../../src/registry/served-revisions';
import { loadKey, signHandover, signRegistry, verifyRegistry } from '../../src/registry/signatures';
import { toBrotli, toGzip } from '../../src/store/compress';
import { folderStore } from '../../src/store/folder-store';
import { deploy, fakeBuild, info, newContext, tempFolder } from '../fixtures';
import { startTestHost, type TestHost } from '../test-host';
import { type AttackedStore, attackedStores, EVIL, forgeVersion, jobsBuild } from './attacked-store';

const stores = attackedStores();
const shell = { name: 'shell' };
const MIB = 2 ** 20;

let live: LiveRegistry | undefined;
let host: TestHost | undefined;
/** Of the last host. */
let errors: string[] = [];
afterEach(async () => {
  live?.stop();
  await host?.close();
  live = undefined;
  host = undefined;
});

/** A host with its own memory of the store, and its record of the newest revision. */
async function follow({ context: { data, ops }, open }: AttackedStore): Promise<LiveRegistry> {
  live?.stop();
  const own: string[] = [];
  errors = own;
  const store = await open();
  live = await watchRegistry({
    store,
    opsPublicKey: ops.publicKey,
    timestampKey: loadKey(data, 'timestamp'),
    seen: openServedRevisions(store, data, ops.publicKey),
    log: { info: () => undefined, error: (text: string) => own.push(text) },
    timestampMs: 10,
  });
  return live;
}
const revisionOf = ({ current }: LiveRegistry) => current()?.registry.revision;
const timestampOf = ({ current }: LiveRegistry) => current()?.signed.timestamp?.at;
async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + 10_000;
  while (!holds() && performance.now() < end) await new Promise((look) => setTimeout(look, 10));
}

/** A host that serves the attacked store over HTTP. */
async function serve({ context, open }: AttackedStore) {
  host = await startTestHost(9, undefined, { context: { ...context, store: await open() } });
  const { app } = host;
  return async (url: string, headers = {}) => {
    const { statusCode, body } = await app.inject({ url, headers: { 'accept-encoding': 'identity', ...headers } });
    return { status: statusCode, body };
  };
}

const textOf = async ({ context }: AttackedStore, revision: number) => (await context.store.revision(revision)) ?? '';
const signedOf = async (attacked: AttackedStore, revision: number) => JSON.parse(await textOf(attacked, revision)) as SignedRegistry;

describe.each(stores)('the portal host, and an attacker who writes into %s', (_, open) => {
  let attacked: AttackedStore;
  beforeEach(async () => {
    attacked = await open();
    await deploy(attacked.context, shell, jobsBuild('1.0.0'));
    await deploy(attacked.context, jobsBuild('1.1.0'));
  });

  it('serves no forged file of a version that the registry names, also if the file was requested before its activation', async () => {
    await publish(attacked.context, fakeBuild(jobsBuild('1.2.0')), {});
    const request = await serve(attacked);
    const restore = await forgeVersion(attacked, 'mf-jobs', '1.2.0');
    const url = '/modules/mf-jobs/1.2.0/remoteEntry.js';
    await request(url);
    await restore();
    await canary(attacked.context, { name: 'mf-jobs', version: '1.2.0' }, 50, info);
    await until(() => host?.live.current()?.registry.revision === 3);
    for (const version of ['1.0.0', '1.1.0']) await forgeVersion(attacked, 'mf-jobs', version);
    for (const version of ['1.0.0', '1.1.0', '1.2.0'])
      expect((await request(`/modules/mf-jobs/${version}/remoteEntry.js`)).body).not.toBe(EVIL);
    expect((await request('/modules/mf-jobs/1.1.0/remoteEntry.js')).status).toBe(410);
    expect((await request(url)).status).toBe(200);
  });

  it('follows no revision that the ops key did not sign', async () => {
    const signed = await signedOf(attacked, 2);
    const thief = newContext();
    const changed = { ...JSON.parse(signed.document), revision: 3 };
    for (const text of [
      JSON.stringify({ ...signed, document: JSON.stringify(changed) }),
      JSON.stringify(signRegistry(changed, thief.ops)),
      JSON.stringify(signRegistry(changed, loadKey(attacked.context.data, 'timestamp'))),
    ]) {
      await attacked.attacker.writeRevision(3, text);
      expect(revisionOf(await follow(attacked))).toBeUndefined();
      expect(errors).toEqual(['registry not taken, nothing is served: the registry is not signed by the ops key']);
    }
  });

  it('serves no older revision, also after a restart and without the record in the store', async () => {
    const following = await follow(attacked);
    expect(revisionOf(following)).toBe(2);
    await attacked.attacker.removeRevision(2);
    await until(() => errors.length > 0);
    expect([revisionOf(following), errors]).toEqual([2, [expect.stringContaining('the registry went back from revision 2 to 1')]]);
    await attacked.attacker.writeRecord(null);
    expect(revisionOf(await follow(attacked))).toBeUndefined();
    expect(errors).toEqual([expect.stringContaining('the registry went back from revision 2 to 1')]);
  });

  it('does not follow an older revision or a candidate under a new number', async () => {
    await publish(attacked.context, fakeBuild(jobsBuild('1.2.0')), {});
    const { id } = await stage(attacked.context, [{ name: 'mf-jobs', version: '1.2.0' }], info, 1);
    const following = await follow(attacked);
    await attacked.attacker.writeRevision(3, await textOf(attacked, 1));
    await until(() => errors.length === 1);
    await attacked.attacker.writeRevision(3, (await attacked.context.store.candidate(id)) ?? '');
    await until(() => errors.length === 2);
    expect([revisionOf(following), errors]).toEqual([
      2,
      [expect.stringContaining('revision 3 of the store contains revision 1'), expect.stringContaining('revision 3 is a candidate')],
    ]);
  });

  it('signs no timestamp for a copy of its revision under a new number, and takes the next revision within 2 s', async () => {
    const following = await follow(attacked);
    await attacked.attacker.writeRevision(3, await textOf(attacked, 2));
    await until(() => errors.length === 1);
    const last = timestampOf(following);
    await new Promise((later) => setTimeout(later, 50));
    expect([timestampOf(following), errors]).toEqual([last, [expect.stringContaining('revision 3 of the store contains revision 2')]]);
    await attacked.attacker.removeRevision(3);
    await deploy({ ...attacked.context, store: await attacked.open() }, jobsBuild('1.2.0'));
    const began = performance.now();
    await until(() => revisionOf(following) === 3);
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it('serves no copy of an older revision on a new host, while no record names the newest one', async () => {
    await attacked.attacker.writeRevision(3, await textOf(attacked, 1));
    await attacked.attacker.writeRecord(null);
    const { data } = attacked.context;
    rmSync(join(data, 'keys/newest-revision.json'));
    expect(revisionOf(await follow(attacked))).toBeUndefined();
    expect(errors).toEqual([expect.stringContaining('revision 3 of the store contains revision 1')]);
  });

  it('signs no timestamp while the newest revision is missing, and signs again after it is restored', async () => {
    const following = await follow(attacked);
    const text = await textOf(attacked, 2);
    await attacked.attacker.removeRevision(2);
    await until(() => errors.length > 0);
    const last = timestampOf(following);
    await new Promise((later) => setTimeout(later, 50));
    expect(timestampOf(following)).toBe(last);
    await attacked.attacker.writeRevision(2, text);
    await until(() => timestampOf(following) !== last);
    expect([revisionOf(following), timestampOf(following) !== last]).toEqual([2, true]);
  });

  it('signs no timestamp while every revision is missing, and serves none after a restart', async () => {
    const following = await follow(attacked);
    for (const revision of [2, 1]) await attacked.attacker.removeRevision(revision);
    await attacked.attacker.writeRecord(null);
    await until(() => errors.some((line) => line.includes('from revision 2 to none')));
    const last = timestampOf(following);
    await new Promise((later) => setTimeout(later, 50));
    expect([revisionOf(following), timestampOf(following)]).toEqual([2, last]);
    expect(revisionOf(await follow(attacked))).toBeUndefined();
    expect(errors).toEqual([expect.stringContaining('the registry went back from revision 2 to none')]);
  });

  it('serves neither a manifest nor a file of another version in the place of the activated one', async () => {
    const request = await serve(attacked);
    for (const file of ['module.json', 'remoteEntry.js'])
      await attacked.attacker.writeFile('mf-jobs', '1.1.0', file, (await attacked.context.store.read('mf-jobs', '1.0.0', file)) ?? '');
    expect((await request('/modules/mf-jobs/1.1.0/module.json')).status).toBe(410);
    expect((await request('/modules/mf-jobs/1.1.0/remoteEntry.js')).status).toBe(410);
  });

  it('serves no extra file of a version, and names no module that no revision lists', async () => {
    await publish(attacked.context, fakeBuild({ ...jobsBuild('6.6.6'), name: 'mf-evil', routes: { '/evil': 'Evil' } }), {});
    await attacked.attacker.writeFile('mf-jobs', '1.1.0', 'extra.js', EVIL);
    const request = await serve(attacked);
    expect((await request('/modules/mf-jobs/1.1.0/extra.js')).status).toBe(404);
    for (const path of ['/evil', '/search-job', '/registry.json'])
      expect((await request(path, { accept: 'text/html' })).body).not.toMatch(/mf-evil|extra\.js/);
  });

  it('sends no compressed copy that decompresses to more than the file', async () => {
    const bomb = Buffer.alloc(64 * MIB);
    await attacked.attacker.writeFile('mf-jobs', '1.1.0', 'remoteEntry.js.br', await toBrotli(bomb, 1));
    await attacked.attacker.writeFile('mf-jobs', '1.1.0', 'remoteEntry.js.gz', await toGzip(bomb));
    const request = await serve(attacked);
    const before = process.memoryUsage().rss;
    for (const encoding of ['br', 'gzip']) {
      const { status, body } = await request('/modules/mf-jobs/1.1.0/remoteEntry.js', { 'accept-encoding': encoding });
      expect([status, body]).toEqual([200, '/* jobs 1.1.0 */']);
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(48 * MIB);
  });

  it('keeps its revision when an unsigned one has the highest number, and follows the next one after its removal', async () => {
    const following = await follow(attacked);
    await attacked.attacker.writeRevision(9_999_999_999, 'nothing');
    await until(() => errors.length > 0);
    expect(revisionOf(following)).toBe(2);
    await attacked.attacker.removeRevision(9_999_999_999);
    await deploy({ ...attacked.context, store: await attacked.open() }, jobsBuild('1.2.0'));
    await until(() => revisionOf(following) === 3);
    expect(revisionOf(following)).toBe(3);
  });

  it('follows neither the replaced ops key nor a second handover of it', async () => {
    const stolen = attacked.context.ops;
    await rotateKey(attacked.context, attacked.context.data, 'ops', info);
    const { registry } = verifyRegistry(await textOf(attacked, 3), stolen.publicKey);
    expect(revisionOf(await follow(attacked))).toBe(3);
    const thief = newContext().ops;
    const next = { ...registry, revision: 4 };
    for (const signed of [
      signRegistry(next, stolen),
      signRegistry({ ...next, handovers: [signHandover(stolen, thief, 4)] }, thief),
      signRegistry({ ...next, handovers: [] }, stolen),
    ]) {
      await attacked.attacker.writeRevision(4, JSON.stringify(signed));
      const following = await follow(attacked);
      expect([revisionOf(following), errors]).toEqual([undefined, [expect.stringContaining('is not signed by')]]);
    }
    await attacked.attacker.removeRevision(4);
    expect(revisionOf(await follow(attacked))).toBe(3);
  });

  it('with the stolen ops key: follows it until the host gets another ops.pub, and then refuses its revisions', async () => {
    const stolen = attacked.context.ops;
    const registry = JSON.parse((await signedOf(attacked, 2)).document);
    await attacked.attacker.writeRevision(3, JSON.stringify(signRegistry({ ...registry, revision: 3 }, stolen)));
    expect(revisionOf(await follow(attacked))).toBe(3);
    const owner = newContext();
    await attacked.attacker.writeRevision(4, JSON.stringify(signRegistry({ ...registry, revision: 4 }, owner.ops)));
    const after: AttackedStore = { ...attacked, context: { ...attacked.context, data: owner.data, ops: owner.ops } };
    const following = await follow(after);
    expect(revisionOf(following)).toBe(4);
    await attacked.attacker.writeRevision(5, JSON.stringify(signRegistry({ ...registry, revision: 5 }, stolen)));
    await until(() => errors.length > 0);
    expect(revisionOf(following)).toBe(4);
  });

  it('follows no revision of another portal', async () => {
    const other = newContext();
    await deploy(other, shell, jobsBuild('9.0.0'));
    const following = await follow(attacked);
    await attacked.attacker.writeRevision(3, (await other.store.registry()) ?? '');
    await until(() => errors.length > 0);
    expect(revisionOf(following)).toBe(2);
  });
});

describe('the portal host, and an attacker who puts another kind of file into the folder', () => {
  /** Files that never end, or are too long for memory. */
  const endless: [string, (file: string) => void][] = [
    ['a pipe without a writer', (file) => execFileSync('mkfifo', [file], { timeout: 10_000 })],
    ['a link to /dev/zero', (file) => symlinkSync('/dev/zero', file)],
    [
      'a file of 8 GB',
      (file) => {
        writeFileSync(file, '');
        truncateSync(file, 8 * 2 ** 30);
      },
    ],
  ];

  it.each(endless)('reads no revision and no file of a version that is %s', async (_, put) => {
    const data = tempFolder();
    const context = newContext(data);
    await deploy(context, shell, jobsBuild('1.0.0'));
    const attacked = { context, open: async () => folderStore(data) } as unknown as AttackedStore;
    const following = await follow(attacked);
    const before = process.memoryUsage().rss;
    mkdirSync(join(data, 'revisions/2'));
    put(join(data, 'revisions/2/registry.json'));
    await until(() => errors.length > 0);
    expect([revisionOf(following), errors]).toEqual([1, [expect.stringContaining('revision 2 has no registry.json')]]);
    const request = await serve({ ...attacked, open: async () => ({ ...context.store, registry: () => context.store.revision(1) }) });
    for (const file of ['remoteEntry.js', 'module.json']) {
      rmSync(join(data, 'modules/mf-jobs/1.0.0', file));
      put(join(data, 'modules/mf-jobs/1.0.0', file));
      expect((await request(`/modules/mf-jobs/1.0.0/${file}`)).status).toBe(404);
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(48 * MIB);
    await expect(deploy(context, jobsBuild('1.1.0'))).rejects.toThrow('the newest revision cannot be taken');
  });
});
