import { login } from '@portal/contracts/auth/auth.endpoints';
import { payWithdrawal, processWithdrawal } from '@portal/contracts/earnings/earnings.staff';
import { changeEmail } from '@portal/contracts/guards/guards.contacts.endpoints';
import { cancelDeletion, deletionState, exportState, requestDeletion } from '@portal/contracts/privacy/privacy.endpoints';
import { carryOutDeletion, openDeletions } from '@portal/contracts/privacy/privacy.staff';
import { readMailbox } from '@portal/contracts/rehearsal/rehearsal.staff';
import { sql } from 'kysely';
import { giveBank, walletCalls } from '../../../test/earnings';
import { createKnownGuard } from '../../../test/privacy';
import { openSession } from '../../../test/sessions';
import { arrangeShift } from '../../../test/shifts';
import { startApi, type TestApi, type TestGuard } from '../../../test/test-api';
import { db } from '../../platform/database/db';
import { queueMessage } from '../../platform/messages/message-queue';
import { messagesOf } from './deletion.repository';
import { forgetRetained } from './deletion.service';

let api: TestApi;
let guard: TestGuard;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  ({ guard } = await createKnownGuard(api));
});

const ask = (password = guard.password) => api.call(requestDeletion, { password }, { token: guard.token });
const state = async () => (await api.call(deletionState, {}, { token: guard.token })).data.request;
const carryOut = () => api.call(carryOutDeletion, { guard: guard.id });
const open = async () => (await api.call(openDeletions, {})).data.filter((one) => one.guard === guard.id);
/** Pays out the wallet, so that it is empty. */
const payOut = () =>
  sql`insert into transactions (guard_id, kind, amount, created_at) values (${guard.id}, 'withdrawn', 200, '2027-03-11T12:00:00Z')`.execute(
    db(),
  );
