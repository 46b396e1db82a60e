import { resolve } from 'node:path';
import { remotesIn } from '../../shared/webpack/src/remotes.mjs';
import { contendAtOnce, killPublishers } from './contend';

const MODULES = remotesIn(resolve(__dirname, '../..'));

it('twenty publishers and ten activations at once, in four processes over two hosts: nothing is lost, and the history is whole', async () => {
  const { asked, taken, versions, problems } = await contendAtOnce(MODULES);
  expect(problems).toEqual([]);
  expect(asked).toEqual({ publish: 20, activate: 10 });
  // Of two that want the same module at most one is told that somebody else was quicker.
  expect(taken).toBeGreaterThanOrEqual(MODULES.length);
  expect(versions).toEqual(Object.fromEntries(MODULES.map((name) => [name, ['1.0.0', '1.1.0', '1.2.0', '2.0.0', '2.1.0']])));
}, 120_000);

// Fifty times by `npm run test:faults -- publish`.
it('a publisher that is killed at any moment leaves nothing half-published and nobody waiting', async () => {
  const { told, problems } = await killPublishers(5, Math.random);
  expect(problems).toEqual([]);
  expect(told).toBeGreaterThanOrEqual(5);
}, 180_000);
