import { appendFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decompressUsingDict } from '@bokuweb/zstd-wasm';
import { deploy, fakeBuild, newContext, noiseText } from '../../test/fixtures';
import { publish } from '../commands/publish';
import { deltaProblems, dictionariesOf, dictionaryMatch, earlierVersions, stableName } from './deltas';
import { hashOf, isValidDcz, toDcz } from './zstd';

jest.mock('@bokuweb/zstd-wasm', () => {
  const real = jest.requireActual('@bokuweb/zstd-wasm');
  return { ...real, decompressUsingDict: jest.fn(real.decompressUsingDict) };
});

describe('a delta', () => {
  const [before, after] = [noiseText(1), `${noiseText(1)} and more`].map((text) => Buffer.from(text)) as [Buffer, Buffer];

  it.each([0, 7, 300, 70_000])('decompresses to the file, with %d bytes', async (length) => {
    const bytes = Buffer.from(noiseText(2, length));
    const packed = await toDcz(bytes, Buffer.from(`${bytes}x`));
    expect(await isValidDcz(packed, bytes, Buffer.from(`${bytes}x`))).toBe(true);
  });

  it('names its dictionary as in RFC 9842, and contains only the difference', async () => {
    const packed = await toDcz(after, before);
    expect(packed.subarray(0, 8).toString('hex')).toBe('5e2a4d1820000000');
    expect(packed.subarray(8, 40).toString('base64')).toBe(hashOf(before));
    expect(packed.length).toBeLessThan(100);
  });

  it.each<[string, (packed: Buffer) => Uint8Array]>([
    ['no bytes', () => Buffer.alloc(0)],
    ['half of it', (packed) => packed.subarray(0, packed.length - 5)],
    ['its head alone', (packed) => packed.subarray(0, 40)],
    ['another byte', (packed) => packed.map((byte, at) => (at === packed.length - 1 ? byte ^ 1 : byte))],
    ['another length than it says', (packed) => packed.map((byte, at) => (at === 46 ? byte ^ 0x40 : byte))],
    ['another form of frame', (packed) => packed.map((byte, at) => (at === 44 ? 0xe0 : byte))],
    ['another frame behind it', (packed) => Buffer.concat([packed, packed.subarray(40)])],
  ])('is rejected with %s', async (_, changed) => {
    const packed = await toDcz(after, before);
    expect(await isValidDcz(changed(packed), after, before)).toBe(false);
    expect(await isValidDcz(packed, after, before)).toBe(true);
  });

  it('is not decompressed if it declares another length, because a gigabyte would be allocated', async () => {
    const packed = await toDcz(after, before);
    const frame = packed.subarray(40);
    // The frame's length field has two bytes; this one has four.
    expect(frame[4]).toBe(0x60);
    const huge = Buffer.from([...frame.subarray(0, 4), 0xa0, 0, 0, 0, 0x40, ...frame.subarray(7)]);
    jest.mocked(decompressUsingDict).mockClear();
    expect(await isValidDcz(Buffer.concat([packed.subarray(0, 40), huge]), after, before)).toBe(false);
    expect(decompressUsingDict).not.toHaveBeenCalled();
    expect(await isValidDcz(packed, after, before)).toBe(true);
    expect(decompressUsingDict).toHaveBeenCalledTimes(1);
  });

  it('fits one file and one dictionary', async () => {
    const packed = await toDcz(after, before);
    expect(await isValidDcz(packed, Buffer.from(`${noiseText(1)} and less`), before)).toBe(false);
    expect(await isValidDcz(packed, after, Buffer.from(noiseText(3)))).toBe(false);
  });
});

it.each([
  ['on-job.1c5e1fac.js', 'on-job.*.js'],
  ['assets/main.00c0ffee.css', 'assets/main.*.css'],
  ['remoteEntry.js', 'remoteEntry.js'],
  ['405.db6b5aae.js', '405.*.js'],
  ['on-job.detail.js', 'on-job.detail.js'],
])('%s has the name %s in all versions', (file, name) => {
  expect(stableName(file)).toBe(name);
});

it.each([
  ['of another version', '/modules/mf-jobs/1.1.0-beta.1/on-job.99999999.js', true],
  ['of its own version', '/modules/mf-jobs/1.0.0/on-job.1c5e1fac.js', true],
  ['of another name', '/modules/mf-jobs/1.1.0/off-job.99999999.js', false],
  ['of another kind', '/modules/mf-jobs/1.1.0/on-job.99999999.css', false],
  ['of another module', '/modules/mf-jobs-2/1.1.0/on-job.99999999.js', false],
])('decides whether a script is a dictionary for a file %s', (_, path, isOffered) => {
  const [, pattern = ''] = /^match="([^"]+)"$/.exec(dictionaryMatch('mf-jobs', 'on-job.1c5e1fac.js')) ?? [];
  expect(new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(path)).toBe(isOffered);
});

it.each([
  ['active versions, then the newest', ['3', '1'], ['1', '2', '3', '4', '5'], ['3', '1', '5']],
  ['the newest versions if no active one is known', [], ['1', '2', '3', '4'], ['4', '3', '2']],
  ['each version once', ['2', '2', '1'], ['1', '2'], ['2', '1']],
  ['existing versions only', ['9', '2'], ['1', '2'], ['2', '1']],
  ['no version for the first version', [], [], []],
])('uses as dictionaries %s', (_, running, published, earlier) => {
  expect(earlierVersions(running, published)).toEqual(earlier);
});

