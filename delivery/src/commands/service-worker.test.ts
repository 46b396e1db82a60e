import { commandLine } from '../../test/command-line';
import { deploy, info, newContext } from '../../test/fixtures';
import { ApiUnknown } from '../gate/gate';
import { verifyRegistry } from '../registry/signatures';
import { readRegistry } from '../registry/update-registry';
import { setServiceWorker } from './service-worker';

const { portal, begin, said } = commandLine({ '/search-job': 'Search' });
const reason = 'phones show a blank page';

it('is a signed revision with author and reason, until the worker is enabled again', async () => {
  const context = await begin();
  expect(await portal('kill-worker', '--reason', reason, '--by', 'ana')).toBe(0);
  expect(said()).toBe('switch worker on -> off\nrevision 4 is live\n');
  const { registry } = verifyRegistry((await context.store.registry()) ?? '', context.ops.publicKey);
  expect(registry).toMatchObject({ revision: 4, workerOff: { by: 'ana', why: reason }, modules: { 'mf-jobs': { version: '1.1.0' } } });
  expect((await context.store.history()).at(-1)).toMatchObject({
    by: 'ana',
    why: reason,
    changes: [{ name: 'worker', from: 'on', to: 'off' }],
  });
  await portal('status');
  expect(said()).toMatch(/^revision 4, .*\nno service worker since .* by ana: phones show a\n? +blank page\n/);
  expect(await portal('history', 'worker')).toBe(0);
  expect(said()).toContain('switch worker on -> off');

  expect(await portal('keep-worker', '--by', 'ben')).toBe(0);
  expect((await readRegistry(context)).registry).not.toHaveProperty('workerOff');
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
  const context = newContext();
  await deploy(context, { name: 'shell' });
  await setServiceWorker({ ...context, served: new ApiUnknown('it is away') }, 'off', info);
  const outcome = await deploy(context, { name: 'mf-jobs', routes: { '/search-job': 'Search' } });
  expect(outcome?.registry).toMatchObject({ revision: 3, workerOff: { by: info.by } });
});
