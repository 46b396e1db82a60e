import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ModuleManifest, RouteDeclaration } from '@portal/mf-kit/module';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { activate } from '../src/commands/activate';
import { publish } from '../src/commands/publish';
import type { ServedApi, ServedContracts } from '../src/gate/gate';
import type { KeptEvents } from '../src/health/budget-counts';
import { type EventSums, noEvents } from '../src/health/error-budget';
import type { HostHealth } from '../src/health/host-health';
import { loadKey } from '../src/registry/signatures';
import type { CommandContext } from '../src/registry/update-registry';
import { folderStore } from '../src/store/folder-store';
import { integrityOf } from '../src/store/integrity';
import type { Store } from '../src/store/store';
import { attestBuild } from './attest';

export const tempFolder = (): string => temporaryFolder('delivery');

type Page = string | (Partial<RouteDeclaration> & { title: string });
const page = (given: Page, access: RouteDeclaration['access']): RouteDeclaration => ({
  access,
  chrome: 'public',
  ...(typeof given === 'string' ? { title: given } : given),
});

export interface FakeBuild extends Partial<Omit<ModuleManifest, 'name' | 'routes' | 'budget'>> {
  name: string;
  budget?: number | undefined;
  /** Path -> title, or the whole declaration. */
  routes?: Record<string, Page>;
  access?: RouteDeclaration['access'];
  script?: string;
  contents?: Record<string, string>;
}

/** Writes a build like portal-build: an entry, a chunk, a stylesheet, a prerendered page. Returns its folder. */
export function fakeBuild({
  name,
  version = '1.0.0',
  routes = {},
  access = 'public',
  script = `/* ${name} */`,
  contents: more = {},
  ...rest
}: FakeBuild): string {
  const folder = join(tempFolder(), 'dist');
  const isShell = name === 'shell';
  const entry = isShell ? 'shell.js' : 'remoteEntry.js';
  const contents: Record<string, string> = {
    [entry]: script,
    'main.css': '@layer module { h1 { color: navy } }',
    ...more,
    ...(isShell
      ? { 'later.js': '/* a library */' }
      : { 'screen.js': `/* a screen of ${name} */`.repeat(50), 'prerendered/first.html': `<h1>${name}</h1>` }),
  };
  for (const [file, text] of Object.entries(contents)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const paths = Object.keys(routes);
  const manifest = {
    name,
    version,
    commit: 'abc',
    container: `${name}_${version}`.replace(/\W/g, '_'),
    entry,
    routes: Object.fromEntries(Object.entries(routes).map(([path, given]) => [path, page(given, access)])),
    portal: 1,
    contracts: {},
    shared: { react: isShell ? '19.3.1' : '^19.3.1' },
    files: Object.fromEntries(Object.entries(contents).map(([file, text]) => [file, { integrity: integrityOf(text), size: text.length }])),
    preload: isShell
      ? { '*': ['main.css'], yup: ['later.js'] }
      : Object.fromEntries(paths.map((path) => [path, ['main.css', 'screen.js']])),
    budget: 1_000_000,
    prerendered: isShell || !paths[0] ? {} : { [paths[0]]: 'prerendered/first.html' },
    ...rest,
  };
  writeFileSync(join(folder, 'module.json'), JSON.stringify(manifest));
  attestBuild(folder);
  return folder;
}

/** Pseudo-random text that hardly compresses, the same for the same seed. */
export function noiseText(seed: number, length = 4_000): string {
  let state = seed;
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return (state % 36).toString(36);
  }).join('');
}

export const servedApi = (contracts: ServedContracts, calls: ServedApi['calls'] = {}): ServedApi => ({ contracts, calls });

export const newContext = (data = tempFolder()): CommandContext & { data: string } => ({
  data,
  store: folderStore(data),
  ops: loadKey(data, 'ops'),
  served: servedApi({}),
  now: () => new Date('2026-05-01T12:00:00Z'),
});

export const info = { by: 'ana', why: 'a test' };

/** Publishes the builds and activates them in one revision. */
export async function deploy(context: CommandContext, ...builds: FakeBuild[]) {
  for (const build of builds) await publish(context, fakeBuild(build), {});
  return activate(
    context,
    builds.map(({ name, version = '1.0.0' }) => ({ name, version })),
    info,
  );
}

/** Writes the health file of a host with these events of one module by day. */
export async function writeEvents(
  store: Pick<Store, 'writeHealth'>,
  host: string,
  module: string,
  days: Record<string, Partial<EventSums>>,
  more: Partial<HostHealth> & Partial<Pick<KeptEvents, 'spans'>> = {},
): Promise<void> {
  const { spans = {}, ...rest } = more;
  const sums = Object.fromEntries(Object.entries(days).map(([day, one]) => [day, { ...noEvents, ...one }]));
  const at = `${Object.keys(days).sort().at(-1)}T12:00:00.000Z`;
  const kept: HostHealth = { at, healing: 'on', note: null, versions: {}, events: { [module]: { days: sums, spans } }, ...rest };
  await store.writeHealth(host, JSON.stringify(kept));
}
