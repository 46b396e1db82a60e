import { array, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { id, instant, nothing } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { postingMessages, reportOutcomes } from './postings.rules';

/** Open reports of postings, oldest first, at most 200. `openReports` is the number for the same job. */
export const openJobReports = endpoint({
  id: 'postings.open-reports',
  method: 'GET',
  path: '/job/reports/open',
  auth: 'staff',
  roles: ['dispatcher', 'support'],
  command: { name: 'list-job-reports', summary: 'lists open reports of postings, oldest first' },
  input: nothing(),
  output: array(
    object({
      reportId: string().required(),
      jobId: string().required(),
      jobTitle: string().required(),
      poster: string().required(),
      guard: string().required(),
      reason: string().required(),
      words: string().defined(),
      picture: string().nullable().defined(),
      reportedAt: instant().required(),
      openReports: number().required(),
    }),
  ).required(),
});

/**
 * Closes a report and informs the guard. The outcome `removed` also cancels the job, if it is not over. 404: unknown report. 409: closed before.
 */
export const closeJobReport = endpoint({
  id: 'postings.close-report',
  method: 'POST',
  path: '/job/reports/close',
  auth: 'staff',
  roles: ['dispatcher', 'support'],
  command: {
    name: 'close-job-report',
    arguments: ['reportId', 'outcome', 'answer'],
    summary: 'closes a report of a posting as removed, which cancels the job, or as kept, and notifies its guard',
  },
  input: object({
    reportId: id().required(),
    outcome: string()
      .oneOf([...reportOutcomes])
      .required(),
    answer: string().trim().required().max(2000, postingMessages.wordsTooLong),
  }),
  output: object({
    reportId: string().required(),
    jobId: string().required(),
    outcome: string().required(),
    jobStatus: number().required(),
  }),
});
