import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import type { ModuleManifest } from '@portal/mf-kit/module';
import type { Prerendered } from '@portal/mf-kit/pageInput';
import { RENDERER, RENDERER_GLOBALS, type Renderer } from '@portal/mf-kit/renderer';
import { temporaryFolder } from '@portal/testing/temporaryFolder';

const repository = resolve(__dirname, '../../..');
const folder = temporaryFolder('build');

const sources = {
  'package.json': JSON.stringify({ name: 'mf-public', version: '1.4.2', type: 'module', portal: { budget: 50_000, fonts: ['sans'] } }),
  'module.ts': `import { defineModule } from '@portal/mf-kit/module';
    const open = { access: 'public', chrome: 'public' } as const;
    export const module = defineModule({ name: 'mf-public', owner: '@portal/public', objective: { availability: 0.99, latencyMs: 2000 },
      portal: 1, contracts: { jobs: 1 }, routes: {
      '/search-job': { ...open, title: 'Search', prerender: true }, '/onJob': { ...open, title: 'On the job' },
      '/sector/:type': { ...open, title: 'Sector', prerender: true, pages: { '/sector/bank': { title: 'Banks' } } },
      '*': { ...open, title: 'None', prerender: true },
      '/faq': { ...open, title: 'Questions', content: ['/faq/home/list'] } } });`,
  'src/remote.tsx': `import './remote.module.css';
    import { version } from 'react';
    import { sitemap } from './routes';
    export const react = version;
    export const mount = sitemap['/search-job'];
    export const more = async () => await import('./Later');`,
  'src/routes.tsx': `import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
    const lazyScreen = (load) => load;
    export const sitemap = {
      [jobsPaths.search.pattern]: lazyScreen(() =>
        import('./Search')),
      '/onJob': lazyScreen(() => import('./OnJob')),
      '/sector/:type': lazyScreen(() => import('./OnJob')),
      '*': lazyScreen(() => import('./OnJob')),
      '/faq': lazyScreen(() => import('./OnJob')) };`,
  'src/OnJob.tsx': 'export const OnJob = () => <p>On the job</p>;',
  'src/remote.module.css': "@font-face { font-family: Sans; src: url('./sans.woff2') } @layer module { .frame { color: navy } }",
  'src/sans.woff2': 'a font',
  'src/Later.tsx': `import { faq } from '@portal/contracts/pages/pages.endpoints';
    export const Later = () => <p>{faq.path}</p>;`,
  'src/Search.tsx': `import { string } from 'yup';
    import styles from './remote.module.css';
    export const rule = string;
    export const Search = () => <h1 className={styles.frame}>Search</h1>;`,
  'public/shared/home.png': 'a picture',
  'src/Sector.tsx': `import { faq } from '@portal/contracts/pages/pages.endpoints';
    import { useParams } from '@portal/mf-kit/router';
    import { useQuery } from '@portal/mf-kit/useQuery';
    export const Sector = () => <h1>{useParams().type ?? 'Nowhere'}</h1>;
    export const Questions = () => <h1>{useQuery(faq, {}).data[0]?.title ?? 'Loading'}</h1>;`,
  'src/prerender.tsx': `import { prerenderer } from '@portal/mf-kit/prerender';
    import { defineRoutes, lazyScreen } from '@portal/mf-kit/routes';
    import { Search } from './Search';
    const Screens = defineRoutes({
      '/search-job': lazyScreen(async () => Search),
      '/sector/:type': lazyScreen(() => import('./Sector').then((file) => file.Sector)),
      '*': lazyScreen(() => import('./Sector').then((file) => file.Sector)),
      '/faq': lazyScreen(() => import('./Sector').then((file) => file.Questions)),
    });
    export const prerender = prerenderer(Screens, { jsonLd: (path) => (path === '/faq' ? { '@type': 'FAQPage' } : undefined) });`,
};
const write = (file: string, text: string) => {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
};
const buildIn = (dir: string, args: string[], env: Record<string, string> = {}) =>
  execFileSync(process.execPath, [join(repository, 'shared/webpack/bin/portal-build.mjs'), ...args], {
    cwd: dir,
    encoding: 'utf8',
    stdio: 'pipe',
    timeout: 300_000,
    env: { ...process.env, ...env },
  });
const build = (...args: string[]) => buildIn(folder, args);
const manifest = () => JSON.parse(readFileSync(join(folder, 'dist/module.json'), 'utf8')) as ModuleManifest;
const page = (name: string) => (JSON.parse(text(`prerendered/${name}.json`)) as Prerendered).html;
const text = (file: string) => readFileSync(join(folder, 'dist', file), 'utf8');

