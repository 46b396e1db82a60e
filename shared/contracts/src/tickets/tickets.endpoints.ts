import { array, type InferType, number, object } from 'yup';
import { copy } from '../_kernel/copy';
import { endpoint } from '../_kernel/endpoint';
import { anything, id, instant, pageOf, paging } from '../_kernel/shapes';
import { string } from '../_kernel/text';
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
  /** Of a ticket about no job: an empty id, and 'No job' for its title. */
  jobId: object({ id: string().defined(), jobTitle: string().required() }).required(),
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
  always: ['searchBy'], // API-COMM-09
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

/** 403 a job in which the guard holds no shift. Types 3 to 5 take an empty jobId. */
export const createTicket = endpoint({
  id: 'tickets.create',
  method: 'POST',
  path: '/guards/ticket',
  auth: 'approved',
  body: 'multipart',
  input: ticketRules,
  output: anything(),
  ok: ticketMessages.received,
  silent: { otherwise: ticketMessages.notSaved, reasons: { 403: copy.notYourJob } }, // REPORTISSUE-25
});
