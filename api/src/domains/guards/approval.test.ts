import { saveNotificationSettings } from '@portal/contracts/guards/guards.endpoints';
import { approveGuard, suspendGuard } from '@portal/contracts/guards/guards.staff';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { readMailbox } from '@portal/contracts/rehearsal/rehearsal.staff';
import { registrationCalls } from '../../../test/registrations';
import { testApi } from '../../../test/test-api';

const api = testApi();

it('sends an e-mail, a text message and an alert once when staff approve a guard, as the thank-you page promises', async () => {
  const guard = await api.guard({ step: 'approval' });
  const { mobileNumber } = await registrationCalls(api).seen(guard);
  await api.call(approveGuard, { guard: guard.id });
  await api.call(approveGuard, { guard: guard.id });
  const message = { subject: 'You are approved', body: expect.stringContaining('apply') };
  for (const [to, channel] of [
    [guard.email, 'mail'],
    [mobileNumber, 'sms'],
  ] as const)
    expect((await api.call(readMailbox, { to })).data).toEqual([expect.objectContaining({ channel, ...message })]);
  const { docs } = (await api.call(listNotifications, {} as never, guard)).data;
  expect(docs).toMatchObject([{ title: 'You are approved', to: jobsPaths.search() }]);
});

it('sends e-mail and text message when every notification setting is off', async () => {
  const guard = await api.guard();
  const off = { isSMS: false, isEmail: false, isNotification: false };
  const settings = { newJob: off, chat: off, jobAward: off, jobCancel: off, isNotification: false };
  await api.call(saveNotificationSettings, { id: guard.id, ...settings }, { token: guard.token });
  await api.call(suspendGuard, { guard: guard.id });
  await api.call(approveGuard, { guard: guard.id });
  const { mobileNumber } = await registrationCalls(api).seen(guard);
  for (const to of [guard.email, mobileNumber])
    expect((await api.call(readMailbox, { to })).data[0]).toMatchObject({ subject: 'You are approved' });
});

it('sends it again when a suspended guard is approved again', async () => {
  const guard = await api.guard();
  await api.call(suspendGuard, { guard: guard.id });
  await api.call(approveGuard, { guard: guard.id });
  expect((await api.call(readMailbox, { to: guard.email })).data).toMatchObject([{ subject: 'You are approved' }]);
});
