import { setTimeout as pause } from 'node:timers/promises';
import { site } from '@portal/contracts/_kernel/site';
import { readMailbox } from '@portal/contracts/rehearsal/rehearsal.staff';
import { raiseSos } from '@portal/contracts/shifts/shifts.sos';
import { acknowledgeSos } from '@portal/contracts/shifts/shifts.staff';
import { sql } from 'kysely';
import pg from 'pg';
import { setReports } from '../../../test/services';
import { createWorkerAt, type GivenShift, type ShiftCalls } from '../../../test/shifts';
import { callerOf, type TestGuard, testApi } from '../../../test/test-api';
import { db, waitForBackground } from '../../platform/database/db';
import { sendDueNotices } from './notices.service';

const NOW = '2027-03-10T18:00:00.000Z';

const api = testApi();
let guard: TestGuard;
let given: GivenShift;
let me: ShiftCalls;
let failures: unknown[];

beforeEach(async () => {
  ({ guard, given, me } = await createWorkerAt(api, '2027-03-10T12:00:00.000Z'));
  api.clock.set(NOW);
  await sql`delete from outgoing_messages`.execute(db());
  await sql`delete from sos_alerts`.execute(db());
  failures = [];
  setReports({ callbackError: (error) => failures.push(error) });
});

const subjects = async () =>
  (await api.call(readMailbox, { to: site.supportEmail })).data.map(({ subject }) => subject.split(':')[0]).reverse();
const chatLines = async () => {
  const { rows } = await sql<{ message: string }>`select m.message from chat_messages m join chat_rooms r on r.id = m.room_id
    where r.job_id = ${given.jobId} and m.message like '%SOS%' order by m.sent_at`.execute(db());
  return rows.map(({ message }) => message);
};
/** One run of the worker. */
const carryAll = () => Promise.all([sendDueNotices('team'), sendDueNotices('chat')]);
const advance = async (seconds: number) => {
  api.clock.advance({ seconds });
  await carryAll();
};
async function press(times: number): Promise<void> {
  for (let pressed = 0; pressed < times; pressed++) expect((await me.sos({ active: pressed % 2 === 0 })).code).toBe(200);
}

/** Refuses rows of a table with a constraint while `act` runs. */
async function refusing(table: string, act: () => Promise<void>): Promise<void> {
  await sql.raw(`alter table ${table} add constraint refused check (false) not valid`).execute(db());
  await act().finally(() => sql.raw(`alter table ${table} drop constraint refused`).execute(db()));
}