beforeAll(() => {
  for (const [file, content] of Object.entries(sources)) write(file, content);
  // The folder has the libraries of an installed workspace, but its own cache.
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(join(repository, 'node_modules')).filter((entry) => !entry.startsWith('.')))
    symlinkSync(join(repository, 'node_modules', name), join(folder, 'node_modules', name));
});

it('builds a remote with all files that delivery and the page need', () => {
  expect(build('--local')).toMatch(/^mf-public 1\.4\.2-local\.[0-9a-f]{8} built in/);
  const { version, container, entry, files, preload, later, prerendered, shared, budget, fonts, exposes, calls } = manifest();
  expect(container).toBe(`mf_public_${version}`.replace(/\W/g, '_'));
  expect({ entry, budget, prerendered }).toEqual({
    entry: 'remoteEntry.js',
    budget: 50_000,
    prerendered: {
      '*': 'prerendered/any.json',
      '/search-job': 'prerendered/search-job.json',
      '/sector/:type': 'prerendered/sector-type.json',
      '/sector/bank': 'prerendered/sector-bank.json',
    },
  });
  expect(fonts).toEqual([expect.stringMatching(/^sans\.\w{8}\.woff2$/)]);
  expect(shared.react).toMatch(/^\^19\./);
  // The activation gate compares the exports, and the calls that remain after unused code is removed.
  expect(exposes).toEqual({ './remote': ['more', 'mount', 'react'] });
  expect(Object.keys(files)).toContain(calls);
  expect(JSON.parse(text(calls ?? ''))).toEqual({ 'pages.faq': expect.objectContaining({ method: 'GET', path: '/faq/home/list' }) });

  for (const [file, { integrity, size }] of Object.entries(files)) {
    const bytes = readFileSync(join(folder, 'dist', file));
    expect({ integrity, size }).toEqual({ integrity: `sha384-${createHash('sha384').update(bytes).digest('base64')}`, size: bytes.length });
  }
  const scripts = [entry, ...Object.values(preload).flat()].filter((file) => file.endsWith('.js'));
  // Browsers read it only in the first line.
  for (const script of scripts) expect(text(script).split('\n')[0]).toBe('//# allFunctionsCalledOnLoad');
  const [style, remote, search] = preload['/search-job'] ?? [];
  expect([style, remote, search]).toEqual([
    expect.stringMatching(/^remote\.\w{8}\.css$/),
    expect.stringMatching(/^remote\.\w{8}\.js$/),
    expect.stringMatching(/^search-job\.\w{8}\.js$/),
  ]);
  // Paths with the same screen share its file.
  expect(preload['/onJob']).toEqual([style, remote, expect.stringMatching(/^any\.\w{8}\.js$/)]);
  for (const path of ['/sector/:type', '*', '/faq']) expect(preload[path]).toEqual(preload['/onJob']);
  expect(later).toEqual({ '/search-job': ['yup'] });

  // The prerendered class and the loaded stylesheet agree; both contain the version.
  const [, className = ''] = /class="(\w+)"/.exec(page('search-job')) ?? [];
  expect(text(style ?? '')).toContain(`.${className}`);
  expect(page('search-job')).toContain('>Search</h1>');
  for (const [name, heading] of [
    ['sector-bank', 'bank'],
    ['sector-type', 'no-such-page'],
    ['any', 'Nowhere'],
  ])
    expect(page(name ?? '')).toContain(`<h1>${heading}</h1>`);

  // Files that load later get their address and hash from the page.
  expect(text('remoteEntry.js')).toMatch(/(7e3|7000) ?\* ?\(globalThis\.__portalPatience ?\|\| ?1\)/);
  for (const hook of ['__portalUrl', '__portalIntegrity']) expect(text('remoteEntry.js').split(hook)).toHaveLength(3);
  // The shell provides React.
  expect(text('remoteEntry.js') + text(remote ?? '')).not.toContain('createElementNS');
  // The manifest of the federation package is published, its statistics are not. The entry does not contain its runtime (18 kB and more).
  expect(JSON.parse(text('mf-manifest.json')).metaData).toMatchObject({ globalName: container, remoteEntry: { name: 'remoteEntry.js' } });
  expect(Object.keys(files)).toContain('mf-manifest.json');
  expect(existsSync(join(folder, 'dist/mf-stats.json'))).toBe(false);
  expect(text('remoteEntry.js').length).toBeLessThan(9_000);

  // Published unchanged, under its own name.
  expect(text('shared/home.png')).toBe('a picture');
  expect(Object.keys(files)).toContain('shared/home.png');
  expect(Object.keys(files).filter((file) => file.endsWith('.map'))).toEqual([]);
  expect(text(search ?? '')).not.toContain('sourceMappingURL');
  expect(existsSync(join(folder, `dist-maps/${search}.map`))).toBe(true);
}, 180_000);

