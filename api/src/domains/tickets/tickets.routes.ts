import { createTicket, listTickets, ticketDetail } from '@portal/contracts/tickets/tickets.endpoints';
import { answerTicket, openTickets } from '@portal/contracts/tickets/tickets.staff';
import { bind, bindOpen, readOnly } from '../../platform/http/routes';
import * as tickets from './tickets.service';

export const ticketsRoutes = [
  bind(createTicket, (me, input) => tickets.create(me.id, input)),
  readOnly(bind(listTickets, (me, input) => tickets.list(me.id, input))),
  bind(ticketDetail, (me, { id }) => tickets.detail(me.id, id)),
  bindOpen(answerTicket, (input) => tickets.answer(input)),
  bindOpen(openTickets, () => tickets.listOpen()),
];
