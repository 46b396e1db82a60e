import { PORTAL_VERSION } from '@portal/mf-kit/portal';
import { registryModule, registryOf } from '@portal/testing/registry';
import { screen } from '@testing-library/dom';
import { createRegistry } from '../../registry/moduleRegistry';
import { createSources } from '../loading/scriptPolicy';
import { applyOverrides } from './override';

const FROM = 'http://localhost:4103/';
const route = { access: 'guard', chrome: 'guard', title: 'A page' } as const;
const published = registryOf({
  'mf-jobs': registryModule('mf-jobs', '1.0.0', { '/search-job': route }),
  'mf-public': registryModule('mf-public', '1.0.0', { '/faq': route }),
});
const build = {
  name: 'mf-jobs',
  version: '1.1.0',
  container: 'mf_jobs_1_1_0',
  entry: 'remoteEntry.js',
  routes: { '/search-job': route, '/new': route },
  portal: PORTAL_VERSION,
  shared: {},
  files: { 'remoteEntry.js': { integrity: 'sha384-entry', size: 1 } },
};
const one = { module: 'mf-jobs', from: FROM };
const createPageRegistry = () => createRegistry(published, { '/modules/shell/1.0.0/shell.js': 'sha384-shell' });

const requested: string[] = [];
function serve(answer: () => Promise<Response> | Response) {
  globalThis.fetch = (async (url: string) => {
    requested.push(url);
    return answer();
  }) as unknown as typeof fetch;
}
const text =
  (body: string, status = 200) =>
  () =>
    ({ ok: status === 200, status, arrayBuffer: async () => new TextEncoder().encode(body).buffer }) as unknown as Response;
const json = (value: unknown) => text(JSON.stringify(value));
const badge = () => screen.getByRole('complementary', { name: 'Override' });

afterEach(() => {
  document.body.replaceChildren();
  requested.length = 0;
});

it('keeps the build with its hashes over later revisions, which update the other modules', async () => {
  serve(json(build));
  const registry = createPageRegistry();
  await applyOverrides(registry, [one]);
  expect(requested).toEqual([`${FROM}module.json`]);
  const sources = createSources(registry);
  expect(registry.current().modules['mf-jobs']).toMatchObject({ version: '1.1.0', from: FROM, lastGood: null, routes: build.routes });
  expect(sources.integrityOf(`${FROM}remoteEntry.js`)).toBe('sha384-entry');
  expect(() => sources.integrityOf(`${FROM}other.js`)).toThrow('Not in the registry');
  expect(() => sources.integrityOf('http://localhost:4104/remoteEntry.js')).toThrow('Not in the registry');

  const changed: string[][] = [];
  registry.onChange((names) => changed.push(names));
  const next = { ...published.modules, 'mf-jobs': registryModule('mf-jobs', '2.0.0'), 'mf-public': registryModule('mf-public', '2.0.0') };
  registry.apply(registryOf(next, 2));
  expect(changed).toEqual([['mf-public']]);
  expect(registry.current().modules['mf-jobs']?.version).toBe('1.1.0');
});

it('shows the module and the origin of its build in the badge', async () => {
  serve(json(build));
  await applyOverrides(createPageRegistry(), [one]);
  expect(badge()).toHaveTextContent(`mf-jobs from ${FROM}`);
});

it.each<[string, () => Promise<Response> | Response, RegExp]>([
  ['no server replies', () => Promise.reject(new TypeError('Failed to fetch')), /module\.json does not answer.*npm run serve -w mf-jobs/],
  ['there is no module.json', text('', 404), /module\.json answered 404: .*npm run serve -w mf-jobs/],
  ['the file is HTML', text('<!doctype html>'), /is no module\.json: .*npm run serve -w mf-jobs/],
  ['the manifest is incomplete', json({ name: 'mf-jobs' }), /is no module\.json/],
  ['the build is another module', json({ ...build, name: 'mf-account' }), /serves mf-account: ask for \?module=mf-account@http/],
  ['the build needs another shell', json({ ...build, portal: 99 }), /needs portal context 99.*build it from the sources/],
  [
    'the build needs another library',
    json({ ...build, shared: { react: '^99.0.0' } }),
    /needs react \^99\.0\.0.*build it from the sources/,
  ],
  ['the build declares a path of another module', json({ ...build, routes: { '/faq': route } }), /mf-public has the path \/faq already/],
])('runs the published version and shows one instruction when %s', async (_what, answer, words) => {
  serve(answer);
  const registry = createPageRegistry();
  await applyOverrides(registry, [one]);
  expect(badge().querySelectorAll('p')).toHaveLength(1);
  expect(badge()).toHaveTextContent(words);
  expect(badge()).toHaveTextContent(/^mf-jobs runs as published\. .*, then load this page anew\./);
  expect(registry.current().modules).toEqual(published.modules);
});

it('applies the other overrides when one build cannot be used', async () => {
  serve(json(build));
  const registry = createPageRegistry();
  await applyOverrides(registry, [one, { module: 'mf-public', from: 'http://localhost:4104/' }]);
  expect(Object.values(registry.current().modules).map(({ version }) => version)).toEqual(['1.1.0', '1.0.0']);
  expect(badge()).toHaveTextContent(/mf-jobs from .*mf-public runs as published\. http:\/\/localhost:4104\/ serves mf-jobs/);
});

it('ends by a request for the page that is open', async () => {
  serve(json(build));
  await applyOverrides(createPageRegistry(), [one]);
  const end = screen.getByRole<HTMLButtonElement>('button', { name: 'End override' });
  const { method, action } = end.form as HTMLFormElement;
  expect([method, action, end.name, end.value]).toEqual(['get', window.location.href, 'module', 'off']);
});
