import { path } from '../_kernel/path';

export const ticketsPaths = {
  /** The query `tab` is one of `supportTabs`. */
  support: path('/support'),
  /** The query: `type` and `job` preselect the ticket type and the job; `title` and `text` prefill the form. */
  report: path('/reportIssue'),
  previous: path('/previousTicket'),
  detail: path('/ticketDetail/:id'),
};

/** The link to a ticket about the pay (CODE-46) of a job, with prefilled texts. */
export const askAboutPay = (jobId: string, says: { title?: string; text?: string } = {}): string =>
  ticketsPaths.report({ type: 4, job: jobId, ...says });
export const askAboutPayLabel = 'Ask about pay';

/** The link to a ticket of type 4 about the payout option, which only staff can change (BANK-22). */
export const askToChangePayout = ticketsPaths.report({ type: 4 });
export const askToChangePayoutLabel = 'Create a ticket to change it';