describe('publishing', () => {
  const jobs = (version: string, contents: Record<string, string>, more = {}) => ({ name: 'mf-jobs', version, contents, ...more });
  const deltasIn = (data: string, version: string) =>
    readdirSync(join(data, 'modules/mf-jobs', version), { recursive: true })
      .map(String)
      .filter((file) => file.endsWith('.dcz'))
      .map((file) => file.replace(/\.[0-9a-f]{16}\.dcz$/, ''))
      .sort();

  /** Publishes a version and the next one. */
  async function release(first: Record<string, string>, second: Record<string, string>, more = {}) {
    const context = newContext();
    await deploy(context, { name: 'shell' }, jobs('1.0.0', first, more));
    await publish(context, fakeBuild(jobs('1.1.0', second, more)), {});
    return context;
  }

  it('stores deltas of scripts and stylesheets with a predecessor', async () => {
    const { data, store } = await release(
      { 'a.11111111.js': noiseText(1), 'a.11111111.css': noiseText(2), 'gone.11111111.js': noiseText(3), 'a.txt': noiseText(4) },
      {
        'a.22222222.js': `${noiseText(1)}!`,
        'a.22222222.css': `${noiseText(2)}!`,
        'new.22222222.js': noiseText(3),
        'a.txt': `${noiseText(4)}!`,
      },
    );
    expect(deltasIn(data, '1.0.0')).toEqual([]);
    expect(deltasIn(data, '1.1.0')).toEqual(['a.22222222.css', 'a.22222222.js']);
    const listed = await dictionariesOf(store, { name: 'mf-jobs', version: '1.1.0', file: 'a.22222222.js' });
    expect(listed).toEqual(new Map([[hashOf(Buffer.from(noiseText(1))), { version: '1.0.0', file: 'a.11111111.js' }]]));
  });

  it('stores no delta that is hardly smaller, and none of files that pages do not load', async () => {
    const own = { 'server/renderer.js': noiseText(1), 'worker.js': noiseText(2), 'a.js': noiseText(3) };
    const { data } = await release(own, { ...own, 'a.js': noiseText(4) }, { renderer: 'server/renderer.js', worker: 'worker.js' });
    expect(deltasIn(data, '1.1.0')).toEqual([]);
  });

  it('uses at most three versions as dictionaries: those on devices, and equal bytes once', async () => {
    const context = newContext();
    await deploy(context, { name: 'shell' }, jobs('1.0.0', { 'a.js': noiseText(1) }));
    for (const version of ['1.1.0', '1.2.0', '1.3.0', '1.4.0']) {
      const text = version === '1.4.0' ? `${noiseText(1)}1.3.0` : noiseText(1) + version;
      await publish(context, fakeBuild(jobs(version, { 'a.js': text })), {});
    }
    const publisher = { by: 'ana', why: 'a test', token: null, running: ['1.0.0'] };
    await publish(context, fakeBuild(jobs('2.0.0', { 'a.js': `${noiseText(1)}2` })), {}, publisher);
    const listed = await dictionariesOf(context.store, { name: 'mf-jobs', version: '2.0.0', file: 'a.js' });
    expect([...listed.values()].map(({ version }) => version)).toEqual(['1.0.0', '1.4.0']);
    expect(deltasIn(context.data, '2.0.0')).toEqual(['a.js', 'a.js']);
  });

  it.each<[string, (folder: string) => void]>([
    ['whose file was changed', (folder) => appendFileSync(join(folder, 'a.js'), '!')],
    ['whose file is gone', (folder) => rmSync(join(folder, 'a.js'))],
    ['whose manifest cannot be read', (folder) => writeFileSync(join(folder, 'module.json'), '{')],
  ])('uses no version as dictionary %s', async (_, damage) => {
    const context = newContext();
    await deploy(context, { name: 'shell' }, jobs('1.0.0', { 'a.js': noiseText(1) }));
    damage(join(context.data, 'modules/mf-jobs/1.0.0'));
    expect(await publish(context, fakeBuild(jobs('1.1.0', { 'a.js': noiseText(1) })), {})).toMatchObject({ fresh: true });
    expect(deltasIn(context.data, '1.1.0')).toEqual([]);
  });

  it('rejects a file with the name of the list', async () => {
    const build = fakeBuild(jobs('1.0.0', { 'dictionaries.json': '{}' }));
    await expect(publish(newContext(), build, {})).rejects.toThrow("dictionaries.json is the store's own file; call it otherwise");
  });

  it('reports deltas that are changed, torn or missing', async () => {
    const { data, store } = await release({ 'a.js': noiseText(1) }, { 'a.js': `${noiseText(1)}!` });
    expect(await deltaProblems(store, 'mf-jobs', '1.1.0')).toEqual([]);
    const folder = join(data, 'modules/mf-jobs/1.1.0');
    const [delta = ''] = readdirSync(folder).filter((file) => file.endsWith('.dcz'));
    for (const damage of [
      () => appendFileSync(join(folder, delta), '!'),
      () => writeFileSync(join(folder, delta), 'half'),
      () => rmSync(join(folder, delta)),
    ]) {
      damage();
      expect(await deltaProblems(store, 'mf-jobs', '1.1.0')).toEqual([`mf-jobs 1.1.0: ${delta} was changed`]);
    }
    // With a pruned dictionary nothing can be decompressed, and nothing is sent.
    await store.hide('mf-jobs', '1.0.0');
    expect(await deltaProblems(store, 'mf-jobs', '1.1.0')).toEqual([]);
  });
});
