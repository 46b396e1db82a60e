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
  /** Names of the stored files. */
  images: array(string().required()).required(),
  /** The original names of the images, in their order. Null for older tickets, missing in replies of an older release. */
  imageNames: array(string().required()).nullable().optional(),
  /** For a ticket without a job: an empty id and the title 'No job'. */
  jobId: object({ id: string().defined(), jobTitle: string().required() }).required(),
  /** The replies of staff, oldest first. */
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

/** 403: a job in which the guard has no shift. Types 3 to 5 accept an empty jobId. */
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
