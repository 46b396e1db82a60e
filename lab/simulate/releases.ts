import { integrityOf } from '../../delivery/src/store/integrity';
import { PUBLICATION } from '../../delivery/src/store/store';
import { attestFiles } from '../../delivery/test/attest';
import { keyPairOf } from './crypto';

export const MODULE = 'mf-jobs';
export const ROUTE = '/search-job';
/** Published before the run. */
export const FIRST_VERSIONS = ['1.0.0', '1.1.0', '1.2.0'];
/** Published during the run. */
export const LATER_VERSIONS = ['1.3.0', '1.4.0', '1.5.0'];
export const VERSIONS = [...FIRST_VERSIONS, ...LATER_VERSIONS];
export const SHELLS = ['1.0.0', '1.1.0'];

export const keys = { ops: keyPairOf('ops'), timestamp: keyPairOf('timestamp'), thief: keyPairOf('thief') };

const routes = { [ROUTE]: { title: 'Search', access: 'public', chrome: 'public' } };
/** The file that a guard's screen loads after the entry. */
const CHUNK = 'on-job.1c5e1fac.js';

/** The files of a version. Without compressed copies, because the order in which the threads of zlib answer is not deterministic. */
function buildOf(name: string, version: string, variant = ''): Map<string, Uint8Array> {
  const isShell = name === 'shell';
  const entry = isShell ? 'shell.js' : 'remoteEntry.js';
  const contents = [entry, isShell ? 'worker.js' : CHUNK].map(
    (file) => [file, Buffer.from(`${name} ${version} ${file}${variant}`)] as const,
  );
  const manifest = {
    ...{ name, version, entry, container: `${name} ${version}`, commit: '', portal: 1, attested: true, budget: 1_000 },
    ...{ routes: isShell ? {} : routes, contracts: {}, shared: {}, preload: {}, prerendered: {} },
    ...(isShell && { worker: 'worker.js' }),
    files: Object.fromEntries(contents.map(([file, bytes]) => [file, { integrity: integrityOf(bytes), size: bytes.length }])),
  };
  const files = new Map<string, Uint8Array>([['module.json', Buffer.from(JSON.stringify(manifest))], ...contents]);
  attestFiles(files, keys.ops);
  files.set(PUBLICATION, Buffer.from('{"at":"2026-05-01T12:00:00.000Z","by":"a squad","why":"a release"}'));
  return files;
}

/** Two builds of each version. The first complete publish decides. */
const builds: ReadonlyMap<string, readonly Map<string, Uint8Array>[]> = new Map(
  [...VERSIONS.map((version) => [MODULE, version] as const), ...SHELLS.map((version) => ['shell', version] as const)].map(
    ([name, version]) => [`${name} ${version}`, [buildOf(name, version), buildOf(name, version, ' again')]] as const,
  ),
);

/** The files of a build of a version; `build`: the first or the second one. */
export function filesOf(name: string, version: string, build = 0): Map<string, Uint8Array> {
  const files = builds.get(`${name} ${version}`)?.[build];
  if (!files) throw new Error(`there is no build of ${name} ${version}`);
  return new Map(files);
}

/** The paths of the scripts that a page with this version loads. */
export const pathsOf = (name: string, version: string): string[] =>
  [...filesOf(name, version).keys()].filter((file) => file.endsWith('.js')).map((file) => `/modules/${name}/${version}/${file}`);

const hashes = new Map([...builds].map(([key, all]) => [key, all.map((files) => integrityOf(files.get('module.json') ?? ''))]));

/** The hashes of `module.json` in the builds of a version. */
export const hashesOf = (name: string, version: string): readonly string[] => hashes.get(`${name} ${version}`) ?? [];
