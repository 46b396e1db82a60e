import type { Output } from '@portal/contracts/_kernel/endpoint';
import type { profileSummary } from '@portal/contracts/guards/guards.endpoints';
import * as earnings from '../earnings/earnings.service';
import { hoursWorked } from '../shifts/shifts.service';
import { averageRating } from './ratings.service';

/** The totals on top of the profile: exact decimals in dollars and hours. */
export async function summary(guardId: string): Promise<Output<typeof profileSummary>> {
  const [{ totalEarning, eWallet }, hours, rating] = await Promise.all([
    earnings.totals(guardId),
    hoursWorked(guardId),
    averageRating(guardId),
  ]);
  return { totalEarning, eWallet, hoursWorked: hours, rating };
}
