import { maskBankNumbers } from '@portal/contracts/guards/guards.bank';
import { sealBank } from '../src/domains/bank/bank.service';
import { demo, demoJobs } from './demo';
import type { SeedJob } from './jobs';
import { seedId } from './random';
import { bytea, type Connection, insert } from './rows';

const HOUR = 3_600_000;
const bank = { accHolderName: 'Daniel Okafor', bankAccountNumber: '704218365', bankInstitution: '004', bankTransitNumber: '10202' };

/** Leave requested, granted and refused, on shifts to come. */
function leaves(jobs: readonly SeedJob[], ago: (hours: number) => string) {
  const shift = (job: number, place: number) => jobs[job]?.shifts[place]?.id ?? '';
  const leave = (shiftId: string, leave_title: number, status: number, leave_description: string | null) => ({
    id: seedId('leave', shiftId),
    guard_id: demo.id,
    shift_id: shiftId,
    leave_title,
    leave_description,
    status,
    created_at: ago(30),
    decided_at: status === 0 ? null : ago(20),
  });
  return [
    leave(shift(demoJobs.tomorrow, 3), 1, 0, null),
    leave(shift(demoJobs.nextWeek, 1), 3, 1, 'My sister is getting married that evening.'),
    leave(shift(demoJobs.tomorrow, 1), 2, 2, null),
  ];
}

function notifications(jobs: readonly SeedJob[], ago: (hours: number) => string) {
  const title = (job: number) => jobs[job]?.job.title ?? '';
  const told: [hours: number, title: string, description: string][] = [
    [3, 'Shift started', `${title(demoJobs.running)}: your shift has begun. Stay safe.`],
    [20, 'Leave approved', `${title(demoJobs.nextWeek)}: your leave was approved.`],
    [20, 'Leave refused', `${title(demoJobs.tomorrow)}: no one can cover your second shift.`],
    [44, 'Job cancelled', `${title(demoJobs.cancelled)}: the customer cancelled the job.`],
    [70, 'You were awarded a job', `${title(demoJobs.tomorrow)}: 5 shifts are yours.`],
    [71, 'You were awarded a job', `${title(demoJobs.nextWeek)}: 3 shifts are yours.`],
    [72, 'New jobs near you', 'Four new jobs were posted within 25 km of your address.'],
    ...demoJobs.closed
      .slice(0, 7)
      .map((job, place): [number, string, string] => [190 + place * 144, 'You were paid', `${title(job)}: your earnings were credited.`]),
    [2200, 'Welcome', 'Your account was approved. Search for jobs and apply.'],
  ];
  return told.map(([hours, heading, description], number) => ({
    id: seedId('notification', number),
    guard_id: demo.id,
    title: heading,
    description,
    created_at: ago(hours),
    read_at: hours > 24 ? ago(hours - 2) : null,
  }));
}

async function seedBank(connection: Connection, now: Date): Promise<void> {
  const shown = maskBankNumbers(bank);
  await connection.query(
    'update guards set acc_holder_name = $2, bank_account_number = $3, bank_institution = $4, bank_transit_number = $5, want_topay = 2 where id = $1',
    [demo.id, shown.accHolderName, shown.bankAccountNumber, shown.bankInstitution, shown.bankTransitNumber],
  );
  const { keyId, sealed } = sealBank(demo.id, bank);
  await insert(connection, 'bank_details', [{ guard_id: demo.id, key_id: keyId, sealed: bytea(sealed), changed_at: now.toISOString() }]);
}

/** The demo guard's history and plans: leave, payouts, notifications. */
export async function seedDemoLife(connection: Connection, jobs: readonly SeedJob[], now: Date): Promise<void> {
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR).toISOString();
  const asked = leaves(jobs, ago);
  await insert(connection, 'leaves', asked);
  await connection.query(
    `update assignments a set state = case l.status when 0 then 'leave-requested' when 1 then 'on-leave' else 'awarded' end
     from leaves l where l.guard_id = a.guard_id and l.shift_id = a.shift_id`,
  );
  await seedBank(connection, now);
  const moved = (number: number, hours: number, kind: string, amount: string) => ({
    id: seedId('transaction', number),
    guard_id: demo.id,
    kind,
    amount,
    created_at: ago(hours),
  });
  await insert(connection, 'transactions', [
    moved(0, 24 * 9, 'withdrawn', '600.00'),
    moved(1, 24 * 26, 'withdrawn', '450.00'),
    moved(2, 24 * 33, 'debit', '25.00'),
    moved(3, 24 * 40, 'bank-deposit', '300.00'),
  ]);
  await insert(connection, 'notifications', notifications(jobs, ago));
}
