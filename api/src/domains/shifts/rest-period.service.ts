import { nowText } from '../../platform/clock';
import * as rest from './rest.repository';

export type { NearShift } from './rest.repository';

/** The guard's own shift of another job that overlaps a shift of this one or leaves less than `hours` of rest; null when there is none. */
export const nearestShift = (guardId: string, jobId: string, hours: number): Promise<rest.NearShift | null> =>
  rest.nearestOwnShift(guardId, jobId, nowText(), hours);
