import { canariesFor, withCanaries } from '@portal/mf-kit/canary';
import { canary } from './canary';
import { readRegistry } from './desk';
import { deploy, fakeBuild, newDesk, order } from './fixtures';
import { publish } from './publish';
import { candidateOf, loadKey, openCandidate } from './signing';
import { stage } from './stage';

const jobs = (version: string, more = {}) => ({ name: 'mf-jobs', version, routes: { '/search-job': 'Search' }, script: version, ...more });
const next = [{ name: 'mf-jobs', version: '1.1.0' }];

async function begin(more = {}) {
  const desk = newDesk();
  await deploy(desk, { name: 'shell' }, jobs('1.0.0'));
  await publish(desk.store, fakeBuild(jobs('1.1.0', more)), {});
  return desk;
}

it('is a complete signed set apart from the active set, which stays unchanged', async () => {
  const desk = await begin();
  const before = await desk.store.registry();
  const { id, until } = await stage(desk, next, order, 72);
  const { registry } = openCandidate((await desk.store.candidate(id)) ?? '', desk.ops.publicKey);
  expect(registry).toMatchObject({ candidate: { until }, shell: { version: '1.0.0' }, modules: { 'mf-jobs': { version: '1.1.0' } } });
  expect(until).toBe('2026-05-04T12:00:00.000Z');
  expect(await desk.store.registry()).toBe(before);
  expect(await desk.store.history()).toHaveLength(1);
  expect((await readRegistry(desk)).registry?.modules['mf-jobs']?.version).toBe('1.0.0');
});

it('shows all visitors of its link the same set, independent of canaries', async () => {
  const desk = await begin();
  await deploy(desk, { name: 'mf-account', routes: { '/setting': 'Settings' } });
  await publish(desk.store, fakeBuild({ name: 'mf-account', version: '1.1.0', routes: { '/setting': 'Settings' } }), {});
  await canary(desk, { name: 'mf-account', version: '1.1.0' }, 99, order);
  const { id } = await stage(desk, next, order, 72);
  const { registry } = openCandidate((await desk.store.candidate(id)) ?? '', desk.ops.publicKey);
  const sets = Array.from({ length: 100 }, (_, draw) => withCanaries(registry, canariesFor(registry, draw)));
  expect(new Set(sets.map(({ modules }) => modules['mf-account']?.version))).toEqual(new Set(['1.0.0']));
  expect(registry.modules['mf-account']).toMatchObject({ version: '1.0.0', canary: null });
  expect((await readRegistry(desk)).registry?.modules['mf-account']?.canary?.version).toBe('1.1.0');
});

it('has a link that only ops can create', async () => {
  const desk = await begin();
  const { id, token } = await stage(desk, next, order, 72);
  const { publicKey } = desk.ops;
  expect(candidateOf(token, publicKey)).toBe(id);
  expect(candidateOf(token, loadKey((await begin()).data, 'ops').publicKey)).toBeNull();
  const other = `${id.startsWith('0') ? '1' : '0'}${token.slice(1)}`;
  for (const forged of [other, id, `${id}.`, `${token}x`, '']) expect(candidateOf(forged, publicKey)).toBeNull();
});

it.each([
  ['a set that the gate rejects', next, { portal: 2 }, 72, 'needs portal context 2'],
  ['a version that is not published', [{ name: 'mf-jobs', version: '9.9.9' }], {}, 72, 'mf-jobs 9.9.9 is not published'],
  ['a time without end', next, {}, 1000, '--hours is above 0 and at most 720'],
])('rejects %s', async (_, requests, change, hours, words) => {
  await expect(stage(await begin(change), requests, order, hours)).rejects.toThrow(words);
});
