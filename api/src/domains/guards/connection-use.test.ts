import { randomUUID } from 'node:crypto';
import { changePassword } from '@portal/contracts/auth/auth.endpoints';
import { changeEmail, changeMobile, confirmContact, resendContactCode } from '@portal/contracts/guards/guards.contacts.endpoints';
import { saveBank } from '@portal/contracts/guards/guards.endpoints';
import { updateGuard } from '@portal/contracts/guards/guards.registration.endpoints';
import { requestDeletion } from '@portal/contracts/privacy/privacy.endpoints';
import { registrationOf } from '../../../test/registrations';
import { startApi, type TestApi, type TestGuard } from '../../../test/test-api';

const CALLS = 20;
let api: TestApi;
let guards: TestGuard[];

beforeAll(async () => {
  api = await startApi({ pool: 2 });
  guards = [];
  for (let made = 0; made < CALLS; made++) guards.push(await api.guard());
});
afterAll(() => api.stop());

const keyed = ({ token }: TestGuard) => ({ token, headers: { 'idempotency-key': randomUUID() } });
const bank = { wantTopay: 1, accHolderName: 'Ada Marsh', bankAccountNumber: '1234567', bankInstitution: '003', bankTransitNumber: '12345' };

/** All guards call at the same moment, with two connections: a call that takes one and waits for another would block them all. */
const all = async (call: (guard: TestGuard, at: number) => Promise<{ code: number }>) => [
  ...new Set((await Promise.all(guards.map(call))).map(({ code }) => code)),
];

describe('each call uses one connection, also when all are concurrent:', () => {
  it('changes of e-mail and mobile number', async () => {
    const email = await all((by, at) => api.call(changeEmail, { email: `new.${at}@example.com`, password: by.password }, keyed(by)));
    const mobile = await all((by, at) => api.call(changeMobile, { mobileNumber: `41655502${10 + at}`, password: by.password }, keyed(by)));
    expect([email, mobile]).toEqual([[200], [200]]);
  });

  it('codes of such a change', async () => {
    expect(await all((by) => api.call(confirmContact, { kind: 'email', code: '000000' }, keyed(by)))).toEqual([400]);
    api.clock.advance({ minutes: 1 });
    expect(await all((by) => api.call(resendContactCode, { kind: 'email' }, keyed(by)))).toEqual([200]);
  });

  it('bank details and deletion requests', async () => {
    const saved = await all((by) => api.call(saveBank, { id: by.id, ...bank } as never, keyed(by)));
    const asked = await all((by) => api.call(requestDeletion, { password: by.password }, keyed(by)));
    expect([saved, asked]).toEqual([[200], [200]]);
  });

  it('new passwords', async () => {
    const password = 'AnotherGood1!';
    expect(await all((by) => api.call(changePassword, { oldPassword: by.password, password }, keyed(by)))).toEqual([200]);
  });
});

it('a registration that changes a contact counts its try, too', async () => {
  const beginning: TestGuard[] = [];
  for (let made = 0; made < CALLS; made++) beginning.push(await api.guard({ step: 'registration' }));
  const inputs = await Promise.all(beginning.map(({ id }) => registrationOf(id)));
  const replies = await Promise.all(beginning.map((by, at) => api.call(updateGuard, inputs[at] as never, keyed(by))));
  expect([...new Set(replies.map(({ code }) => code))]).toEqual([200]);
});

it('a changed password is replied again to a guard who lost the reply, though the old one is wrong by now', async () => {
  const by = await api.guard();
  const how = keyed(by);
  const input = { oldPassword: by.password, password: 'AnotherGood2!' };
  const replies = await Promise.all([1, 2, 3].map(() => api.call(changePassword, input, how)));
  expect([...replies, await api.call(changePassword, input, how)].map(({ code }) => code)).toEqual([200, 200, 200, 200]);
});