describe('an SOS is stored before anything is reported', () => {
  it('is stored and reaches dispatch when the chat rejects its message; the chat gets the message once it accepts it', async () => {
    await refusing('chat_messages', async () => {
      expect(await me.sos()).toMatchObject({ code: 200, data: { state: 'sent', isActive: true } });
      expect(await subjects()).toEqual(['SOS']);
    });
    expect(failures).toEqual([expect.objectContaining({ constraint: 'refused' })]);
    expect(await chatLines()).toEqual([]);
    await advance(5);
    expect(await chatLines()).toHaveLength(1);
    expect(await subjects()).toEqual(['SOS']);
  });

  it.each([['outgoing_messages'], ['sos_links']])(
    'is stored when no message can be stored (%s), and reaches dispatch as soon as one can',
    async (table) => {
      await refusing(table, async () => {
        expect(await me.sos()).toMatchObject({ code: 200, data: { state: 'sent', reachedAt: null } });
        expect(await chatLines()).toHaveLength(1);
        await expect(carryAll()).resolves.toBeDefined();
        api.clock.advance({ seconds: 5 });
        await expect(carryAll()).rejects.toThrow('refused');
      });
      expect(await subjects()).toEqual([]);
      await advance(5);
      expect(await subjects()).toEqual(['SOS']);
      expect((await me.record()).sos).toMatchObject([{ isActive: true, reachedAt: '2027-03-10T18:00:10.000Z' }]);
      await advance(5);
      expect(await subjects()).toEqual(['SOS']);
    },
  );

  it('is answered while messages and chat are blocked by another transaction, and so is a second press', async () => {
    const blocker = new pg.Client(api.database);
    await blocker.connect();
    await blocker.query('begin; lock table chat_messages, outgoing_messages in access exclusive mode');
    // Not by `api.call`, which waits for background work.
    const raise = (active: boolean) =>
      callerOf(api.url)(raiseSos, { jobId: given.jobId, shiftId: given.shiftId, active } as never, { token: guard.token });
    expect(await raise(true)).toMatchObject({ code: 200, data: { isActive: true } });
    expect(await raise(false)).toMatchObject({ code: 200, data: { isActive: false } });
    api.clock.advance({ seconds: 4 });
    expect(await raise(true)).toMatchObject({ code: 200, data: { isActive: true } });
    const { rows } = await blocker.query('select count(*)::int as count from sos_alerts');
    expect(rows).toEqual([{ count: 2 }]);
    await blocker.query('rollback');
    await blocker.end();
    await waitForBackground();
    expect(await subjects()).toEqual(['SOS', 'SOS']);
  });

  it('is stored, sent, cancelled and acknowledged while another transaction locks the job, the guard and the assignment', async () => {
    const blocker = new pg.Client(api.database);
    await blocker.connect();
    try {
      await blocker.query('begin');
      await blocker.query('select from jobs where id = $1 for no key update', [given.jobId]);
      await blocker.query('select from guards where id = $1 for no key update', [guard.id]);
      await blocker.query('update assignments set state = state where job_id = $1', [given.jobId]);
      const call = callerOf(api.url);
      const raise = (active: boolean) =>
        call(raiseSos, { jobId: given.jobId, shiftId: given.shiftId, active } as never, { token: guard.token });
      const { code, data } = await raise(true);
      expect(code).toBe(200);
      const sosId = data?.sosId ?? '';
      while ((await subjects()).length === 0) await pause(20);
      expect(await subjects()).toEqual(['SOS']);
      expect(await call(acknowledgeSos, { sosId })).toMatchObject({ code: 200, data: { state: 'acknowledged', reachedAt: NOW } });
      expect(await raise(false)).toMatchObject({ code: 200, data: { isActive: false } });
    } finally {
      await blocker.query('rollback');
      await blocker.end();
    }
    await waitForBackground();
    expect(failures).toEqual([]);
    expect(await chatLines()).toHaveLength(1);
  });

  it('reaches dispatch when the process that stored it is gone: another one sends it, once', async () => {
    // A process that dies after the commit leaves the row in the same state as the lock of another transaction.
    const blocker = new pg.Client(api.database);
    await blocker.connect();
    await blocker.query('begin; lock table outgoing_messages in access exclusive mode');
    const raise = callerOf(api.url)(raiseSos, { jobId: given.jobId, shiftId: given.shiftId, active: true } as never, {
      token: guard.token,
    });
    expect(await raise).toMatchObject({ code: 200 });
    const { rows } = await blocker.query(
      `select pg_terminate_backend(pid) from pg_locks where relation = 'outgoing_messages'::regclass and not granted`,
    );
    expect(rows.length).toBeLessThanOrEqual(1);
    await blocker.query('rollback');
    await blocker.end();
    await waitForBackground();
    api.clock.advance({ seconds: 5 });
    await Promise.all(Array.from({ length: 4 }, carryAll));
    expect(await subjects()).toEqual(['SOS']);
    expect(await chatLines()).toHaveLength(1);
  });
});