it('[BUDGET-01] writes the owner and the objective of module.ts into module.json', () => {
  expect(manifest()).toMatchObject({ owner: '@portal/public', objective: { availability: 0.99, latencyMs: 2000 } });
});

it('[TYPES-01] stores the types of the portal context with the contracts that it names, without comments', () => {
  const { types = '', files } = manifest();
  expect(Object.keys(files)).toContain(types);
  const stored = JSON.parse(text(types)) as Record<string, string>;
  expect(Object.keys(stored)).toEqual(
    expect.arrayContaining(['contracts/_kernel/endpoint.d.ts', 'contracts/_kernel/guard.d.ts', 'mf-kit/portal.d.ts', 'mf-kit/remote.d.ts']),
  );
  expect(stored['mf-kit/portal.d.ts']).toContain('announce: (text: string) => void;');
  expect(text(types)).not.toMatch(/\/\*\*|node_modules/);
});

it('[PROVENANCE-01] builds the same bytes with another clock, time zone and cache, and gives each source map the name of its file', () => {
  rmSync(join(folder, 'node_modules/.cache'), { recursive: true });
  const again = temporaryFolder('again');
  const clock =
    'globalThis.Date = class extends Date { constructor(...at) { super(...(at.length ? at : [4e12])); } static now() { return 4e12; } };';
  const env = { TZ: 'Pacific/Kiritimati', LC_ALL: 'C', NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clock)}` };
  buildIn(folder, ['--version', manifest().version, '--out', join(again, 'dist')], env);
  const hashesIn = (dir: string, out: string) =>
    readdirSync(join(dir, out), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(
        ({ parentPath, name }) =>
          `${name} ${createHash('sha256')
            .update(readFileSync(join(parentPath, name)))
            .digest('hex')}`,
      );
  for (const out of ['dist', 'dist-maps']) expect(hashesIn(again, out)).toEqual(hashesIn(folder, out));
  const [map = ''] = readdirSync(join(folder, 'dist-maps')).filter((file) => /^search-job\..*\.js\.map$/.test(file));
  expect(JSON.parse(readFileSync(join(folder, 'dist-maps', map), 'utf8')).file).toBe(map.replace(/\.map$/, ''));
  // Else webpack derives the number of this module from the place of the federation package on this machine.
  expect(text('remoteEntry.js')).toMatch(/\bcontainer\(/);
  // There is no lock file, so no statement.
  expect([manifest().attested, existsSync(join(folder, 'dist/sbom.json'))]).toEqual([undefined, false]);
}, 180_000);

it('builds a script for the portal host that renders content of the API and needs nothing of Node', async () => {
  const { renderer, files, preload } = manifest();
  expect(renderer).toBe('server/renderer.js');
  expect(files).toHaveProperty([renderer ?? '']);
  expect(Object.values(preload).flat()).not.toContain(renderer);
  const place = createContext(Object.fromEntries(RENDERER_GLOBALS.map((name) => [name, globalThis[name]])));
  runInContext(text(renderer ?? ''), place);
  const { prerender } = place[RENDERER] as Renderer;
  const content = { '/faq/home/list': [{ title: 'Work & pay', questionAnswers: [] }] };
  expect(await prerender('/faq', { content, posted: null })).toEqual({
    html: expect.stringContaining('<h1>Work &amp; pay</h1>'),
    jsonLd: { '@type': 'FAQPage' },
  });
  expect(await prerender('/faq')).toMatchObject({ html: expect.stringContaining('<h1>Loading</h1>') });
  await expect(Promise.all(['/sector/vip', '/sector/events'].map((path) => prerender(path)))).resolves.toMatchObject([
    { html: expect.stringContaining('<h1>vip</h1>') },
    { html: expect.stringContaining('<h1>events</h1>') },
  ]);
}, 60_000);

/** The libraries of a page: library -> version -> the library, in the share scope of webpack and the federation package. */
type Page = Record<string, Record<string, unknown>>;
interface Opened {
  react: string;
  mount(): Promise<{ rule: unknown }>;
}

/** Runs the built remote in a page that loaded all of its scripts early, and returns its exposed module. */
async function openIn(page: Page): Promise<Opened> {
  const { container, files } = manifest();
  const place = createContext({ importScripts: true, location: 'https://portal.test/remoteEntry.js', setTimeout, clearTimeout });
  for (const file of Object.keys(files).filter((name) => name.endsWith('.js') && !name.startsWith('server/')))
    runInContext(text(file), place);
  const { init, get } = place[container] as { init(scope: unknown): unknown; get(exposed: string): Promise<() => Opened> };
  const scope = Object.entries(page).map(([library, versions]) => [
    library,
    Object.fromEntries(Object.entries(versions).map(([version, given]) => [version, { get: async () => () => given, loaded: 1 }])),
  ]);
  await init(Object.fromEntries(scope));
  return (await get('./remote'))();
}

const installed = (name: string): string =>
  JSON.parse(readFileSync(join(repository, 'node_modules', name, 'package.json'), 'utf8')).version;
const react = { version: 'given' };
const given = { react: { [installed('react')]: react }, 'react/jsx-runtime': { [installed('react')]: {} } };

it('uses a matching yup of the page or else its own copy, and refuses to run with another version of React', async () => {
  const string = () => "the page's";
  const ruleWith = async (...versions: string[]) => {
    const yup = Object.fromEntries(versions.map((version) => [version, { string }]));
    const { react: seen, mount } = await openIn({ ...given, ...(versions.length > 0 ? { yup } : {}) });
    expect(seen).toBe('given');
    const { rule } = await mount();
    return rule === string ? 'shared' : typeof rule;
  };
  expect(installed('yup')).toBe('1.7.1');
  expect(await ruleWith('1.7.1')).toBe('shared');
  expect(await ruleWith('2.0.0', '1.8.0')).toBe('shared');
  for (const unfit of [['1.7.0'], ['2.0.0'], []]) expect(await ruleWith(...unfit)).toBe('function');

  for (const other of ['18.3.1', '19.0.0', '20.0.0'])
    await expect(openIn({ ...given, react: { [other]: react } })).rejects.toThrow(`This page gives no react ^${installed('react')}`);
  await expect(openIn({})).rejects.toThrow('This page gives no react');
}, 60_000);

it('skips the build when no source has changed', () => {
  const before = manifest();
  expect(build('--local')).toBe(`mf-public ${before.version} unchanged\n`);
  write('src/Search.test.tsx', '// tests are no part of it');
  expect(build('--local')).toContain('unchanged');
  write('src/Search.tsx', `${sources['src/Search.tsx']} // changed`);
  expect(build('--local')).toContain('built in');
  expect(manifest().version).not.toBe(before.version);
  // webpack took most modules from its cache.
  expect(manifest().files['calls.json']).toEqual(before.files['calls.json']);
}, 180_000);

