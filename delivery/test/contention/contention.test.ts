import { resolve } from 'node:path';
import { remotesIn } from '../../../shared/webpack/src/remotes.mjs';
import { contendAtOnce, killPublishers } from './run';

const MODULES = remotesIn(resolve(__dirname, '../../..'));

it('loses nothing with twenty publishers and ten activations in four processes over two hosts, and the history is complete', async () => {
  const { asked, taken, versions, problems } = await contendAtOnce(MODULES);
  expect(problems).toEqual([]);
  expect(asked).toEqual({ publish: 20, activate: 10 });
  // Of two concurrent changes of a module at most one is rejected.
  expect(taken).toBeGreaterThanOrEqual(MODULES.length);
  expect(versions).toEqual(Object.fromEntries(MODULES.map((name) => [name, ['1.0.0', '1.1.0', '1.2.0', '2.0.0', '2.1.0']])));
}, 120_000);

// `npm run lab -- publish` runs it fifty times.
it('leaves nothing half-published and does not block others when a publisher is killed at any moment', async () => {
  const { told, problems } = await killPublishers(5, Math.random);
  expect(problems).toEqual([]);
  expect(told).toBeGreaterThanOrEqual(5);
}, 180_000);
