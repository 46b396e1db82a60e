import { mobileChanged } from '@portal/contracts/guards/guards.contacts';
import { emailChanged, registrationMessages } from '@portal/contracts/guards/guards.registration';
import { readMailbox } from '@portal/contracts/rehearsal/rehearsal.endpoints';
import { sql } from 'kysely';
import { db } from '../../platform/database/db';
import { type TestGuard, testApi } from '../../testing/api';
import { registrations } from '../../testing/registrations';
import { letIn } from '../../testing/sessions';
import { connectIdentity, replacePassword } from './guards.service';

const api = testApi();
let pending: TestGuard;
let kit: ReturnType<typeof registrations>;
beforeAll(async () => {
  kit = registrations(api);
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

  it('may be changed twenty times an hour: nobody finds out whose are registered', async () => {
    const email = `often.${pending.id}@example.com`;
    const codes: number[] = [];
    for (let time = 0; time < 21; time++) codes.push((await kit.save(pending, { email, mobileNumber: `43755511${10 + time}` })).code);
    expect(codes.slice(-2)).toEqual([200, 429]);
    expect((await kit.save(pending, { email, mobileNumber: '4375551129' })).code).toBe(200);
    api.clock.advance({ hours: 1, seconds: 1 });
    expect((await kit.save(pending, { email, mobileNumber: '4375551199' })).code).toBe(200);
  });

  it.each([
    ['email', { email: 'somewhere.else@example.com' }],
    ['mobileNumber', { mobileNumber: '4375559876' }],
  ])('%s of an approved guard is changed in Settings alone, whatever kind of update it says to be', async (field, over) => {
    const approved = await api.guard();
    const before = await kit.seen(approved);
    const message = 'Please change this in Settings, with your password.';
    for (const profileUpdate of ['first', 'second'] as const)
      expect(await kit.edit(approved, { email: before.email, mobileNumber: before.mobileNumber, ...over, profileUpdate })).toMatchObject({
        ...{ status: 400, message, userMessage: message },
        errors: { [field]: message },
      });
    expect(await kit.seen(approved)).toEqual(before);
    const same = { email: before.email.toUpperCase(), mobileNumber: before.mobileNumber };
    expect((await kit.edit(approved, same)).code).toBe(200);
  });

  it('taken by two guards at the same moment are one of theirs', async () => {
    const other = await api.guard({ step: 'registration' });
    const email = `race.${pending.id}@example.com`;
    const replies = await Promise.all([kit.save(other, { email }), kit.save(pending, { email })]);
    expect(replies.map(({ code }) => code).sort()).toEqual([200, 409]);
  });

  it('a new mobile number is told to the old one, once, and nothing is told of one that stays', async () => {
    const { mobileNumber } = await kit.seen(pending);
    await sql`delete from outgoing_messages where recipient = ${mobileNumber}`.execute(db());
    await kit.save(pending, { email: pending.email, mobileNumber: '4375552201' });
    await kit.save(pending, { email: pending.email, mobileNumber: '4375552201' });
    expect((await api.call(readMailbox, { to: mobileNumber })).data).toEqual([
      expect.objectContaining({ channel: 'sms', ...mobileChanged }),
    ]);
    expect((await api.call(readMailbox, { to: '4375552201' })).data).toEqual([]);
  });

  it('a new e-mail is stored and the old address is told; until its mailbox was used, no identity is connected by it', async () => {
    const email = `new.${pending.id}@example.com`;
    await kit.save(pending, { email });
    const { data } = await api.call(readMailbox, { to: pending.email });
    expect(data[0]).toMatchObject({ subject: emailChanged.subject, body: emailChanged.body(email) });
    expect(await connectIdentity('google', `g-${pending.id}`, email)).toBe('nobody');
    await letIn(pending.id, (way) => replacePassword(way, 'from the mailbox'));
    expect(await connectIdentity('google', `g-${pending.id}`, email)).toEqual({ id: pending.id });
  });
});
