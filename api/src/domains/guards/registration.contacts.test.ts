import { mobileChanged } from '@portal/contracts/guards/guards.contacts';
import { emailByCode, emailChanged, registrationMessages } from '@portal/contracts/guards/guards.registration';
import { readMailbox } from '@portal/contracts/rehearsal/rehearsal.staff';
import { sql } from 'kysely';
import { registrationCalls } from '../../../test/registrations';
import { runAsGuard } from '../../../test/sessions';
import { type TestGuard, testApi } from '../../../test/test-api';
import { nowText } from '../../platform/clock';
import { db } from '../../platform/database/db';
import { connectIdentity, replacePassword } from './guards.service';

const api = testApi();
let pending: TestGuard;
let kit: ReturnType<typeof registrationCalls>;
beforeAll(async () => {
  kit = registrationCalls(api);
});
beforeEach(async () => {
  pending = await api.guard({ step: 'registration' });
});

describe('contacts of a registration', () => {
  it.each(['email', 'mobileNumber'] as const)('%s of another guard is refused by name, and nothing is saved', async (field) => {
    const other = await api.guard({ step: 'registration' });
    await kit.save(other, { email: `other.${other.id}@example.com`, mobileNumber: '4375550001' });
    await sql`update guards set is_test = false where id = ${other.id}`.execute(db());
    const theirs = { email: `OTHER.${other.id}@example.com`, mobileNumber: '4375550001' }[field];
    const message = { email: registrationMessages.emailTaken, mobileNumber: registrationMessages.mobileTaken }[field];
    expect(await kit.save(pending, { [field]: theirs })).toMatchObject({ status: 409, message, errors: { [field]: message } });
    expect((await kit.seen(pending)).identityDocuments).toEqual([]);
    await sql`update guards set mobile_number = '4375550002' where id = ${other.id}`.execute(db());
  });

  it('may be changed twenty times an hour, so that no guard can find out which contacts are registered', async () => {
    const email = `often.${pending.id}@example.com`;
    const codes: number[] = [];
    for (let time = 0; time < 21; time++) codes.push((await kit.save(pending, { email, mobileNumber: `43755511${10 + time}` })).code);
    expect(codes.slice(-2)).toEqual([200, 429]);
    expect((await kit.save(pending, { email, mobileNumber: '4375551129' })).code).toBe(200);
    api.clock.advance({ hours: 1, seconds: 1 });
    expect((await kit.save(pending, { email, mobileNumber: '4375551199' })).code).toBe(200);
  });

  it.each([
    ['email', 'Somewhere.Else@example.com', 'somewhere.else@example.com'],
    ['mobileNumber', '(437) 555-9876', '4375559876'],
  ] as const)(
    '[API-GUARD-08] %s of a finished guard needs a confirmed session; then the same call saves it',
    async (field, given, stored) => {
      const finished = await api.guard();
      await sql`update sessions set confirmed_at = null where guard_id = ${finished.id}`.execute(db());
      const before = await kit.seen(finished);
      const change = { email: before.email, mobileNumber: before.mobileNumber, [field]: given };
      for (const profileUpdate of ['first', 'second'] as const)
        expect(await kit.edit(finished, { ...change, profileUpdate })).toMatchObject({ status: 403, reason: 'confirmation' });
      expect(await kit.seen(finished)).toEqual(before);
      const same = { email: before.email.toUpperCase(), mobileNumber: before.mobileNumber };
      expect((await kit.edit(finished, same)).code).toBe(200);
      await sql`update sessions set confirmed_at = ${nowText()} where guard_id = ${finished.id}`.execute(db());
      expect((await kit.edit(finished, change)).code).toBe(200);
      expect((await kit.seen(finished))[field]).toBe(stored);
      const old = field === 'email' ? before.email : before.mobileNumber;
      expect((await api.call(readMailbox, { to: old })).data[0]).toMatchObject(
        field === 'email' ? { subject: emailChanged.subject } : mobileChanged,
      );
      const proven = await sql`select from guards where id = ${finished.id} and (is_email_proven and email = 'somewhere.else@example.com'
      or is_mobile_proven and mobile_number = '4375559876')`.execute(db());
      expect(proven.rows).toEqual([]);
    },
  );

  it('e-mail of a guard with a second factor is changed by a code in Settings only', async () => {
    const finished = await api.guard();
    await sql`insert into second_factors (guard_id, kind, label, created_at, proven_at, credential_id, public_key)
      values (${finished.id}, 'passkey', 'Key', ${nowText()}, ${nowText()}, ${finished.id}, '')`.execute(db());
    const { email, mobileNumber } = await kit.seen(finished);
    const refused = { status: 400, errors: { email: emailByCode } };
    expect(await kit.edit(finished, { email: `new.${finished.id}@example.com`, mobileNumber })).toMatchObject(refused);
    expect((await kit.seen(finished)).email).toBe(email);
    expect((await kit.edit(finished, { email, mobileNumber: '4375551212' })).code).toBe(200);
  });

  it('[EDITPROFILE-31/3] a stored contact that no rule would accept passes, and a changed one is refused at its field', async () => {
    const finished = await api.guard();
    await sql`update guards set mobile_number = '41655501' where id = ${finished.id}`.execute(db());
    expect((await kit.edit(finished, { email: finished.email, mobileNumber: '41655501' })).code).toBe(200);
    const refused = await kit.edit(finished, { email: 'nowhere', mobileNumber: '41655501' });
    expect(refused).toMatchObject({ status: 400, errors: { email: 'Please enter valid email' } });
    expect(await kit.edit(finished, { mobileNumber: '4165550' })).toMatchObject({
      errors: { mobileNumber: 'Please enter valid Phone Number' },
    });
  });

  it('taken by two guards at the same moment belong to one of them', async () => {
    const other = await api.guard({ step: 'registration' });
    const email = `race.${pending.id}@example.com`;
    const replies = await Promise.all([kit.save(other, { email }), kit.save(pending, { email })]);
    expect(replies.map(({ code }) => code).sort()).toEqual([200, 409]);
  });

  it('a new mobile number is announced to the old one, once, and an unchanged one is not', async () => {
    const { mobileNumber } = await kit.seen(pending);
    await sql`delete from outgoing_messages where recipient = ${mobileNumber}`.execute(db());
    await kit.save(pending, { email: pending.email, mobileNumber: '4375552201' });
    await kit.save(pending, { email: pending.email, mobileNumber: '4375552201' });
    expect((await api.call(readMailbox, { to: mobileNumber })).data).toEqual([
      expect.objectContaining({ channel: 'sms', ...mobileChanged }),
    ]);
    expect((await api.call(readMailbox, { to: '4375552201' })).data).toEqual([]);
  });

  it('a new e-mail is stored and the old address gets a notice; until its mailbox was used, no identity is connected by it', async () => {
    const email = `new.${pending.id}@example.com`;
    await kit.save(pending, { email });
    const { data } = await api.call(readMailbox, { to: pending.email });
    expect(data[0]).toMatchObject({ subject: emailChanged.subject, body: emailChanged.body(email) });
    const connect = () => connectIdentity('google', `g-${pending.id}`, email, async () => {});
    expect(await connect()).toBe('nobody');
    await runAsGuard(pending.id, (way) => replacePassword(way, 'from the mailbox'));
    expect(await connect()).toEqual({ id: pending.id });
  });
});
