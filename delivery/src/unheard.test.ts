import { deploy, fakeBuild, newDesk } from './fixtures';
import { activate } from './operate';
import { publish } from './publish';

const order = { by: 'ana', why: 'a test', force: false };

it('accepts an unknown module, and lists modules that are published and not active', async () => {
  const desk = newDesk();
  await publish(desk.store, fakeBuild({ name: 'mf-training', routes: { '/guard/training': 'Training' } }), {});
  const first = await deploy(desk, { name: 'shell' }, { name: 'mf-jobs', routes: { '/search-job': 'Search' } });
  expect(first?.warnings).toEqual(['not active, their paths answer not-found: mf-training']);
  const second = await activate(desk, [{ name: 'mf-training', version: '1.0.0' }], order);
  expect(second?.warnings).toEqual([]);
  expect(second?.registry.modules['mf-training']).toMatchObject({ version: '1.0.0' });
});
