import { registryModule, registryOf } from '@portal/testing/registry';
import { createRegistry } from '../../registry/moduleRegistry';
import { createSources, installScriptPolicy, thirdPartyScriptOrigins } from './scriptPolicy';

const file = '/modules/mf-jobs/1.0.0/search.js';
const registry = () => createRegistry(registryOf({ 'mf-jobs': registryModule('mf-jobs', '1.0.0') }), { [file]: 'sha384-abc' });

it('returns the listed hash of a file, with and without the number of a retry', () => {
  const sources = createSources(registry());
  expect(sources.integrityOf(file)).toBe('sha384-abc');
  expect(sources.integrityOf(`${file}?try=2`)).toBe('sha384-abc');
});

it.each(['/modules/mf-jobs/1.0.0/other.js', 'https://elsewhere.example.com/modules/mf-jobs/1.0.0/search.js', 'data:text/javascript,1'])(
  'throws for the unlisted URL %s',
  (url) => expect(() => createSources(registry()).integrityOf(url)).toThrow(/Not in the registry/),
);

it('changes only the URLs of the version that is retried', () => {
  const sources = createSources(registry());
  sources.retryWithNewUrls('/modules/mf-jobs/1.0.0/');
  expect(sources.retryUrl(file)).toBe(`${file}?try=1`);
  expect(sources.retryUrl('/modules/mf-jobs/1.1.0/search.js')).toBe('/modules/mf-jobs/1.1.0/search.js');
});

it('applies only newer revisions', () => {
  const live = registry();
  const changed: string[][] = [];
  live.onChange((names) => changed.push(names));
  expect(live.apply(registryOf({ 'mf-jobs': registryModule('mf-jobs', '1.1.0') }, 3))).toBe(true);
  expect(live.apply(registryOf({ 'mf-jobs': registryModule('mf-jobs', '1.0.0') }, 2))).toBe(false);
  expect(changed).toEqual([['mf-jobs']]);
  expect(live.current().modules['mf-jobs']?.version).toBe('1.1.0');
});

describe('the Trusted Types policy', () => {
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

  it('accepts listed files and the worker, and no origin that is not configured', () => {
    const set = sink({ mapsKey: null, firebase: null });
    expect(set(file)).toBe(file);
    expect(set('/worker.js')).toBe('/worker.js');
    for (const url of [maps, provider, '/worker.js?v=2', 'https://example.com/worker.js'])
      expect(() => set(url)).toThrow(/Not in the registry/);
  });

  it.each([
    ['map', { mapsKey: 'a', firebase: null }, maps, provider],
    ['sign-in provider', { mapsKey: null, firebase }, provider, maps],
  ])('accepts the scripts of the configured %s only', (_what, config, own, other) => {
    const set = sink(config);
    expect(set(own)).toBe(own);
    for (const url of [other, 'https://apis.google.com.example.com/js/api.js']) expect(() => set(url)).toThrow(/Not in the registry/);
  });

  it('accepts no script of a provider that only sends push messages', () => {
    expect(() => sink({ mapsKey: null, firebase: { ...firebase, providers: [] } })(provider)).toThrow(/Not in the registry/);
  });
});
