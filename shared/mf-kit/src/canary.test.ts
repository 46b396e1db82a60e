import { join } from 'node:path';
import { moduleVersion, registryModule, registryOf } from '@portal/testing/registry';
import { remotesIn } from '@portal/webpack/remotes';
import { canariesFor, DRAW_COUNT, isInCanary, possibleSets, readDraw, withCanaries } from './canary';
import type { RegistryModule } from './module';

const route = { access: 'guard', chrome: 'guard', title: 'Jobs' } as const;
const withCanary = (name: string, percent: number, more: Partial<NonNullable<RegistryModule['canary']>> = {}): RegistryModule => ({
  ...registryModule(name, '1.0.0', { [`/${name}`]: route }),
  canary: { ...moduleVersion(name, '1.5.0'), percent, by: 'ana', at: '2027-03-14T15:00:00Z', why: 'a try', ...more },
});
const all = Array.from({ length: DRAW_COUNT }, (_, draw) => draw);

it.each([0.5, 1, 5, 50, 100])('is run by %s percent of all devices', (percent) => {
  expect(all.filter((draw) => isInCanary('mf-jobs', percent, draw))).toHaveLength((percent / 100) * DRAW_COUNT);
});

it('stays with its devices when the percentage grows', () => {
  const few = all.filter((draw) => isInCanary('mf-jobs', 5, draw));
  expect(few.every((draw) => isInCanary('mf-jobs', 20, draw))).toBe(true);
});

it('is run by other devices for each module', () => {
  const names = remotesIn(join(__dirname, '../../..'));
  const pairs = names.flatMap((one, at) => names.slice(at + 1).map((other) => [one, other] as const));
  const both = pairs.map(([one, other]) => all.filter((draw) => isInCanary(one, 20, draw) && isInCanary(other, 20, draw)).length);
  // Independent modules would share four percent.
  expect(Math.max(...both)).toBeLessThanOrEqual(DRAW_COUNT * 0.06);
});

it('replaces the active version, which becomes its fallback', () => {
  const registry = registryOf({ 'mf-jobs': withCanary('mf-jobs', 5), 'mf-account': withCanary('mf-account', 5) });
  const { modules } = withCanaries(registry, ['mf-jobs']);
  expect(modules['mf-jobs']).toMatchObject({ version: '1.5.0', container: 'mf_jobs_1_5_0', lastGood: moduleVersion('mf-jobs', '1.0.0') });
  expect(modules['mf-jobs']?.routes).toEqual({ '/mf-jobs': route });
  expect(modules['mf-account']).toBe(registry.modules['mf-account']);
});

it('keeps the last good version as the fallback of both', () => {
  const lastGood = moduleVersion('mf-jobs', '0.9.0');
  const { modules } = withCanaries(registryOf({ 'mf-jobs': { ...withCanary('mf-jobs', 5), lastGood } }), ['mf-jobs']);
  expect(modules['mf-jobs']?.lastGoodOfActive).toBe(lastGood);
});

it('adds its own routes when they differ', () => {
  const routes = { '/new': route };
  const registry = registryOf({ 'mf-jobs': withCanary('mf-jobs', 5, { routes }) });
  expect(withCanaries(registry, ['mf-jobs']).modules['mf-jobs']?.routes).toEqual(routes);
});

it('is not run by a device without a number', () => {
  const registry = registryOf({ 'mf-jobs': withCanary('mf-jobs', 100) });
  expect([canariesFor(registry, null), canariesFor(registry, 3)]).toEqual([[], ['mf-jobs']]);
});

it.each([
  ['17', 17],
  ['0', 0],
  ['10000', null],
  ['-1', null],
  ['', null],
  [null, null],
])('reads %p as the number %p', (text, draw) => {
  expect(readDraw(text)).toBe(draw);
});

it('lists every set of versions in which two modules may meet', () => {
  const registry = registryOf({ a: withCanary('a', 5), b: withCanary('b', 5), c: registryModule('c', '1.0.0') });
  const versions = possibleSets(registry).map(({ modules }) =>
    Object.values(modules)
      .map(({ version }) => version)
      .join(' '),
  );
  expect(versions).toEqual(['1.0.0 1.0.0 1.0.0', '1.5.0 1.0.0 1.0.0', '1.0.0 1.5.0 1.0.0', '1.5.0 1.5.0 1.0.0']);
  expect(possibleSets(registryOf({ a: withCanary('a', 5) }))).toHaveLength(2);
  expect(possibleSets(registryOf({ c: registryModule('c', '1.0.0') }))).toHaveLength(1);
});
