import { registryModule, registryOf } from '@portal/testing/registry';
import { createRegistry } from './registry';
import { createSources } from './sources';

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
  sources.anotherTry('/modules/mf-jobs/1.0.0/');
  expect(sources.tryUrl(file)).toBe(`${file}?try=1`);
  expect(sources.tryUrl('/modules/mf-jobs/1.1.0/search.js')).toBe('/modules/mf-jobs/1.1.0/search.js');
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
