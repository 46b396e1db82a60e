import type { Endpoint } from './_kernel/endpoint';
import { toWire } from './_kernel/wire';
import { myEarning } from './earnings/earnings.endpoints';
import { listEnotes } from './enotes/enotes.endpoints';
import { jobHistory, myJobs } from './jobs/jobs.endpoints';
import { listNotifications } from './notifications/notifications.endpoints';
import { listTickets } from './tickets/tickets.endpoints';

/** The keys of a query as they are sent when a screen names a page and nothing else. */
const keysOf = (endpoint: unknown, input: object) => [
  ...new URL(toWire(endpoint as Endpoint, input).url, 'https://portal.test').searchParams.keys(),
];
const page = { limit: 10, page: 1 };

it.each([
  ['API-JOB-14', myJobs, { ...page, isComplete: 1 }, ['isComplete', 'limit', 'page', 'searchBy']],
  ['API-JOB-17', jobHistory, { ...page, sortBy: 'desc', isComplete: '' }, ['isComplete', 'limit', 'page', 'searchBy', 'sortBy']],
  ['API-COMM-03', listEnotes, { ...page, jobId: 'a' }, ['jobId', 'limit', 'page', 'searchBy']],
  ['API-COMM-07', listNotifications, page, ['limit', 'page', 'searchBy']],
  ['API-COMM-09', listTickets, page, ['limit', 'page', 'searchBy']],
  ['API-EARN-01', myEarning, { ...page, guardId: 'a' }, ['from', 'limit', 'page', 'searchBy', 'to']],
])('[%s] a list sends each key that the documents state, also without a value', (_id, endpoint, input, stated) => {
  expect(keysOf(endpoint, input).sort()).toEqual(stated);
});
