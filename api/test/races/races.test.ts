import { setTimeout as pause } from 'node:timers/promises';
import { endpoint } from '@portal/contracts/_kernel/endpoint';
import { anything, nothing } from '@portal/contracts/_kernel/shapes';
import { sql } from 'kysely';
import { db } from '../../src/platform/database/db';
import { fail } from '../../src/platform/http/errors';
import { bind } from '../../src/platform/http/routes';
import { everyRoute } from '../fuzz/fuzz';
import { type FuzzApi, startFuzzApi } from '../fuzz/fuzz-api';
import { racePairs } from './races';

/** Resolves when a second call has arrived, on a machine of any speed; a lone call continues after 2 seconds. */
let first: (() => void) | null = null;
async function met(): Promise<void> {
  if (first) return first();
  await Promise.race([new Promise<void>((come) => (first = come)), pause(2_000)]);
  first = null;
}

/** Wrong on purpose: it reads the wallet, waits until a second call has read it, and withdraws, without a lock. */
const grab = endpoint({ id: 'test.grab', method: 'EVENT', path: 'grab', auth: 'approved', input: nothing(), output: anything() });
const grabbed = bind(grab, async ({ id }) => {
  const { rows } = await sql<{
    left: string | null;
  }>`select sum(case kind when 'credit' then amount else -amount end) as left from transactions where guard_id = ${id}`.execute(db());
  if (!(Number(rows[0]?.left) > 0)) return fail(409, 'Nothing is left.');
  await met();
  await sql`insert into transactions (guard_id, kind, amount, created_at) values (${id}, 'debit', ${rows[0]?.left}, now())`.execute(db());
  return {};
});

let ground: FuzzApi;
beforeAll(async () => {
  ground = await startFuzzApi([grabbed]);
}, 300_000);
afterAll(() => ground.stop());

it('detects that a write without a lock withdraws the same money twice', async () => {
  const { violations } = await racePairs(ground, [grabbed], { times: 2 });
  expect([...new Set(violations.map(({ pair, says }) => `${pair}, ${says.split(':')[0]}`))]).toEqual([
    'test.grab with test.grab, a wallet below zero',
  ]);
}, 300_000);

it('concurrent writes on one guard or job break no invariant: the scene of the day, every pair once', async () => {
  const scene = Math.floor(Date.now() / 86_400_000) % ground.world.mine.length;
  process.stdout.write(`Races of scene ${scene}; again: npm run lab -- races --scenes ${scene}\n`);
  const { violations, races: run } = await racePairs(ground, everyRoute(), { times: 1, scenes: [scene] });
  expect(violations).toEqual([]);
  expect(run).toBeGreaterThan(20);
}, 900_000);
