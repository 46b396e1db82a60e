import { profile, saveNotificationSettings } from '@portal/contracts/guards/guards.endpoints';
import { type TestGuard, testApi } from '../../../test/test-api';

const api = testApi();
let guard: TestGuard;

beforeEach(async () => {
  guard = await api.guard();
});

const now = async () => (await api.call(profile, { id: guard.id }, { token: guard.token })).data.guard;

describe('notification settings', () => {
  const none = { isSMS: false, isEmail: false, isNotification: false };
  const all = { isSMS: true, isEmail: true, isNotification: true };
  const settings = {
    newJob: { ...none, isEmail: true },
    chat: { ...none, isSMS: true },
    jobAward: { ...none, isNotification: true },
    jobCancel: { ...all, isNotification: false },
    isNotification: false,
  };
  const others = {
    newJob: { ...all, isEmail: false },
    chat: { ...all, isSMS: false },
    jobAward: { ...all, isNotification: false },
    jobCancel: { ...none, isNotification: true },
    isNotification: true,
  };

  it('[API-GUARD-03, API-GUARD-22, API-GUARD-23, AUTHZ-36] takes four topics by three channels and one main switch, replies code and message, and stores them', async () => {
    expect(saveNotificationSettings).toMatchObject({ method: 'PATCH', path: '/guard/notification-settings/:id' });
    for (const wanted of [settings, others]) {
      const reply = await api.call(saveNotificationSettings, { id: guard.id, ...wanted }, { token: guard.token });
      expect(reply).toMatchObject({ code: 200, message: 'Your notification settings are saved.' });
      expect((await now()).notificationSettings).toEqual(wanted);
    }
  });

  it('[SETTING-16, EDITPROFILE-33/3] are stored in any combination: all off, all on, one channel alone, a topic on under a main switch that is off', async () => {
    const all = { isSMS: true, isEmail: true, isNotification: true };
    for (const [news, isNotification] of [
      [none, false],
      [all, true],
      [{ ...none, isEmail: true }, true],
      [all, false],
    ] as const) {
      const wanted = { newJob: news, chat: news, jobAward: news, jobCancel: news, isNotification };
      expect((await api.call(saveNotificationSettings, { id: guard.id, ...wanted }, { token: guard.token })).code).toBe(200);
      expect((await now()).notificationSettings).toEqual(wanted);
    }
  });

  it('[AUTHZ-36] cannot be set for another guard, without a session or before the onboarding is done', async () => {
    const other = await api.guard();
    expect(await api.call(saveNotificationSettings, { id: other.id, ...settings }, { token: guard.token })).toMatchObject({ code: 403 });
    const pending = await api.guard({ step: 'registration' });
    expect((await api.call(saveNotificationSettings, { id: guard.id, ...settings }, {})).code).toBe(401);
    expect((await api.call(saveNotificationSettings, { id: pending.id, ...settings }, { token: pending.token })).code).toBe(403);
    for (const { id, token } of [guard, other, pending])
      expect((await api.call(profile, { id }, { token })).data.guard.notificationSettings).not.toEqual(settings);
  });
});
