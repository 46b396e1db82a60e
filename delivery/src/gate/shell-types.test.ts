import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine } from '../../test/command-line';
import { type FakeBuild, fakeBuild, newContext } from '../../test/fixtures';
import { publish as publishBuild } from '../commands/publish';

const mockBuilds = new Map<string, string>();
afterEach(() => mockBuilds.clear());
jest.mock('../paths', () => {
  const real = jest.requireActual<typeof import('../paths')>('../paths');
  return { ...real, buildFolder: (name: string) => mockBuilds.get(name) ?? real.buildFolder(name) };
});

const routes = { '/search-job': 'Search' };
const { portal, said, begin } = commandLine(routes);
const words = () => said().replace(/\s+/g, ' ').trim();

const remote = `import type { Portal } from './portal';
export interface RemoteLifecycles { mount: (props: { portal: Portal }) => Promise<unknown> }`;
const typed = (members: string) => {
  const types = { 'mf-kit/remote.d.ts': remote, 'mf-kit/portal.d.ts': `export interface Portal { ${members} }` };
  return { types: 'types.json', contents: { 'types.json': JSON.stringify(types) } };
};
const own = 'toast: (text: string) => void; title: (text: string) => void;';
const publish = (build: Partial<FakeBuild>, ...args: string[]) =>
  portal('publish', 'mf-jobs', '--dir', fakeBuild({ name: 'mf-jobs', version: '2.0.0', routes, ...typed(own), ...build }), ...args);
const activateShell = (version: string, build: Partial<FakeBuild>) =>
  portal('publish', 'shell', '--dir', fakeBuild({ name: 'shell', version, ...build }), '--activate');

/** The first shell has no types; the second has `members`. */
async function beginUnder(members: string) {
  const { store, data } = await begin();
  expect(await activateShell('1.1.0', typed(members))).toBe(0);
  return { store, data };
}

it.each([
  [
    'without a member',
    'toast: (text: string) => void;',
    "portal: Property 'title' is missing in type 'Portal' but required in type 'Portal'.",
  ],
  [
    'with another type of a parameter',
    own.replace('string', "'saved'"),
    `portal.toast: Type 'string' is not assignable to type '"saved"'.`,
  ],
  ['with types that do not compile', own.replace('string', 'Lost'), "Cannot find name 'Lost'."],
])('[TYPES-02] refuses to publish a remote while a shell is active %s, except with --force', async (_, members, difference) => {
  const { store } = await beginUnder(members);
  expect(await publish({})).toBe(1);
  expect(words()).toContain(`portal: mf-jobs 2.0.0 does not fit shell 1.1.0: ${difference}`);
  expect(words()).toContain('Keep what the shell gives, or raise PORTAL_VERSION and activate both together; --force overrules it');
  expect(await store.versions('mf-jobs')).not.toContain('2.0.0');
  expect(await publish({}, '--force')).toBe(0);
  expect(words()).toContain(`warning: --force was used: mf-jobs 2.0.0 does not fit shell 1.1.0: ${difference}`);
  expect(JSON.parse(String(await store.read('mf-jobs', '2.0.0', 'published.json')))).toMatchObject({ forced: true });
});

it('[TYPES-02] refuses a remote that does not fit the last good shell', async () => {
  await beginUnder('toast: (text: string) => void;');
  expect(await activateShell('1.2.0', typed(own))).toBe(0);
  expect(await publish({})).toBe(1);
  expect(words()).toContain('mf-jobs 2.0.0 does not fit shell 1.1.0: portal: ');
});

it.each([
  ['the same members', own],
  ['one more member', `${own} announce: (text: string) => void;`],
  ['a wider parameter and one more that is optional', own.replace('text: string', 'text: string | number, kind?: string')],
])('[TYPES-03] publishes a remote without a word about types that it fits, under a shell with %s', async (_, members) => {
  await beginUnder(members);
  expect(await activateShell('1.2.0', typed(members))).toBe(0);
  expect(await publish({})).toBe(0);
  expect(words()).not.toContain('shell 1.');
});

