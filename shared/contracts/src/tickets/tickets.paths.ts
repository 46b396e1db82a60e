import { path } from '../_kernel/path';

export const ticketsPaths = {
  support: path('/support'),
  report: path('/reportIssue'),
  previous: path('/previousTicket'),
  detail: path('/ticketDetail/:id'),
};
