import { registryModule, registryOf } from '@portal/testing/registry';
import { createRegistry } from '../../registry/moduleRegistry';
import { createSources, installScriptPolicy, thirdPartyScriptOrigins } from './scriptPolicy';

const file = '/modules/mf-jobs/1.0.0/search.js';
const registry = () => createRegistry(registryOf({ 'mf-jobs': registryModule('mf-jobs', '1.0.0') }), { [file]: 'sha384-abc' });

it('gives the listed hash of a file of this origin, under any try', () => {
  const sources = createSources(registry());
  expect(sources.integrityOf(file)).toBe('sha384-abc');
  expect(sources.integrityOf(`${file}?try=2`)).toBe('sha384-abc');
});

it.each(['/modules/mf-jobs/1.0.0/other.js', 'https://elsewhere.example.com/modules/mf-jobs/1.0.0/search.js', 'data:text/javascript,1'])(
  'refuses %s',
  (url) => expect(() => createSources(registry()).integrityOf(url)).toThrow(/Not in the registry/),
);

it('asks for a version anew under another URL, and for that version only', () => {
  const sources = createSources(registry());
  sources.retryWithNewUrls('/modules/mf-jobs/1.0.0/');
  expect(sources.retryUrl(file)).toBe(`${file}?try=1`);
  expect(sources.retryUrl('/modules/mf-jobs/1.1.0/search.js')).toBe('/modules/mf-jobs/1.1.0/search.js');
});

it('takes newer revisions only', () => {
  const live = registry();
  const changed: string[][] = [];
  live.onChange((names) => changed.push(names));
  expect(live.apply(registryOf({ 'mf-jobs': registryModule('mf-jobs', '1.1.0') }, 3))).toBe(true);
  expect(live.apply(registryOf({ 'mf-jobs': registryModule('mf-jobs', '1.0.0') }, 2))).toBe(false);
  expect(changed).toEqual([['mf-jobs']]);
  expect(live.current().modules['mf-jobs']?.version).toBe('1.1.0');
});

describe('the script sinks of the page', () => {
  const firebase = {
    apiKey: 'k',
    authDomain: 'a.example.com',
    projectId: 'p',
    appId: 'i',
    messagingSenderId: 's',
    providers: ['google' as const],
  };
  const page = globalThis as { trustedTypes?: unknown };
  afterEach(() => delete page.trustedTypes);

  function sink(config: Parameters<typeof thirdPartyScriptOrigins>[0]): (url: string) => string {
    const policies: Record<string, { createScriptURL(url: string): string }> = {};
    page.trustedTypes = { createPolicy: (name: string, rules: (typeof policies)[string]) => Object.assign(policies, { [name]: rules }) };
    installScriptPolicy(createSources(registry()), thirdPartyScriptOrigins(config));
    return (url) => String(policies.default?.createScriptURL(url));
  }

  const maps = 'https://maps.googleapis.com/maps/api/js?key=a';
  const provider = 'https://apis.google.com/js/api.js?onload=b';

  it('take listed files, and nothing foreign where nothing is configured', () => {
    const set = sink({ mapsKey: null, firebase: null });
    expect(set(file)).toBe(file);
    expect(set('/worker.js')).toBe('/worker.js');
    for (const url of [maps, provider, '/worker.js?v=2', 'https://example.com/worker.js'])
      expect(() => set(url)).toThrow(/Not in the registry/);
  });

  it.each([
    ['a map', { mapsKey: 'a', firebase: null }, maps, provider],
    ['a sign-in provider', { mapsKey: null, firebase }, provider, maps],
  ])("take the scripts of %s that is configured, and nobody else's", (_what, config, own, other) => {
    const set = sink(config);
    expect(set(own)).toBe(own);
    for (const url of [other, 'https://apis.google.com.example.com/js/api.js']) expect(() => set(url)).toThrow(/Not in the registry/);
  });

  it('take no script of a provider for push messages alone', () => {
    expect(() => sink({ mapsKey: null, firebase: { ...firebase, providers: [] } })(provider)).toThrow(/Not in the registry/);
  });
});
