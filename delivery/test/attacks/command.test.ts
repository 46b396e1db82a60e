import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { activate } from '../../src/commands/activate';
import { publish } from '../../src/commands/publish';
import { rollback } from '../../src/commands/rollback';
import { stage } from '../../src/commands/stage';
import { verify } from '../../src/commands/verify';
import { listId } from '../../src/gate/attestation';
import { newToken } from '../../src/registry/signing-token';
import { readRegistry, writeRevision } from '../../src/registry/update-registry';
import { toBrotli } from '../../src/store/compress';
import { integrityOf } from '../../src/store/integrity';
import type { Store } from '../../src/store/store';
import { attestFiles } from '../attest';
import { deploy, fakeBuild, info } from '../fixtures';
import { type AttackedStore, accountBuild, attackedStores, forgeVersion, jobsBuild } from './attacked-store';

const stores = attackedStores();
const shell = { name: 'shell' };

/** Gives the store tokens: one of the squad of mf-jobs and one of another squad. */
async function addTokens({ context }: AttackedStore) {
  const tokens = { 'mf-jobs': newToken().token, 'mf-account': newToken().token };
  const rows = Object.entries(tokens).map(([module, { id, publicKey }]) => ({
    ...{ id, publicKey, module, name: `squad ${module}`, expires: '2027-01-31' },
    ...{ at: '2026-05-01T12:00:00Z', by: 'ana', why: 'a test' },
  }));
  const text = JSON.stringify(rows);
  await context.store.writeTokens(listId(integrityOf(text)), text);
  const { text: before, registry } = await readRegistry(context);
  if (!registry) throw new Error('nothing is active');
  const next = { ...registry, revision: registry.revision + 1, tokens: integrityOf(text) };
  await writeRevision(context, before, next, { by: 'ana', why: 'tokens', changes: [] });
  const publishAs = (by: keyof typeof tokens, build: Parameters<typeof fakeBuild>[0]) =>
    publish(context, fakeBuild(build), {}, { by, why: 'a test', token: tokens[by] });
  return { publishAs };
}

const activeJobs = async ({ context }: AttackedStore) => (await readRegistry(context)).registry?.modules['mf-jobs'];

/** The owner's store, in which the attacker calls `restore` after the n-th read of a `module.json` of 1.2.0. */
function restoredAfter(store: Store, reads: number, restore: () => Promise<void>): Store {
  let left = reads;
  return {
    ...store,
    async read(name, version, file, encoding) {
      const bytes = await store.read(name, version, file, encoding);
      if (file === 'module.json' && !encoding && version === '1.2.0' && --left === 0) await restore();
      return bytes;
    },
  };
}

