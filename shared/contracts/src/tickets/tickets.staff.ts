import { array, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { id } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { ticketShape } from './tickets.endpoints';

/** Adds a reply and alerts the guard. */
export const answerTicket = endpoint({
  id: 'tickets.answer',
  method: 'POST',
  path: '/tickets/answer',
  auth: 'staff',
  roles: ['support'],
  command: { name: 'answer-ticket', arguments: ['ticketId', 'response'], summary: 'answers a ticket and notifies its guard' },
  input: object({ ticketId: id().required(), response: string().trim().required().max(4000) }),
  output: ticketShape,
});

/** Tickets without a reply, oldest first, at most 200. */
export const openTickets = endpoint({
  id: 'tickets.open',
  method: 'GET',
  path: '/tickets/open',
  auth: 'staff',
  roles: ['support'],
  command: { name: 'list-tickets', summary: 'lists tickets without an answer' },
  input: object({}),
  output: array(ticketShape.shape({ guard: string().required() })).required(),
});
