import type { Input } from '@portal/contracts/_kernel/endpoint';
import type { makePast } from '@portal/contracts/rehearsal/rehearsal.staff';
import { nowText } from '../../platform/clock';
import { currentServices } from '../../platform/context';
import { transaction } from '../../platform/database/db';
import { sqlState } from '../../platform/database/errors';
import { lock } from '../../platform/database/locks';
import { fail } from '../../platform/http/errors';
import * as rows from './test-support.repository';

/** SQL states for an amount that is not above zero, and for one out of range. */
const unpayable: ReadonlySet<string> = new Set(['23514', '22003']);

const nobody = () => fail(404, 'There is no such guard of a test with such a job of a test.');

/** See `makePast` in the contract. */
export const backdateShifts = ({ guard, jobId, shortBy = '0', licenceDays }: Input<typeof makePast>): Promise<{ shifts: number }> =>
  transaction(async () => {
    const now = nowText();
    const guardId = (await rows.guardOfTest(guard, jobId)) ?? nobody();
    await lock({ job: jobId, guard: guardId });
    const shifts = await rows.endShifts(guardId, jobId, now);
    if (shifts === 0) nobody();
    for (const id of await rows.assignmentsOf(guardId, jobId)) await currentServices().hooks.followShift(id, { type: 'close', at: now });
    await rows.pay(guardId, jobId, shortBy).catch((error: unknown) => {
      if (unpayable.has(sqlState(error) ?? '')) fail(400, 'The latest shift cannot be short by that much.');
      throw error;
    });
    await rows.rate(guardId, jobId);
    if (licenceDays !== undefined) await rows.endLicence(guardId, licenceDays, now);
    return { shifts };
  });

/** See `expireConfirmations` in the contract. */
export async function expire(guard: string): Promise<{ expired: number }> {
  const expired = await rows.expireConfirmations(guard);
  return expired > 0 ? { expired } : nobody();
}

/** The mailbox of one address or number, newest first. */
export const { mailsTo } = rows;