describe.each(stores)('portal, and an attacker who writes into %s', (_, open) => {
  let attacked: AttackedStore;
  beforeEach(async () => {
    attacked = await open();
    await deploy(attacked.context, shell, jobsBuild('1.0.0'), accountBuild('1.0.0'));
    await deploy(attacked.context, jobsBuild('1.1.0'));
  });

  it('does not activate a version that no token of its squad signed', async () => {
    const { publishAs } = await addTokens(attacked);
    await publish(attacked.context, fakeBuild(jobsBuild('1.2.0')), {});
    await publishAs('mf-account', jobsBuild('1.3.0'));
    for (const version of ['1.2.0', '1.3.0'])
      await expect(activate(attacked.context, [{ name: 'mf-jobs', version }], { ...info, force: true })).rejects.toThrow(
        'it is not signed with a token for mf-jobs',
      );
  });

  it('activates no version without its statement, or with another one', async () => {
    const { context, attacker, open } = attacked;
    const statementOf = async (version: string) => (await (await open()).read('mf-jobs', version, 'provenance.json')) ?? '';
    await publish(context, fakeBuild(jobsBuild('1.2.0')), {});
    const own = await statementOf('1.2.0');
    const files = new Map([['module.json', (await (await open()).read('mf-jobs', '1.2.0', 'module.json')) ?? new Uint8Array()]]);
    attestFiles(files, newToken().token);
    for (const statement of ['', await statementOf('1.1.0'), files.get('provenance.json') ?? '']) {
      await attacker.writeFile('mf-jobs', '1.2.0', 'provenance.json', statement);
      await expect(
        activate({ ...context, store: await open() }, [{ name: 'mf-jobs', version: '1.2.0' }], { ...info, force: true }),
      ).rejects.toThrow(/^mf-jobs 1\.2\.0 may not begin to run: it(s provenance statement| is not signed)/);
    }
    await attacker.writeFile('mf-jobs', '1.2.0', 'provenance.json', own);
    await activate({ ...context, store: await open() }, [{ name: 'mf-jobs', version: '1.2.0' }], info);
    expect((await activeJobs(attacked))?.version).toBe('1.2.0');
  });

  it.each([1, 2, 3, 4])('signs no forged manifest that the attacker replaces after read %i of an activation', async (reads) => {
    const { publishAs } = await addTokens(attacked);
    await publishAs('mf-jobs', jobsBuild('1.2.0'));
    const published = integrityOf((await attacked.context.store.read('mf-jobs', '1.2.0', 'module.json')) ?? '');
    const store = restoredAfter(attacked.context.store, reads, await forgeVersion(attacked, 'mf-jobs', '1.2.0'));
    await activate({ ...attacked.context, store }, [{ name: 'mf-jobs', version: '1.2.0' }], { ...info, force: true }).catch(() => null);
    const active = await activeJobs(attacked);
    if (active?.version === '1.2.0') expect(active.integrity).toBe(published);
    else expect(active?.version).toBe('1.1.0');
  });

  it('signs no changed version as the last good one', async () => {
    await forgeVersion(attacked, 'mf-jobs', '1.1.0');
    await deploy(attacked.context, jobsBuild('1.2.0'));
    const active = await activeJobs(attacked);
    expect([active?.version, active?.lastGood?.version]).toEqual(['1.2.0', '1.0.0']);
  });

  it('does not roll back to a changed version, with or without force', async () => {
    await forgeVersion(attacked, 'mf-jobs', '1.0.0');
    for (const force of [false, true])
      await expect(rollback(attacked.context, 'mf-jobs', undefined, { ...info, force })).rejects.toThrow(
        'mf-jobs 1.0.0: module.json is not the one that was activated',
      );
    expect((await activeJobs(attacked))?.version).toBe('1.1.0');
  });

  it('stages no changed version', async () => {
    await forgeVersion(attacked, 'mf-jobs', '1.0.0');
    await expect(stage(attacked.context, [{ name: 'mf-jobs', version: '1.0.0' }], info, 1)).rejects.toThrow(
      'mf-jobs 1.0.0: module.json is not the one that was activated',
    );
  });

  it('takes no version of another module, and no other version, for the named one', async () => {
    await deploy(attacked.context, accountBuild('1.1.0'));
    await publish(attacked.context, fakeBuild(jobsBuild('1.2.0')), {});
    for (const [name, version] of [
      ['mf-account', '1.0.0'],
      ['mf-jobs', '1.0.0'],
    ] as const) {
      const other = (await attacked.context.store.read(name, version, 'module.json')) ?? '';
      await attacked.attacker.writeFile('mf-jobs', '1.2.0', 'module.json', other);
      await expect(activate(attacked.context, [{ name: 'mf-jobs', version: '1.2.0' }], info)).rejects.toThrow(
        `module.json of mf-jobs 1.2.0 in the store is of ${name} ${version}`,
      );
    }
    const { registry } = await readRegistry(attacked.context);
    expect([registry?.modules['mf-jobs']?.version, registry?.modules['mf-account']?.version]).toEqual(['1.1.0', '1.1.0']);
  });

  it('activates no version with a file of another version', async () => {
    await publish(attacked.context, fakeBuild(jobsBuild('1.2.0')), {});
    const other = (await attacked.context.store.read('mf-jobs', '1.0.0', 'remoteEntry.js')) ?? '';
    await attacked.attacker.writeFile('mf-jobs', '1.2.0', 'remoteEntry.js', other);
    await expect(activate(attacked.context, [{ name: 'mf-jobs', version: '1.2.0' }], { ...info, force: true })).rejects.toThrow(
      'mf-jobs 1.2.0: remoteEntry.js was changed',
    );
  });

  it('activates no version with a compressed copy that decompresses to more than the file', async () => {
    await publish(attacked.context, fakeBuild(jobsBuild('1.2.0')), {});
    const plain = Buffer.concat([Buffer.from('/* jobs 1.2.0 */'), Buffer.alloc(64 * 2 ** 20)]);
    await attacked.attacker.writeFile('mf-jobs', '1.2.0', 'remoteEntry.js.br', await toBrotli(plain, 1));
    const before = process.memoryUsage().rss;
    await expect(activate(attacked.context, [{ name: 'mf-jobs', version: '1.2.0' }], { ...info, force: true })).rejects.toThrow(
      'mf-jobs 1.2.0: remoteEntry.js.br was changed',
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(48 * 2 ** 20);
  });

  it('leaves an extra file of a version out of the registry', async () => {
    await publish(attacked.context, fakeBuild(jobsBuild('1.2.0')), {});
    await attacked.attacker.writeFile('mf-jobs', '1.2.0', 'extra.js', 'evil()');
    await activate(attacked.context, [{ name: 'mf-jobs', version: '1.2.0' }], info);
    const listed = JSON.parse(Buffer.from((await attacked.context.store.read('mf-jobs', '1.2.0', 'module.json')) ?? '').toString());
    expect((await activeJobs(attacked))?.integrity).toBe(integrityOf(JSON.stringify(listed)));
    expect(Object.keys(listed.files)).not.toContain('extra.js');
  });

  it('writes nothing onto an older revision, also when the record of the newest one was removed', async () => {
    const [newest, older] = await Promise.all([2, 1].map((revision) => attacked.context.store.revision(revision)));
    await attacked.attacker.removeRevision(2);
    const store = await attacked.open();
    const act = () => deploy({ ...attacked.context, store }, accountBuild('1.1.0'));
    await expect(act()).rejects.toThrow('the registry went back from revision 2 to 1');
    await attacked.attacker.writeRecord(older ?? null);
    await expect(act()).rejects.toThrow('the registry went back from revision 2 to 1');
    await attacked.attacker.writeRecord(null);
    await expect(act()).rejects.toThrow('the registry went back from revision 2 to 1');
    await attacked.attacker.writeRevision(2, newest ?? '');
    expect((await deploy({ ...attacked.context, store: await attacked.open() }, accountBuild('1.2.0')))?.registry.revision).toBe(3);
  });

  it('writes nothing onto a copy of an older revision under a new number, also when no record names the newest one', async () => {
    const older = (await attacked.context.store.revision(1)) ?? '';
    await attacked.attacker.writeRecord(older);
    rmSync(join(attacked.context.data, 'keys/newest-revision.json'));
    await attacked.attacker.writeRevision(3, older);
    const store = await attacked.open();
    await expect(deploy({ ...attacked.context, store }, accountBuild('1.1.0'))).rejects.toThrow(
      'the newest revision cannot be taken: revision 3 of the store contains revision 1',
    );
    expect((await store.latestRevision()).used).toBe(3);
  });

  it('leaves out no number for a revision that is removed during the change, so that another writer cannot take that number', async () => {
    const store = await attacked.open();
    let isFirst = true;
    async function latestRevision() {
      if (isFirst) await attacked.attacker.writeRevision(3, 'of the attacker');
      const found = await store.latestRevision();
      if (isFirst) await attacked.attacker.removeRevision(3);
      isFirst = false;
      return found;
    }
    const context = { ...attacked.context, store: { ...store, latestRevision } };
    const changed = await deploy(context, accountBuild('1.1.0'));
    expect(changed?.registry.revision).toBe(3);
  });

  it('writes no first revision when every revision and the record of the newest one were removed', async () => {
    await forgeVersion(attacked, 'mf-jobs', '1.1.0');
    for (const revision of [1, 2]) await attacked.attacker.removeRevision(revision);
    await attacked.attacker.writeRecord(null);
    const store = await attacked.open();
    const versions = [
      { name: 'shell', version: '1.0.0' },
      { name: 'mf-jobs', version: '1.1.0' },
    ];
    await expect(activate({ ...attacked.context, store }, versions, { ...info, force: true })).rejects.toThrow(
      'the registry went back from revision 2 to none',
    );
    expect(await store.registry()).toBeNull();
  });

  it('writes nothing onto a revision that ops did not sign', async () => {
    const signed = JSON.parse((await attacked.context.store.registry()) ?? '');
    const document = signed.document.replace('"revision":2', '"revision":3');
    await attacked.attacker.writeRevision(3, JSON.stringify({ ...signed, document }));
    await expect(deploy(attacked.context, accountBuild('1.1.0'))).rejects.toThrow('the registry is not signed by the ops key');
    await expect(verify(attacked.context)).rejects.toThrow('the registry is not signed by the ops key');
  });

  it('writes the next revision after one with the highest number was removed, and ignores higher ones', async () => {
    await attacked.attacker.writeRevision(9_999_999_999, 'nothing');
    await expect(deploy(attacked.context, accountBuild('1.1.0'))).rejects.toThrow('the newest revision cannot be taken');
    await attacked.attacker.removeRevision(9_999_999_999);
    await attacked.attacker.writeRevision(2 ** 60, 'nothing');
    expect((await deploy({ ...attacked.context, store: await attacked.open() }, accountBuild('1.2.0')))?.registry.revision).toBe(3);
  });
});
