import type { Input } from '@portal/contracts/_kernel/endpoint';
import { bankMessages } from '@portal/contracts/guards/guards.bank';
import { profile, saveBank, saveNotificationSettings } from '@portal/contracts/guards/guards.endpoints';
import { startApi, type TestApi, type TestGuard } from '../../testing/api';

let api: TestApi;
let guard: TestGuard;

beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  guard = await api.guard();
});
afterAll(() => api.stop());

const bank = { accHolderName: 'Ada Rowe', bankAccountNumber: '1234567', bankInstitution: '004', bankTransitNumber: '01234', wantTopay: 2 };
const save = (over: Partial<Input<typeof saveBank>> = {}) => api.call(saveBank, { id: guard.id, ...bank, ...over }, { token: guard.token });
const now = async () => (await api.call(profile, { id: guard.id }, { token: guard.token })).data.guard;

describe('bank details', () => {
  it('[API-GUARD-19, API-GUARD-20] takes the five stated keys, replies code and message, and keeps them', async () => {
    expect(saveBank).toMatchObject({ method: 'PATCH', path: '/guard/bank-details/:id' });
    expect(await save()).toMatchObject({ code: 200, message: bankMessages.saved });
    expect(await now()).toMatchObject(bank);
  });

  it('[AUTHZ-22] the payout option is chosen once: another one is refused, with where to ask, and nothing is changed', async () => {
    await save();
    expect(await save({ wantTopay: 1, bankInstitution: '010' })).toMatchObject({
      code: 409,
      message: 'If you want to change payout option then create ticket in support section',
      errors: { wantTopay: bankMessages.payoutFixed },
    });
    expect(await now()).toMatchObject(bank);
    expect(await save({ bankInstitution: '010' })).toMatchObject({ code: 200 });
    expect(await now()).toMatchObject({ ...bank, bankInstitution: '010' });
  });

  it("are nobody else's, and need the approval", async () => {
    const other = await api.guard();
    expect(await save({ id: other.id })).toMatchObject({ code: 403 });
    const pending = await api.guard({ step: 'work-profile' });
    expect(await api.call(saveBank, { id: pending.id, ...bank }, { token: pending.token })).toMatchObject({ code: 403 });
  });
});

describe('notification settings', () => {
  const none = { isSMS: false, isEmail: false, isNotification: false };
  const settings = { newJob: none, chat: { ...none, isSMS: true }, jobAward: none, jobCancel: none, isNotification: false };

  it('[API-GUARD-22, API-GUARD-23, AUTHZ-36] takes four kinds of news by three ways and the one above all, replies code and message, and keeps them', async () => {
    expect(saveNotificationSettings).toMatchObject({ method: 'PATCH', path: '/guard/notification-settings/:id' });
    const reply = await api.call(saveNotificationSettings, { id: guard.id, ...settings }, { token: guard.token });
    expect(reply).toMatchObject({ code: 200, message: 'Your notification settings are saved.' });
    expect((await now()).notificationSettings).toEqual(settings);
  });

  it("are nobody else's", async () => {
    const other = await api.guard();
    expect(await api.call(saveNotificationSettings, { id: other.id, ...settings }, { token: guard.token })).toMatchObject({ code: 403 });
  });
});
