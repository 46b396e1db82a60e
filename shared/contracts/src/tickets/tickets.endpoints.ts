import { array, type InferType, number, object, string } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { anything, id, instant, pageOf, paging } from '../_kernel/shapes';
import { ticketMessages, ticketRules } from './tickets.rules';

export const ticketShape = object({
  id: string().required(),
  ticketTitle: string().required(),
  ticketType: number().required(),
  description: string().defined(),
  ticketDate: instant().required(),
  /** Stored names. */
  images: array(string().required()).required(),
  /** What the guard called them, in their order; none of older tickets, missing from an API of before. */
  imageNames: array(string().required()).nullable().optional(),
  jobId: object({ id: string().required(), jobTitle: string().required() }).required(),
  /** What staff answered, oldest first. */
  response: array(object({ response: string().required(), at: instant().nullable() })).required(),
});
export type Ticket = InferType<typeof ticketShape>;

/** The guard's own tickets, latest first. */
export const listTickets = endpoint({
  id: 'tickets.list',
  method: 'GET',
  path: '/guards/ticket',
  auth: 'approved',
  input: object(paging()),
  output: pageOf<Ticket>(ticketShape),
});

export const ticketDetail = endpoint({
  id: 'tickets.detail',
  method: 'GET',
  path: '/guards/ticket/:id',
  auth: 'approved',
  input: object({ id: id().required() }),
  output: ticketShape,
});

/** 403 a job in which the guard holds no shift. */
export const createTicket = endpoint({
  id: 'tickets.create',
  method: 'POST',
  path: '/guards/ticket',
  auth: 'approved',
  body: 'multipart',
  input: ticketRules,
  output: anything(),
  ok: ticketMessages.received,
});

/** Adds an answer; the guard is told. */
export const answerTicket = endpoint({
  id: 'tickets.answer',
  method: 'POST',
  path: '/tickets/answer',
  auth: 'staff',
  roles: ['support'],
  input: object({ ticketId: id().required(), response: string().trim().required().max(4000) }),
  output: ticketShape,
});

/** Tickets that nobody has answered yet, oldest first, at most 200. */
export const openTickets = endpoint({
  id: 'tickets.open',
  method: 'GET',
  path: '/tickets/open',
  auth: 'staff',
  roles: ['support'],
  input: object({}),
  output: array(ticketShape.shape({ guard: string().required() })).required(),
});
