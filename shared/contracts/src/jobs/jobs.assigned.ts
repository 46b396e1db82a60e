import { type InferType, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import type { Page } from '../_kernel/envelope';
import { optionalCode, pageOf, paging } from '../_kernel/shapes';
import { string } from '../_kernel/text';

/** The lists of the guard's jobs for a ticket or an injury report. These codes differ from a job's status (REPORTISSUE-37). */
export const assignedStatuses = { current: 0, upcoming: 1, previous: 2 } as const;

/** One of the guard's jobs in a list of choices (DATA-COMM-21). */
export const assignedJobShape = object({
  jobId: object({
    id: string().required(),
    jobTitle: string().required(),
    locationId: object({ locationName: string().required() }).required(),
  }).required(),
});
export type AssignedJob = InferType<typeof assignedJobShape>;

/** Another guard API sends no total in a list without pages (API-COMM-14). */
const withTotal = <T>(data: unknown): Page<T> => {
  const page = data as Page<T>;
  return { ...page, total: page.total ?? page.docs?.length };
};

/** The jobs in which the guard has shifts, as choices (API-COMM-14): the latest 200 without paging; all lists if none is named. */
export const assignedJobs = endpoint({
  id: 'jobs.assigned',
  method: 'GET',
  path: '/job/guard/assigned',
  auth: 'approved',
  input: object({ ...paging(), jobStatus: optionalCode(Object.values(assignedStatuses)) }),
  always: ['jobStatus'], // API-COMM-14
  output: pageOf<AssignedJob>(assignedJobShape),
  read: withTotal<AssignedJob>,
});