it('[TYPES-04] names each shell with which a remote was not compared, and the reason', async () => {
  const { data } = await beginUnder(own);
  expect(await publish({})).toBe(0);
  const not = 'warning: mf-jobs 2.0.0 was not compared with the types of shell 1.';
  expect(words()).toContain(`${not}0.0: it was built before types were stored`);
  expect(words()).not.toContain(`${not}1.0`);
  expect(await portal('publish', 'mf-jobs', '--dir', fakeBuild({ name: 'mf-jobs', version: '2.1.0', routes }))).toBe(0);
  expect(words()).toContain('was not compared with the types of shell 1.1.0: it has no types itself; build it again');
  expect(await publish({ version: '2.2.0', portal: 2 })).toBe(0);
  expect(words()).toContain(
    'was not compared with the types of shell 1.1.0, which gives portal context 1, not 2: the gate lets no device run both',
  );
  const file = join(data, 'modules/shell/1.1.0/types.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('title', 'heading'));
  expect(await publish({ version: '2.3.0' })).toBe(0);
  expect(words()).toContain('was not compared with the types of shell 1.1.0: its types.json was changed');
});

it('[TYPES-04] only warns about a shell that the same command replaces', async () => {
  const types = Buffer.from(typed('toast: (text: string) => void;').contents['types.json']);
  const build = fakeBuild({ name: 'mf-jobs', routes, ...typed(own) });
  const shells = [{ version: '1.1.0', portal: 1, types, isReplaced: true }];
  const { notes } = await publishBuild(newContext(), build, {}, { by: 'ana', why: 'a test', token: null, shells });
  expect(notes).toEqual([
    expect.stringMatching(/^mf-jobs 1\.0\.0 does not fit shell 1\.1\.0: do not roll the shell back to it \(portal: /),
  ]);
});

it('[TYPES-02] refuses a remote that does not fit a shell which the new shell of the command does not replace', async () => {
  await beginUnder('toast: (text: string) => void;');
  expect(await activateShell('1.2.0', typed(own))).toBe(0);
  mockBuilds.set('shell', fakeBuild({ name: 'shell', version: '1.2.0', ...typed(own) }));
  mockBuilds.set('mf-jobs', fakeBuild({ name: 'mf-jobs', version: '2.0.0', routes, ...typed(own) }));
  const publishBoth = () => portal('publish', 'shell', 'mf-jobs', '--activate');
  // Shell 1.2.0 is active, and 1.1.0 is the last good one.
  expect(await publishBoth()).toBe(1);
  expect(words()).toContain('mf-jobs 2.0.0 does not fit shell 1.1.0: portal: ');
  // Shell 1.2.0 is quarantined, and 1.1.0 is active.
  expect(await portal('rollback', 'shell', '--reason', 'a test')).toBe(0);
  expect(await publishBoth()).toBe(1);
  expect(words()).toContain('mf-jobs 2.0.0 does not fit shell 1.1.0: portal: ');
});

it('[TYPES-04] names a shell with a module.json that is missing or was changed', async () => {
  const { data } = await beginUnder('toast: (text: string) => void;');
  const file = join(data, 'modules/shell/1.1.0/module.json');
  const warning = 'warning: mf-jobs 2.0.0 was not compared with the types of shell 1.1.0: its module.json is missing or was changed';
  writeFileSync(file, readFileSync(file, 'utf8').replace('"commit":"abc"', '"commit":"abd"'));
  expect(await publish({})).toBe(0);
  expect(words()).toContain(warning);
  writeFileSync(file, 'no manifest');
  expect(await publish({ version: '2.1.0' })).toBe(0);
  expect(words()).toContain(warning.replace('2.0.0', '2.1.0'));
});

it.each([
  ['no JSON', 'no JSON', 'Unexpected token'],
  ['a file outside its folder', '{"mf-kit/../lost.d.ts":""}', 'no declaration may be called "mf-kit/../lost.d.ts"'],
])('[TYPES-04] names a shell with types that are %s', async (_, text, why) => {
  await begin();
  expect(await activateShell('1.1.0', { types: 'types.json', contents: { 'types.json': text } })).toBe(0);
  expect(await publish({})).toBe(0);
  expect(words()).toContain(`was not compared with the types of shell 1.1.0: its types.json cannot be read: ${why}`);
});

it('[TYPES-06] refuses a remote with types that cannot be compared, except with --force', async () => {
  await beginUnder(own);
  const contents = { 'types.json': '{"mf-kit/../lost.d.ts":""}' };
  expect(await publish({ contents })).toBe(1);
  const problem = 'mf-jobs 2.0.0 could not be compared with the types of shell 1.1.0: ';
  expect(words()).toContain(`portal: ${problem}`);
  expect(await publish({ contents }, '--force')).toBe(0);
  expect(words()).toContain(`warning: --force was used: ${problem}`);
});

it('[TYPES-06] refuses a remote if the comparison ends before it reads its request, except with --force', async () => {
  await beginUnder(`${own} title: '${'a'.repeat(2 ** 20)}';`);
  process.env.NODE_OPTIONS = '--require=./lost';
  try {
    expect(await publish({})).toBe(1);
    expect(words()).toContain('mf-jobs 2.0.0 could not be compared with the types of shell 1.1.0: ');
    expect(await publish({}, '--force')).toBe(0);
  } finally {
    delete process.env.NODE_OPTIONS;
  }
});

it('[TYPES-07] compares a published version again when publish activates it', async () => {
  await beginUnder(own);
  expect(await publish({})).toBe(0);
  expect(await activateShell('1.2.0', typed('toast: (text: string) => void;'))).toBe(0);
  expect(await publish({})).toBe(0);
  expect(words()).toBe('mf-jobs 2.0.0: nothing to publish');
  expect(await publish({}, '--activate')).toBe(1);
  expect(words()).toContain('mf-jobs 2.0.0 does not fit shell 1.2.0: portal: ');
  expect(await publish({}, '--activate', '--force')).toBe(0);
  expect(words()).toContain('warning: --force was used: mf-jobs 2.0.0 does not fit shell 1.2.0: portal: ');
  expect(await publish({}, '--activate')).toBe(0);
  expect(words()).not.toContain('does not fit');
});
