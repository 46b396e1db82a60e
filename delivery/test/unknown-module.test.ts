import { activate } from '../src/commands/activate';
import { publish } from '../src/commands/publish';
import { deploy, fakeBuild, newContext } from './fixtures';

const info = { by: 'ana', why: 'a test', force: false };

it('accepts an unknown module, and lists modules that are published and not active', async () => {
  const context = newContext();
  await publish(context, fakeBuild({ name: 'mf-training', routes: { '/guard/training': 'Training' } }), {});
  const first = await deploy(context, { name: 'shell' }, { name: 'mf-jobs', routes: { '/search-job': 'Search' } });
  expect(first?.warnings).toEqual(['not active, their paths answer not-found: mf-training']);
  const second = await activate(context, [{ name: 'mf-training', version: '1.0.0' }], info);
  expect(second?.warnings).toEqual([]);
  expect(second?.registry.modules['mf-training']).toMatchObject({ version: '1.0.0' });
});
