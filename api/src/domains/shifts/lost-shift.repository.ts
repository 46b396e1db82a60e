import { typedTable } from '../../platform/database/typed-table';
import { type AssignedShift, workedShift } from './work-shift.repository';

/** The alias of `held_assignments` in these queries. */
const ever = typedTable('assignments', 'a');

/** The guard's assignment to a shift, also to one that they lost; null when it is another guard's or of another job. */
export const everWorkedShift = (guardId: string, jobId: string, shiftId: string): Promise<AssignedShift | null> =>
  workedShift(guardId, jobId, shiftId, ever);
