import { setTimeout as pause } from 'node:timers/promises';
import { forgotPassword } from '@portal/contracts/auth/auth.endpoints';
import { profile } from '@portal/contracts/guards/guards.endpoints';
import { updateProfile } from '@portal/contracts/guards/guards.registration.endpoints';
import { postJob } from '@portal/contracts/jobs/jobs.staff';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { sosState } from '@portal/contracts/shifts/shifts.sos';
import { sql } from 'kysely';
import { connectTalkers } from '../../test/chat';
import { startFirebase } from '../../test/push';
import { startSecondApi } from '../../test/second-api';
import { openSession } from '../../test/sessions';
import { createWorkerAt } from '../../test/shifts';
import { startSmsProvider } from '../../test/sms';
import { type MailServer, startMailServer } from '../../test/smtp';
import { startApi, type TestApi } from '../../test/test-api';
import { notifyGuard } from '../domains/notifications/notify.service';
import { db } from '../platform/database/db';
import { startJobs } from './';

jest.setTimeout(240_000);

const TEAM = 'dispatch@portal.example.com';

let api: TestApi;
let worker: Awaited<ReturnType<typeof startSecondApi>>;
let post: MailServer;
let provider: Awaited<ReturnType<typeof startSmsProvider>>;
let firebase: Awaited<ReturnType<typeof startFirebase>>;

beforeAll(async () => {
  [post, provider, firebase] = await Promise.all([startMailServer(), startSmsProvider(), startFirebase()]);
  const sos = { first: [TEAM, '4165550177'].map((to) => ({ to, name: 'Dispatch' })), next: [], afterMinutes: 3 };
  const env = { smtpUrl: post.url, smsUrl: provider.url, push: firebase.source, sos };
  api = await startApi({ env: { ...env, runsJobs: false }, severalProcesses: true, startWork: startJobs });
  worker = await startSecondApi(api, { ...env, runsJobs: true });
});
afterAll(async () => {
  await worker.stop();
  await api.stop();
  await Promise.all([post.stop(), provider.stop(), firebase.stop()]);
});

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + 30_000; !(await isSo()); await pause(50))
    if (performance.now() > deadline) throw new Error('It did not come to pass');
}

describe('a process that takes calls and runs no jobs', () => {
  it('has its mails sent by the worker, and stores none in the development mailbox', async () => {
    const guard = await api.guard();
    await api.call(forgotPassword, { email: guard.email });
    await until(() => post.accepted.some(({ to }) => to === guard.email));
    const { rows } = await sql`select from outgoing_messages where state = 'kept'`.execute(db());
    expect(rows).toEqual([]);
  });

  it('has guards alerted of a new job and of unread chat messages by the worker', async () => {
    const { people } = await connectTalkers(api, 2);
    const [ada, ben] = people;
    const { token } = ben.guard;
    const { guard } = (await api.call(profile, { id: ben.guard.id }, { token })).data;
    await api.call(updateProfile, { id: ben.guard.id, lat: 43.6532, lng: -79.3832 }, { token });
    await ada.send('Hello');
    api.clock.advance({ minutes: 2 });
    const job = { jobTitle: 'Harbour watch', dates: ['2027-03-16'], speciality: guard.workSpecialities[0]?.id, city: 'Toronto' };
    await api.call(postJob, job as never);
    const alerts = async () =>
      (await api.call(listNotifications, { limit: 50 } as never, { token })).data.docs
        .filter(({ title, description }) => title === 'New chat messages' || description.startsWith('Harbour watch,'))
        .map(({ title }) => title)
        .sort();
    await until(async () => (await alerts()).length > 1);
    expect(await alerts()).toEqual(['New chat messages', 'New job']);
    for (const { socket } of people) socket.close();
  });

  it('reports an SOS as delivered only after the worker has called the team', async () => {
    const { guard, me } = await createWorkerAt(api, '2027-03-10T12:00:00.000Z');
    api.clock.set('2027-03-10T18:00:00.000Z');
    await me.start();
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    post.hold = held;
    provider.hold = held;
    const { sosId, reachedAt } = (await me.sos()).data ?? { sosId: '', reachedAt: 'never' };
    const state = async () => (await api.call(sosState, { sosId }, { token: guard.token })).data.reachedAt;
    expect([reachedAt, await state()]).toEqual([null, null]);
    go();
    post.hold = null;
    await until(async () => (await state()) !== null);
    await until(() => post.accepted.some(({ to }) => to === TEAM) && provider.sent.some(({ to }) => to === '+14165550177'));
  });

  it('has its push messages sent by the worker', async () => {
    const guard = await api.guard();
    await openSession(guard.id, 'a-phone-of-theirs');
    await notifyGuard(guard.id, 'other', { title: 'You were awarded a job' });
    await until(() => firebase.sent.length > 0);
    expect(firebase.sent.map(({ token }) => token)).toEqual(['a-phone-of-theirs']);
  });
});
