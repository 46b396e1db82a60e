import { setTimeout as wait } from 'node:timers/promises';
import type { Input } from '@portal/contracts/_kernel/endpoint';
import { applyForJob } from '@portal/contracts/applications/applications.endpoints';
import { award } from '@portal/contracts/applications/applications.staff';
import { postJob } from '@portal/contracts/jobs/jobs.staff';
import { exportState, requestExport } from '@portal/contracts/privacy/privacy.endpoints';
import { createTicket } from '@portal/contracts/tickets/tickets.endpoints';
import pg from 'pg';
import { fileOf, pictureBytes } from '../../../api/test/pictures';
import { makeGuards } from '../../../e2e/kills/actors';
import { type Api, startApiAlone } from '../api/process';
import type { Entry } from '../entry';
import { estimate } from '../estimate';
import { median, ms } from '../numbers';

const SHIFTS = 250;
const MESSAGES = 3_000;
const PICTURES = 40;
const LOOK_MS = 20;
const MOST_MS = 60_000;

/** Creates a guard with the data of a year: worked and paid shifts, messages, and a ticket with pictures. */
async function makeYear(api: Api): Promise<string> {
  const pool = new pg.Pool(api.database);
  const query = async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows;
  const [guard] = await makeGuards({ get: api.get, query }, 1);
  const { id = '', token = '' } = guard ?? {};
  const { jobId, shiftIds } = await api.get(postJob, { jobTitle: 'A year at the gate' } as Input<typeof postJob>);
  await api.get(applyForJob, { userId: id, jobId, shiftId: shiftIds[0] ?? '', isApply: 1 }, { token });
  await api.get(award, { jobId, guard: id });
  await query(
    `with worked as (insert into shifts (job_id, shift_date, start_time, end_time)
       select $2, current_date - day::int, '08:00', '16:00' from generate_series(1, $3) day returning id, job_id, starts_at, ends_at),
     ended as (insert into assignments (guard_id, job_id, shift_id, state, started_at, ended_at, created_at)
       select $1, job_id, id, 'ended', starts_at, ends_at, starts_at from worked returning id, job_id, ended_at)
     insert into transactions (guard_id, job_id, assignment_id, kind, amount, created_at)
       select $1, job_id, id, 'credit', 200, ended_at from ended`,
    [id, jobId, SHIFTS],
  );
  await query(
    `insert into chat_messages (room_id, sender_type, guard_id, client_id, message, sent_at)
     select r.id, 'guard', $1, gen_random_uuid(), 'Round ' || line || ' is done, all quiet.', now() - line * interval '1 hour'
     from chat_rooms r, generate_series(1, $3) line where r.job_id = $2`,
    [id, jobId, MESSAGES],
  );
  const bytes = await pictureBytes({ width: 500, height: 400, isNoise: true, format: 'jpeg' });
  const images = Array.from({ length: PICTURES }, (_, at) => fileOf(bytes, `picture-${at}.jpg`, 'image/jpeg'));
  await api.get(createTicket, { ticketType: 5, jobId, ticketTitle: 'A year', description: 'In pictures.', images }, { token });
  await pool.end();
  return token;
}

/** Milliseconds from the request until the ZIP is available, and its bytes. */
async function makeCopy(api: Api, token: string): Promise<{ took: number; bytes: number }> {
  const began = performance.now();
  await api.get(requestExport, {}, { token });
  while (performance.now() - began < MOST_MS) {
    const { copy } = await api.get(exportState, {}, { token });
    if (copy?.state === 'done') return { took: performance.now() - began, bytes: copy.bytes ?? 0 };
    await wait(LOOK_MS);
  }
  throw new Error('the copy was not made within a minute');
}

export const exportYear: Entry = {
  id: 'export-1y',
  what: `Privacy: from the request of a copy to the available ZIP, with ${SHIFTS} shifts, ${MESSAGES} messages and ${PICTURES} pictures, median`,
  on: 'machine',
  unit: 'ms',
  atMost: 2_000,
  async measure(lab) {
    const api = await startApiAlone(lab, 'export_year', { SEED: '' });
    const copies: { took: number; bytes: number }[] = [];
    for (let run = 1; run <= lab.runs; run++) {
      lab.say(`copy ${run} of ${lab.runs}`);
      // A new guard for each run, because a recent copy is reused.
      copies.push(await makeCopy(api, await makeYear(api)));
    }
    const took = estimate(
      lab.random,
      copies.map((copy) => copy.took),
      median,
    );
    return { ...took, detail: `${ms(took.value)} for ${((copies[0]?.bytes ?? 0) / 1_000_000).toFixed(1)} MB` };
  },
};
