import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { toWire } from '@portal/contracts/_kernel/wire';
import { writeEnote } from '@portal/contracts/enotes/enotes.endpoints';
import { downloadExport, exportState, requestExport } from '@portal/contracts/privacy/privacy.endpoints';
import { rateShift } from '@portal/contracts/ratings/ratings.staff';
import { createTicket } from '@portal/contracts/tickets/tickets.endpoints';
import { sql } from 'kysely';
import { sendDueNotices } from '../src/domains/shifts/notices.service';
import { db } from '../src/platform/database/db';
import { makePicture } from './pictures';
import { createWorkerAt, type GivenShift } from './shifts';
import type { TestApi, TestGuard } from './test-api';

const place = { lat: 43.65, long: -79.38, accuracy: 12 };

/** A guard with much stored data: one worked shift with its pay, three locations, two pictures, a message and a rating. */
export async function createKnownGuard(api: TestApi): Promise<{ guard: TestGuard; given: GivenShift }> {
  const { guard, given, me } = await createWorkerAt(api, '2027-03-10T16:50:00.000Z');
  const { jobId, shiftId } = given;
  const { token } = guard;
  await me.arrive(place);
  api.clock.set('2027-03-10T17:00:00.000Z');
  await me.start();
  await me.sos(place);
  await me.sos({ active: false });
  const note = { jobId, title: 'Gate checked', eventTime: '17:00:00', type: 1, description: 'All quiet.', at: '2027-03-10T17:00:00.000Z' };
  await api.call(writeEnote, { ...note, ...place, photo: await makePicture({}, 'gate.png') } as never, { token });
  const images = [await makePicture({ width: 20 }, 'slip.png')];
  await api.call(createTicket, { ticketType: 0, jobId, ticketTitle: '=Keys', description: 'Which, "ours"?', images } as never, { token });
  await sql`insert into chat_messages (room_id, sender_type, guard_id, client_id, message, sent_at)
    select id, 'guard', ${guard.id}, gen_random_uuid(), 'On my way', '2027-03-10T17:00:00Z' from chat_rooms where job_id = ${jobId}`.execute(
    db(),
  );
  api.clock.advance({ hours: 8 });
  await sendDueNotices('team');
  await me.end({ shiftEndComment: 'Keys handed over' });
  await api.call(rateShift, { guard: guard.id, shiftId, rating: 4, description: 'Calm.' });
  return { guard, given };
}

export const copyOf = (api: TestApi, { token }: TestGuard) => api.call(exportState, {}, { token }).then(({ data }) => data.copy);
/** As a page does: under a fresh key. */
export const askCopy = (api: TestApi, { token }: TestGuard) =>
  api.call(requestExport, {}, { token, headers: { 'idempotency-key': randomUUID() } }).then(({ data }) => data.copy);

/** Fetches the ZIP of a copy as a guard. */
export async function fetchCopy(api: TestApi, by: TestGuard | null, copy: { id: string; token: string | null } | null): Promise<Response> {
  const { url: path } = toWire(downloadExport as Endpoint, { id: copy?.id, token: copy?.token });
  return fetch(api.url + path, by ? { headers: { authorization: `Bearer ${by.token}` } } : {});
}
