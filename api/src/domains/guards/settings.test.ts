import { profile, saveNotificationSettings } from '@portal/contracts/guards/guards.endpoints';
import { type TestGuard, testApi } from '../../testing/api';

const api = testApi();
let guard: TestGuard;

beforeEach(async () => {
  guard = await api.guard();
});

const now = async () => (await api.call(profile, { id: guard.id }, { token: guard.token })).data.guard;

describe('notification settings', () => {
  const none = { isSMS: false, isEmail: false, isNotification: false };
  const settings = { newJob: none, chat: { ...none, isSMS: true }, jobAward: none, jobCancel: none, isNotification: false };

  it('[API-GUARD-03, API-GUARD-22, API-GUARD-23, AUTHZ-36] takes four kinds of news by three ways and the one above all, replies code and message, and keeps them', async () => {
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
