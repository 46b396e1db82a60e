import { typedTable } from '../../platform/database/typed-table';
import { type AssignedShift, type WorkedRow, workedRow, workedShift } from './work-shift.repository';

/** The alias of `held_assignments` in these queries. */
const ever = typedTable('assignments', 'a');

/** The guard's assignment to a shift, also if they lost it; null when it is another guard's or of another job. */
export const everWorkedShift = (guardId: string, jobId: string, shiftId: string): Promise<AssignedShift | null> =>
  workedShift(guardId, jobId, shiftId, ever);

/** Like `workedRow`, also for a shift that the guard lost. */
export const everWorkedRow = (guardId: string, shiftId: string, now: string): Promise<WorkedRow | null> =>
  workedRow(guardId, shiftId, now, ever);