describe('a guard who presses SOS repeatedly', () => {
  it('sends one message for the first press and none for its repeats', async () => {
    for (let pressed = 0; pressed < 30; pressed++) await me.sos();
    expect(await subjects()).toEqual(['SOS']);
    expect(await chatLines()).toHaveLength(1);
  });

  it('sends a cancellation ten seconds later', async () => {
    await press(2);
    await advance(9);
    expect(await subjects()).toEqual(['SOS']);
    await advance(1);
    expect(await subjects()).toEqual(['SOS', 'SOS turned off']);
    expect(await chatLines()).toHaveLength(2);
  });

  it('sends a second message without delay when the press follows a cancellation, and drops the cancellation', async () => {
    await press(2);
    api.clock.advance({ seconds: 4 });
    await press(1);
    expect(await subjects()).toEqual(['SOS', 'SOS']);
    await advance(60);
    expect(await subjects()).toEqual(['SOS', 'SOS']);
  });

  it('sends another message without delay when the cancellation was already sent', async () => {
    await press(2);
    await advance(10);
    api.clock.advance({ seconds: 1 });
    await press(1);
    expect(await subjects()).toEqual(['SOS', 'SOS turned off', 'SOS']);
  });

  it('sends each of the 30 presses of 60 toggles in three seconds without delay, and one cancellation ten seconds later', async () => {
    for (let pressed = 0; pressed < 60; pressed++) {
      const isPress = pressed % 2 === 0;
      expect(await me.sos({ active: isPress })).toMatchObject({ code: 200, data: { isActive: isPress } });
      expect((await subjects()).length).toBe(Math.floor(pressed / 2) + 1);
      api.clock.advance({ seconds: pressed % 20 === 19 ? 1 : 0 });
    }
    const calls = Array(30).fill('SOS');
    await advance(9);
    expect(await subjects()).toEqual([...calls, 'SOS turned off']);
    await advance(60);
    expect(await subjects()).toEqual([...calls, 'SOS turned off']);
    expect(await chatLines()).toHaveLength(31);
    expect((await me.record()).sos).toHaveLength(30);
    expect(failures).toEqual([]);
  });

  it('sends each position that a later report of an SOS adds', async () => {
    const place = { lat: 43.6, long: -79.4 };
    for (let round = 0; round < 10; round++)
      for (const extra of [{}, place, { active: false }]) expect((await me.sos(extra)).code).toBe(200);
    await advance(10);
    expect((await subjects()).sort()).toEqual([...Array(10).fill('SOS'), 'SOS turned off', ...Array(10).fill('SOS, where it is')]);
    expect(failures).toEqual([]);
  });

  it('leaves after a flood only its last cancellation in the list of notices, so that no other guard waits behind it', async () => {
    await press(40);
    const { rows } = await sql`select kind, receiver from sos_notices where done_at is null order by id`.execute(db());
    expect(rows).toEqual(['team', 'chat'].map((receiver) => ({ kind: 'over', receiver })));
  });

  it('sends each press without delay when a person presses and cancels every few seconds', async () => {
    for (let round = 0; round < 6; round++) {
      await press(2);
      api.clock.advance({ seconds: 5 });
    }
    expect(await subjects()).toEqual(Array(6).fill('SOS'));
    await advance(60);
    expect(await subjects()).toEqual([...Array(6).fill('SOS'), 'SOS turned off']);
  });

  it('sends each press of one moment without delay, and keeps the last one active', async () => {
    await press(9);
    expect(await subjects()).toEqual(Array(5).fill('SOS'));
    const { rows } = await sql`select from outgoing_messages m join sos_alerts o on o.id = m.about_id where o.ended_at is null`.execute(
      db(),
    );
    expect(rows).toHaveLength(1);
    await advance(60);
    expect(await subjects()).toHaveLength(5);
  });

  it('has a call for help as its newest message when the last press stays, after any number of cancellations', async () => {
    await press(2);
    await advance(10);
    api.clock.advance({ seconds: 1 });
    await press(5);
    await advance(60);
    expect((await subjects()).at(-1)).toBe('SOS');
  });
});

it('an SOS sends no further call when it is acknowledged while that call waits', async () => {
  const { data } = await me.sos();
  await sql`insert into sos_notices (sos_id, kind, receiver, noted_at, due_at, is_droppable)
    values (${data?.sosId}, 'unanswered', 'team', ${NOW}, ${NOW}, false)`.execute(db());
  await api.call(acknowledgeSos, { sosId: data?.sosId ?? '' });
  await advance(1);
  expect((await api.call(readMailbox, { to: 'second@portal.example.com' })).data).toEqual([]);
  expect(await subjects()).toEqual(['SOS']);
});