const all = async (table: string) => {
  const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t`.execute(db());
  return rows.map(({ row }) => row).join('\n');
};

describe('a deletion request', () => {
  it('requires the password, is made once, and is confirmed by mail with a link to cancel it', async () => {
    expect(await ask('wrong')).toMatchObject({ code: 400, errors: { password: expect.any(String) } });
    expect(await state()).toBeNull();
    const [first, second] = [await ask(), await ask()];
    expect(first).toMatchObject({ code: 200, message: 'We received your request. You can take it back until the date shown here.' });
    expect(first.data).toEqual({ request: { askedAt: '2027-03-11T01:00:00.000Z', takeBackUntil: '2027-04-10T01:00:00.000Z' } });
    expect(second.data).toEqual(first.data);
    expect(await open()).toEqual([{ guard: guard.id, email: guard.email, ...first.data.request }]);
    const { data } = await api.call(readMailbox, { to: guard.email });
    expect(data.filter(({ subject }) => subject === 'You asked us to delete your account')).toHaveLength(1);
  });

  it('can be cancelled, and staff can then not carry it out', async () => {
    await ask();
    const back = () => api.call(cancelDeletion, {}, { token: guard.token });
    expect(await back()).toMatchObject({ code: 200, data: { request: null } });
    expect((await back()).code).toBe(409);
    expect([await state(), await open(), (await carryOut()).code]).toEqual([null, [], 409]);
    expect((await ask()).code).toBe(200);
  });

  it('is visible to no other guard', async () => {
    await ask();
    const other = await api.guard();
    expect((await api.call(deletionState, {}, { token: other.token })).data).toEqual({ request: null });
    expect((await api.call(cancelDeletion, {}, { token: other.token })).code).toBe(409);
  });
});

describe('carrying it out', () => {
  it('waits until the request cannot be cancelled any more, the wallet is empty and no shift is ahead', async () => {
    await ask();
    const { shiftId } = await arrangeShift(api, guard, { dates: ['2027-05-10'] });
    expect(await carryOut()).toMatchObject({ code: 409, message: 'It can be taken back until 09-04-2027. Carry it out after that day.' });
    api.clock.advance({ days: 31 });
    expect(await carryOut()).toMatchObject({ code: 409, message: 'The guard still has shifts. End them, or take them back.' });
    await sql`update assignments set state = 'missed' where shift_id = ${shiftId}`.execute(db());
    await sql`update shifts set shift_date = '2027-04-01' where id = ${shiftId}`.execute(db());
    expect(await carryOut()).toMatchObject({ code: 409, message: 'There is still money in the wallet. Pay it out first.' });
    await payOut();
    expect(await carryOut()).toMatchObject({ code: 200 });
  });

  it('waits until a withdrawal is paid, though its amount is reserved and not in the wallet', async () => {
    await giveBank(api, guard);
    const { data: withdrawal } = await walletCalls(api, guard).ask('200.00');
    await ask();
    api.clock.advance({ days: 31 });
    const refused = { code: 409, message: 'There is still money in the wallet. Pay it out first.' };
    expect(await carryOut()).toMatchObject(refused);
    await api.call(processWithdrawal, { withdrawalId: withdrawal.id });
    expect(await carryOut()).toMatchObject(refused);
    expect(await api.call(payWithdrawal, { withdrawalId: withdrawal.id })).toMatchObject({ code: 200 });
    expect(await carryOut()).toMatchObject({ code: 200 });
  });

  it('ends the sessions and removes personal data and files; the earnings stay', async () => {
    const { rows } = await sql<{ row: { first_name: string; last_name: string } }>`
      select to_jsonb(g) as row from guards g where id = ${guard.id}`.execute(db());
    const name = `${rows[0]?.row.first_name} ${rows[0]?.row.last_name}`;
    // An SOS sent the team this guard's name and number, and later the message that it was over.
    const ofSos = async () => {
      const found = sql<{ what: string }>`select split_part(subject, ':', 1) as what from outgoing_messages
        where guard_id = ${guard.id} and subject like 'SOS%' order by what`;
      return (await found.execute(db())).rows.map(({ what }) => what);
    };
    expect(await ofSos()).toEqual(['SOS', 'SOS turned off']);
    const filesBefore = api.storedFiles().length;
    await ask();
    await payOut();
    api.clock.advance({ days: 31 });
    const token = await openSession(guard.id, 'web');
    expect((await api.call(exportState, {}, { token })).code).toBe(200);
    expect(await carryOut()).toMatchObject({ code: 200, data: { guard: guard.id, keptUntil: '2033-12-31' } });
    expect((await api.call(exportState, {}, { token })).code).toBe(401);
    const again = await api.call(login, { email: guard.email, password: guard.password, deviceToken: 'web' } as never);
    expect(again.code).toBe(401);
    expect(api.storedFiles()).toHaveLength(filesBefore - 2);
    for (const table of ['guards', 'sessions', 'outgoing_messages', 'notifications', 'media', 'registrations'])
      expect([table, (await all(table)).includes(guard.email)]).toEqual([table, false]);
    const mine = async (table: string) =>
      (await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)} where guard_id = ${guard.id}`.execute(db()))
        .rows[0]?.count;
    expect([await mine('transactions'), await mine('assignments'), await mine('e_notes')]).toEqual([2, 1, 1]);
    expect([await mine('ratings'), await mine('tickets'), await mine('notifications'), await mine('sessions')]).toEqual([0, 0, 0, 0]);
    expect(await all('guards')).not.toContain(`${guard.email}`);
    expect(await ofSos()).toEqual([]);
    expect(await all('e_notes')).toContain('All quiet.');
    expect(await all('chat_messages')).toContain('This message was deleted with its author’s account.');
    const kept = await sql<{
      keptName: string;
    }>`select kept_name as "keptName" from deletion_requests where guard_id = ${guard.id}`.execute(db());
    expect(kept.rows).toEqual([{ keptName: name }]);
    const { rows: places } = await sql`select 1 from assignments where guard_id = ${guard.id} and arrived_lat is not null
      union all select 1 from e_notes where guard_id = ${guard.id} and lat is not null
      union all select 1 from sos_alerts s join assignments a on a.id = s.assignment_id where a.guard_id = ${guard.id} and s.lat is not null`.execute(
      db(),
    );
    expect(places).toEqual([]);
    expect((await carryOut()).code).toBe(409);
  });

  it('deletes the pay records, too, when their retention ends', async () => {
    await ask();
    await payOut();
    api.clock.advance({ days: 31 });
    await carryOut();
    api.clock.set('2033-12-31T20:00:00.000Z');
    await forgetRetained();
    expect(await all('guards')).toContain(guard.id);
    api.clock.set('2034-01-01T12:00:00.000Z');
    await forgetRetained();
    for (const table of ['transactions', 'assignments', 'deletion_requests', 'injuries', 'withdrawals'])
      expect(await all(table)).not.toContain(guard.id);
  });

  it('keeps the text of their e-notes, the customer’s record of the site, under a number without a name, also when the pay records are deleted', async () => {
    await ask();
    await payOut();
    api.clock.advance({ days: 31 });
    await carryOut();
    api.clock.set('2034-01-01T12:00:00.000Z');
    await forgetRetained();
    const notes = async () =>
      (await sql<{ description: string }>`select description from e_notes where guard_id = ${guard.id}`.execute(db())).rows;
    expect(await notes()).toEqual([{ description: 'All quiet.' }]);
    const { rows } = await sql`select first_name, last_name, mobile_number, email from guards where id = ${guard.id}`.execute(db());
    expect(rows).toEqual([{ first_name: 'Former', last_name: 'guard', mobile_number: '', email: `${guard.id}@deleted.invalid` }]);
  });

  it('deletes all rows of a guard without an e-note', async () => {
    await ask();
    await payOut();
    api.clock.advance({ days: 31 });
    await carryOut();
    await sql`delete from e_notes where guard_id = ${guard.id}`.execute(db());
    api.clock.set('2034-01-01T12:00:00.000Z');
    await forgetRetained();
    expect(await all('guards')).not.toContain(guard.id);
  });
});

