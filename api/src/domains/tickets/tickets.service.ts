import { copy } from '@portal/contracts/_kernel/copy';
import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import type { Page } from '@portal/contracts/_kernel/envelope';
import { limits } from '@portal/contracts/_kernel/limits';
import type { createTicket, listTickets, Ticket } from '@portal/contracts/tickets/tickets.endpoints';
import { ticketsPaths } from '@portal/contracts/tickets/tickets.paths';
import { ticketMessages, ticketTypes } from '@portal/contracts/tickets/tickets.rules';
import type { answerTicket, openTickets } from '@portal/contracts/tickets/tickets.staff';
import { nowText } from '../../platform/clock';
import { transaction } from '../../platform/database/db';
import { lock } from '../../platform/database/locks';
import { safeFilename } from '../../platform/files/filenames';
import { fail } from '../../platform/http/errors';
import { notifyChanged } from '../../platform/live/realtime';
import { mailSupport } from '../../platform/messages/message-queue';
import { guard } from '../guards/guards.service';
import { assignedTitle } from '../jobs/jobs.service';
import { recordUpload } from '../media/media.service';
import { notifyGuard } from '../notifications/notify.service';
import * as tickets from './tickets.repository';

const LISTED = 200;

/**
 * Stores a ticket about one of the guard's own jobs with its pictures, and mails staff. Another domain may create one without a picture.
 * @returns its id. 403 for a job in which the guard has no shift.
 */
export const ask = (guardId: string, asked: Omit<Input<typeof createTicket>, 'images'>, images: readonly Blob[]): Promise<string> =>
  transaction(async () => {
    await lock({ guard: guardId });
    const jobId = asked.jobId || null;
    const jobTitle = jobId === null ? ticketMessages.noJob : ((await assignedTitle(guardId, jobId)) ?? fail(403, copy.notYourJob));
    const names: string[] = [];
    for (const image of images) names.push(await recordUpload(image, guardId));
    const id = await tickets.insertTicket({
      ...asked,
      jobId,
      guardId,
      images: names,
      imageNames: images.map(safeFilename),
      now: nowText(),
    });
    const { firstName, lastName, email } = await guard(guardId);
    await mailSupport({
      guardId,
      subject: `Ticket: ${ticketTypes[asked.ticketType]}, ${asked.ticketTitle}`,
      body: `${firstName} ${lastName} (${email}), ${jobTitle}, ${names.length} pictures\n\n${asked.description}`,
    });
    notifyChanged(guardId, 'tickets');
    return id;
  });

/** Stores the ticket of the form. */
export async function create(guardId: string, { images, ...asked }: Input<typeof createTicket>): Promise<void> {
  await ask(guardId, asked, images);
}

/** The guard's own tickets, latest first. */
export const list = (guardId: string, { page = 1, limit = limits.pageSize, searchBy }: Input<typeof listTickets>): Promise<Page<Ticket>> =>
  tickets.ticketsOf(guardId, { page, limit, searchBy });

/** One of the guard's own tickets. */
export const detail = async (guardId: string, id: string): Promise<Ticket> =>
  (await tickets.ticketOf(guardId, id)) ?? fail(404, ticketMessages.unknown);

/** Staff answer a ticket; the guard gets an alert, and open pages are notified. */
export const answer = ({ ticketId, response }: Input<typeof answerTicket>): Promise<Output<typeof answerTicket>> =>
  transaction(async () => {
    const guardId = (await tickets.guardOf(ticketId)) ?? fail(404, ticketMessages.unknown);
    await lock({ guard: guardId });
    await tickets.insertResponse(ticketId, response, nowText());
    const ticket = await detail(guardId, ticketId);
    await notifyGuard(guardId, 'other', {
      title: ticketMessages.answered,
      description: ticket.ticketTitle,
      to: ticketsPaths.detail({ id: ticketId }),
    });
    notifyChanged(guardId, 'tickets');
    return ticket;
  });

/** The tickets without an answer, for staff. */
export const listOpen = (): Promise<Output<typeof openTickets>> => tickets.unansweredTickets(LISTED);