it.each([
  [
    'a path without a lazy screen',
    'src/routes.tsx',
    sources['src/routes.tsx'].replace("'*': lazyScreen", "'*': eagerScreen"),
    'module.ts declares *, but src/routes.tsx has no lazyScreen(() => import(…)) for it',
  ],
  [
    "another module's name",
    'module.ts',
    sources['module.ts'].replace("name: 'mf-public'", "name: 'mf-account'"),
    'mf-public: module.ts calls itself mf-account',
  ],
  [
    'a module without an owner',
    'module.ts',
    sources['module.ts'].replace("owner: '@portal/public', ", ''),
    "mf-public: module.ts must name its owner, as '@portal/jobs'",
  ],
  [
    'an objective in percent',
    'module.ts',
    sources['module.ts'].replace('availability: 0.99', 'availability: 99'),
    'mf-public: module.ts must name its objective: availability is a share',
  ],
  ['a source that does not parse', 'src/Search.tsx', 'export const =', 'Search.tsx'],
])(
  'explains the problem with %s',
  (_, file, content, words) => {
    write(file, content);
    let message = '';
    try {
      build('--version', '9.9.9', '--out', join(folder, 'elsewhere'));
    } catch (error) {
      message = String((error as { stderr: unknown }).stderr);
    }
    write(file, sources[file as keyof typeof sources]);
    expect(message).toMatch(/^portal-build: /);
    expect(message).toContain(words);
  },
  180_000,
);
