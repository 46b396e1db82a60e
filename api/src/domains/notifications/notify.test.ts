import { applyForJob } from '@portal/contracts/applications/applications.endpoints';
import { award } from '@portal/contracts/applications/applications.staff';
import { saveNotificationSettings } from '@portal/contracts/guards/guards.endpoints';
import { cancelJob, postJob } from '@portal/contracts/jobs/jobs.staff';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { readMailbox } from '@portal/contracts/rehearsal/rehearsal.staff';
import { testApi } from '../../../test/test-api';

const api = testApi();
const off = { isSMS: false, isEmail: false, isNotification: false };

it('stores a notification in the alerts when every channel is switched off', async () => {
  api.clock.set('2027-03-10T15:00:00.000Z');
  const guard = await api.guard();
  const settings = { newJob: off, chat: off, jobAward: off, jobCancel: off, isNotification: false };
  await api.call(saveNotificationSettings, { id: guard.id, ...settings }, { token: guard.token });
  const { jobId, shiftIds } = (await api.call(postJob, { jobTitle: 'Gate watch', dates: ['2027-03-12'] } as never)).data;
  await api.call(applyForJob, { userId: jobId, jobId, shiftId: shiftIds[0] ?? '', isApply: 1 }, { token: guard.token });
  await api.call(award, { jobId, guard: guard.id });
  await api.call(cancelJob, { jobId });
  const { docs } = (await api.call(listNotifications, {}, { token: guard.token })).data;
  expect(docs.map(({ title }) => title).sort()).toEqual(['Job cancelled', 'You were awarded a job']);
  expect((await api.call(readMailbox, { to: guard.email })).data).toEqual([]);
});