it('leaves the e-mail address, the pending one and the text of a break in no table of the database', async () => {
  const pending = `pending.${guard.id.slice(0, 8)}@example.com`;
  expect((await api.call(changeEmail, { email: pending, password: guard.password }, { token: guard.token })).code).toBe(200);
  const assignment = sql`select id from assignments where guard_id = ${guard.id}`;
  await sql`insert into breaks (assignment_id, reason_id, description, started_at, started_received_at, ended_at, ended_received_at)
    select (${assignment}), id, 'Called my sister', '2027-03-10T18:00:00Z', '2027-03-10T18:00:00Z', '2027-03-10T18:10:00Z', '2027-03-10T18:10:00Z' from break_reasons limit 1`.execute(
    db(),
  );
  await ask();
  await payOut();
  api.clock.advance({ days: 31 });
  expect((await carryOut()).code).toBe(200);
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db());
  const holds: string[] = [];
  for (const { name } of rows) {
    const text = await all(name);
    if ([guard.email, pending, 'Called my sister'].some((words) => text.includes(words))) holds.push(name);
  }
  expect(holds).toEqual([]);
});

it('reads only the messages that are this guard’s or have no guard, out of 20,000 others', async () => {
  await sql`insert into outgoing_messages (channel, recipient, guard_id, subject, body, created_at)
    select 'mail', 'g' || n || '@example.com', gen_random_uuid(), 'Reminder', 'Your shift begins soon.', '2027-03-11T12:00:00Z'
    from generate_series(1, 20000) n`.execute(db());
  await sql`analyze outgoing_messages`.execute(db());
  for (const theirs of [...messagesOf(guard.id, guard.email, '4165550100'), sql`guard_id = ${guard.id}`]) {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain delete from outgoing_messages as m where ${theirs}`.execute(db());
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('Seq Scan on outgoing_messages');
  }
});

it('deletes messages about the guard to other people, too: their text alone did not identify the guard', async () => {
  const told = { channel: 'sms' as const, to: '4165550199', guardId: guard.id, subject: '', body: 'Somebody on your site is hurt.' };
  await queueMessage(told);
  await ask();
  await payOut();
  api.clock.advance({ days: 31 });
  expect((await carryOut()).code).toBe(200);
  expect(await all('outgoing_messages')).not.toContain(told.body);
});
