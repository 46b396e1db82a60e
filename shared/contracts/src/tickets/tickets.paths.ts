import { path } from '../_kernel/path';

export const ticketsPaths = {
  /** `tab`: one of `supportTabs`. */
  support: path('/support'),
  /** `type` and `job` choose the ticket type and the job; `title` and `text` are what it says at first. */
  report: path('/reportIssue'),
  previous: path('/previousTicket'),
  detail: path('/ticketDetail/:id'),
};

/** The way to a ticket about the pay (CODE-46) of a job, from wherever an earning stands; with what it should say at first. */
export const askAboutPay = (jobId: string, says: { title?: string; text?: string } = {}): string =>
  ticketsPaths.report({ type: 4, job: jobId, ...says });
export const askAboutPayLabel = 'Ask about pay';

/** The way to a ticket of type 4 about the payout option, which nobody changes alone (BANK-22). */
export const askToChangePayout = ticketsPaths.report({ type: 4 });
export const askToChangePayoutLabel = 'Create a ticket to change it';
