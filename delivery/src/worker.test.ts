import { commandLine } from './commandLine';
import { readRegistry } from './desk';
import { deploy, newDesk, order } from './fixtures';
import { Unasked } from './gate';
import { openRegistry } from './signing';
import { switchWorker } from './worker';

const { portal, begin, said } = commandLine({ '/search-job': 'Search' });
const reason = 'phones show a blank page';

it('is a signed revision with author and reason, until the worker is enabled again', async () => {
  const desk = await begin();
  expect(await portal('kill-worker', '--reason', reason, '--by', 'ana')).toBe(0);
  expect(said()).toBe('switch worker on -> off\nrevision 4 is live\n');
  const { registry } = openRegistry((await desk.store.registry()) ?? '', desk.ops.publicKey);
  expect(registry).toMatchObject({ revision: 4, workerOff: { by: 'ana', why: reason }, modules: { 'mf-jobs': { version: '1.1.0' } } });
  expect((await desk.store.history()).at(-1)).toMatchObject({
    by: 'ana',
    why: reason,
    changes: [{ name: 'worker', from: 'on', to: 'off' }],
  });
  await portal('status');
  expect(said()).toMatch(/^revision 4, .*\nno service worker since .* by ana: phones show a\n? +blank page\n/);
  expect(await portal('history', 'worker')).toBe(0);
  expect(said()).toContain('switch worker on -> off');

  expect(await portal('keep-worker', '--by', 'ben')).toBe(0);
  expect((await readRegistry(desk)).registry).not.toHaveProperty('workerOff');
  await portal('keep-worker');
  expect(said()).toBe('active already, nothing changed\n');
});

it('requires a reason and an active set', async () => {
  expect(await portal('kill-worker', '--reason', reason)).toBe(1);
  expect(said()).toBe('portal: nothing is active yet\n');
  await begin();
  expect(await portal('kill-worker')).toBe(1);
  expect(said()).toBe('portal: say why: --reason "…"\n');
});

it('disables the worker while the API is down, too, also through a release', async () => {
  const desk = newDesk();
  await deploy(desk, { name: 'shell' });
  await switchWorker({ ...desk, served: new Unasked('it is away') }, 'off', order);
  const outcome = await deploy(desk, { name: 'mf-jobs', routes: { '/search-job': 'Search' } });
  expect(outcome?.registry).toMatchObject({ revision: 3, workerOff: { by: order.by } });
});
