import { demo, demoJobs } from './demo';
import type { SeedJob } from './jobs';
import { seedId } from './random';
import { type Connection, insert } from './rows';

const DAY = 86_400_000;

/** The demo guard's shift that was credited $12 less than its record shows. */
export const underpaidShiftId = (jobs: readonly SeedJob[]): string => jobs[demoJobs.over]?.shifts[1]?.id ?? '';

/** A paid withdrawal, older payouts, and an underpaid shift. Call it after `seedDemoLife`. */
export async function seedEarnings(connection: Connection, jobs: readonly SeedJob[], now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY).toISOString();
  const withdrawal = seedId('withdrawal', 0);
  await insert(connection, 'withdrawals', [
    {
      id: withdrawal,
      guard_id: demo.id,
      amount: '600.00',
      status: 'paid',
      created_at: ago(9.9),
      processed_at: ago(9.4),
      closed_at: ago(9),
    },
  ]);
  await connection.query('update transactions set withdrawal_id = $1 where id = $2', [withdrawal, seedId('transaction', 0)]);
  const deposits = [100, 180, 260].map((days, number) => ({
    id: seedId('deposit', number),
    guard_id: demo.id,
    kind: 'bank-deposit',
    amount: '1000.00',
    created_at: ago(days),
  }));
  await insert(connection, 'transactions', deposits);
  await connection.query(
    `update transactions t set amount = t.amount - 12 from assignments a where a.id = t.assignment_id and a.guard_id = $1 and a.shift_id = $2`,
    [demo.id, underpaidShiftId(jobs)],
  );
  // `seedRatings` adds the demo guard's ratings.
  await connection.query('delete from ratings where guard_id = $1 and job_id = $2', [demo.id, jobs[demoJobs.steady]?.job.id]);
}
