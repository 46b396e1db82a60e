import { canariesFor, withCanaries } from '@portal/mf-kit/canary';
import { deploy, fakeBuild, info, newContext } from '../../test/fixtures';
import { candidateOf, loadKey, verifyCandidate } from '../registry/signatures';
import { readRegistry } from '../registry/update-registry';
import { canary } from './canary';
import { publish } from './publish';
import { stage } from './stage';

const jobs = (version: string, more = {}) => ({ name: 'mf-jobs', version, routes: { '/search-job': 'Search' }, script: version, ...more });
const next = [{ name: 'mf-jobs', version: '1.1.0' }];

async function begin(more = {}) {
  const context = newContext();
  await deploy(context, { name: 'shell' }, jobs('1.0.0'));
  await publish(context, fakeBuild(jobs('1.1.0', more)), {});
  return context;
}

it('is a complete signed set apart from the active set, which stays unchanged', async () => {
  const context = await begin();
  const before = await context.store.registry();
  const { id, until } = await stage(context, next, info, 72);
  const { registry } = verifyCandidate((await context.store.candidate(id)) ?? '', context.ops.publicKey);
  expect(registry).toMatchObject({ candidate: { until }, shell: { version: '1.0.0' }, modules: { 'mf-jobs': { version: '1.1.0' } } });
  expect(until).toBe('2026-05-04T12:00:00.000Z');
  expect(await context.store.registry()).toBe(before);
  expect(await context.store.history()).toHaveLength(1);
  expect((await readRegistry(context)).registry?.modules['mf-jobs']?.version).toBe('1.0.0');
});

it('shows all visitors of its link the same set, independent of canaries', async () => {
  const context = await begin();
  await deploy(context, { name: 'mf-account', routes: { '/setting': 'Settings' } });
  await publish(context, fakeBuild({ name: 'mf-account', version: '1.1.0', routes: { '/setting': 'Settings' } }), {});
  await canary(context, { name: 'mf-account', version: '1.1.0' }, 99, info);
  const { id } = await stage(context, next, info, 72);
  const { registry } = verifyCandidate((await context.store.candidate(id)) ?? '', context.ops.publicKey);
  const sets = Array.from({ length: 100 }, (_, draw) => withCanaries(registry, canariesFor(registry, draw)));
  expect(new Set(sets.map(({ modules }) => modules['mf-account']?.version))).toEqual(new Set(['1.0.0']));
  expect(registry.modules['mf-account']).toMatchObject({ version: '1.0.0', canary: null });
  expect((await readRegistry(context)).registry?.modules['mf-account']?.canary?.version).toBe('1.1.0');
});

it('has a link that only ops can create', async () => {
  const context = await begin();
  const { id, token } = await stage(context, next, info, 72);
  const { publicKey } = context.ops;
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
  await expect(stage(await begin(change), requests, info, hours)).rejects.toThrow(words);
});
