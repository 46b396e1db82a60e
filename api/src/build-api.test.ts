import { setTimeout as pause } from 'node:timers/promises';
import { drain } from '@portal/contracts/_kernel/drain';
import { endpoint } from '@portal/contracts/_kernel/endpoint';
import { anything } from '@portal/contracts/_kernel/shapes';
import { readAllNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { sql } from 'kysely';
import pg from 'pg';
import { object } from 'yup';
import { startFirebase } from '../test/push';
import { startSecondApi } from '../test/second-api';
import { openSession } from '../test/sessions';
import { type MailServer, startMailServer } from '../test/smtp';
import { openSocket, waitForEvent } from '../test/socket';
import { startApi, type TestApi, type TestGuard } from '../test/test-api';
import { notifyGuard } from './domains/notifications/notify.service';
import { startJobs } from './jobs';
import { db } from './platform/database/db';
import { bind } from './platform/http/routes';
import { queueMessage } from './platform/messages/message-queue';

jest.setTimeout(240_000);

const late = endpoint({ id: 'rehearsal.late', method: 'EVENT', path: 'late', auth: 'bearer', input: object({}), output: anything() });

let api: TestApi;
let guard: TestGuard;
let post: MailServer;
let firebase: Awaited<ReturnType<typeof startFirebase>>;
let isAsked: boolean;
let letGo: () => void;

beforeEach(async () => {
  isAsked = false;
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const answerLate = bind(late, async () => {
    isAsked = true;
    await gate;
    await mail('late@example.com');
    await notifyGuard(guard.id, 'other', { title: 'Late' });
    return null;
  });
  post = await startMailServer();
  firebase = await startFirebase();
  const env = { staffPort: 0, smtpUrl: post.url, push: firebase.source };
  api = await startApi({ env, severalProcesses: true, socketRoutes: [answerLate], startWork: startJobs });
  guard = await api.guard();
});
afterEach(async () => {
  letGo();
  await api.stop();
  await post.stop();
  await firebase.stop();
});

const mail = (to: string) => queueMessage({ channel: 'mail', to, guardId: null, subject: 'News', body: 'Good morning.' });
const isRefused = (url: string) =>
  fetch(`${url}/healthz`, { headers: { connection: 'close' } }).then(
    () => false,
    () => true,
  );
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(10);
}

describe('an API that closes', () => {
  it('accepts no calls on either listener while its jobs finish their current work', async () => {
    let accept: () => void = () => undefined;
    post.hold = new Promise((resolve) => {
      accept = resolve;
    });
    await mail('ada@example.com');
    await until(() => post.tries === 1);
    const closing = api.app.close();
    await until(() => isRefused(api.url));
    await until(() => isRefused(api.staffUrl));
    expect(post.accepted).toEqual([]);
    accept();
    await closing;
    // The job finished and was not released.
    const { rows } = await sql`select state, last_error from outgoing_messages where recipient = 'ada@example.com'`.execute(db());
    expect(rows).toEqual([{ state: 'sent', last_error: null }]);
  });

  it('finishes a running call after its client has disconnected, and leaves its messages to the next process', async () => {
    await openSession(guard.id, 'phone-1');
    const socket = await openSocket(api.url, { token: guard.token });
    const parted = waitForEvent(socket, 'disconnect');
    socket.emit('late', {});
    await until(() => isAsked);
    const closing = api.app.close();
    // The socket waits at most two seconds for a running call.
    await parted;
    expect(await Promise.race([closing.then(() => 'closed'), pause(500, 'waits')])).toBe('waits');
    letGo();
    await closing;
    expect((await sql`select state from outgoing_messages where recipient = 'late@example.com'`.execute(db())).rows).toEqual([
      { state: 'queued' },
    ]);
    expect(firebase.sent.map(({ notification }) => notification.title)).toEqual(['Late']);
  });

  it('sends events of its last calls to the pages of other processes', async () => {
    await notifyGuard(guard.id, 'other', { title: 'Not read yet' });
    const beside = await startSecondApi(api);
    const holder = new pg.Client(api.database);
    await holder.connect();
    try {
      const socket = await openSocket(beside.url, { token: guard.token });
      const told = waitForEvent(socket, 'changed');
      await holder.query('begin; lock table notifications');
      const reading = api.call(readAllNotifications, {}, { token: guard.token });
      // By another connection: within its transaction, the holder sees `pg_stat_activity` as it was at its first query.
      const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
        and query like '%notifications%'`;
      await until(async () => (await waiting.execute(db())).rows.length > 0);
      const left = drain([api.app], { noticeMs: 0, withinMs: 8_000 });
      await until(() => isRefused(api.url));
      await holder.query('commit');
      expect((await reading).code).toBe(200);
      expect(await told).toEqual({ domain: 'notifications' });
      expect(await left).toBe(true);
      socket.close();
    } finally {
      await holder.end();
      await beside.stop();
    }
  });
});
