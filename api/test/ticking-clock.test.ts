import { offerCover } from '@portal/contracts/covers/covers.endpoints';
import { createKey } from '@portal/contracts/staff/staff.staff';
import { sql } from 'kysely';
import { sendDueNotices } from '../src/domains/shifts/notices.service';
import { db } from '../src/platform/database/db';
import { noteCalls } from './enotes';
import { setClock, setReports } from './services';
import { arrangeShift, createWorkerAt, type GivenShift, type ShiftCalls } from './shifts';
import { type TestGuard, testApi } from './test-api';
import { TickingClock } from './ticking-clock';

const api = testApi();
let guard: TestGuard;
let given: GivenShift;
let me: ShiftCalls;
let failures: unknown[];

const succeeds = async (call: Promise<{ code: number; message: string }>) => {
  const { code, message } = await call;
  expect([code, message]).toEqual([200, expect.any(String)]);
};

/** Each constraint between two times of one row, with the calls that write these rows. */
const acts: Readonly<Record<string, () => Promise<void>>> = {
  assignments_arrival_first: async () => {
    await succeeds(me.arrive());
    await succeeds(me.start());
  },
  assignments_check2: async () => {
    await succeeds(me.start());
    await succeeds(me.end());
  },
  breaks_check: async () => {
    await succeeds(me.start());
    for (let taken = 0; taken < 2; taken++) {
      await succeeds(me.takeBreak());
      await succeeds(me.endBreak());
    }
    await succeeds(me.takeBreak());
    await succeeds(me.end());
  },
  sos_alerts_check1: async () => {
    for (const active of [true, false, true, false]) await succeeds(me.sos({ active }));
  },
  sos_notices_check: async () => {
    for (const active of [true, true, false, true]) await succeeds(me.sos({ active, lat: 43.6, long: -79.4 }));
    await Promise.all([sendDueNotices('team'), sendDueNotices('chat')]);
  },
  sos_links_check: () => succeeds(me.sos()),
  cover_offers_check: async () => {
    const { jobId, shiftId } = await arrangeShift(api, guard, {
      jobTitle: 'Gate watch',
      dates: ['2027-03-12'],
      start: '10:00',
      end: '18:00',
    });
    await succeeds(api.call(offerCover, { jobId, shiftId }, { token: guard.token }));
  },
  e_notes_check3: () => succeeds(noteCalls(api, guard, given.jobId).write({ at: '2027-03-10T17:30:30.000Z' })),
  staff_keys_check: () => succeeds(api.call(createKey, { name: 'Ada Desk', role: 'ops', expires: '2027-03-10' })),
};

it('every constraint between two times of a row has a call in this test', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.conname as name from pg_constraint c
    where c.contype = 'c' and c.connamespace = 'public'::regnamespace and pg_get_constraintdef(c.oid) ~ '[<>]' and 1 < (
      select count(*) from unnest(c.conkey) k join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k
      where a.atttypid = 'timestamptz'::regtype)`.execute(db());
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(acts).sort());
});

describe.each([
  ['moves forward by a millisecond', 1],
  ['moves back by a millisecond', -1],
])('while each reading of the clock %s', (_how, stepMs) => {
  beforeEach(async () => {
    ({ guard, given, me } = await createWorkerAt(api, '2027-03-10T16:30:00.000Z'));
    failures = [];
    setReports({ callbackError: (error) => failures.push(error) });
    setClock(new TickingClock('2027-03-10T17:30:00.000Z', stepMs));
  });
  afterEach(() => setClock(api.clock));

  it.each(Object.keys(acts))('the acts of %s write rows that it accepts', async (constraint) => {
    await acts[constraint]?.();
    expect(failures).toEqual([]);
  });
});
