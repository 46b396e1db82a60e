import { Agent, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { drain } from '@portal/contracts/_kernel/drain';
import { endpoint } from '@portal/contracts/_kernel/endpoint';
import { anything } from '@portal/contracts/_kernel/shapes';
import { toWire } from '@portal/contracts/_kernel/wire';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import pg from 'pg';
import { object } from 'yup';
import { openSocket } from '../../../test/socket';
import { startApi, type TestApi, type TestGuard } from '../../../test/test-api';
import { getPool } from '../database/db';
import { bind } from './routes';

const slow = endpoint({ id: 'rehearsal.slow', method: 'EVENT', path: 'slow', auth: 'bearer', input: object({}), output: anything() });

/** Polls run every 50 ms or less often, so half a second has fewer than this. */
const MOST_LOOKS = 20;

let api: TestApi;
let guard: TestGuard;
let agent: Agent;
let holder: pg.Client;

beforeEach(async () => {
  const answerSlowly = bind(slow, async () => {
    await getPool().query('select from notifications limit 1');
    return 'answered';
  });
  api = await startApi({ socketRoutes: [answerSlowly] });
  guard = await api.guard();
  agent = new Agent({ keepAlive: true, maxSockets: 4 });
  holder = new pg.Client(api.database);
  await holder.connect();
});
afterEach(async () => {
  agent.destroy();
  await holder.end();
  await api.stop();
});

/** Blocks all reads of notifications until `letGo`. */
const holdUp = () => holder.query('begin; lock table notifications');
const letGo = () => holder.query('commit');
async function isHeldUp(): Promise<void> {
  // By another connection: within its transaction, the holder sees `pg_stat_activity` as it was at its first query.
  const look = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  const waiting = async () => (await getPool().query(look)).rows;
  while ((await waiting()).length === 0) await pause(10);
}

/** Requests a path on a keep-alive connection, if there is one. */
function ask(path: string): Promise<{ status: number | undefined; connection: string | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const options = { agent, headers: { authorization: `Bearer ${guard.token}` } };
    const answered = async (response: IncomingMessage) =>
      resolve({ status: response.statusCode, connection: response.headers.connection, body: await text(response) });
    get(api.url + path, options, answered).on('error', reject);
  });
}
const notifications = toWire(listNotifications, {}).url;

describe('a process that shuts down', () => {
  it('reports it at /readyz before it closes anything, and ends each connection after a reply', async () => {
    expect(await ask(notifications)).toMatchObject({ status: 200, connection: undefined });
    const left = drain([api.app], { noticeMs: 4_000, withinMs: 12_000 });
    expect(await ask('/readyz')).toMatchObject({ status: 503, connection: 'close' });
    expect(await ask('/healthz')).toMatchObject({ status: 200 });
    expect(await ask(notifications)).toMatchObject({ status: 200, connection: 'close' });
    expect(await left).toBe(true);
    await expect(ask(notifications)).rejects.toThrow('ECONNREFUSED');
  });

  it('replies to running requests until its time is over', async () => {
    await holdUp();
    const asked = ask(notifications);
    await isHeldUp();
    const left = drain([api.app], { noticeMs: 0, withinMs: 8_000 });
    await pause(200);
    await letGo();
    expect(await asked).toMatchObject({ status: 200, connection: 'close' });
    expect(await left).toBe(true);
  });

  it('ends when its time is over, also with running requests', async () => {
    await holdUp();
    const asked = ask(notifications).catch((error: Error) => error.message);
    await isHeldUp();
    const looks = jest.spyOn(api.app.server, 'closeIdleConnections');
    expect(await drain([api.app], { noticeMs: 0, withinMs: 500 })).toBe(false);
    expect(looks).toHaveBeenCalled();
    expect(looks.mock.calls.length).toBeLessThan(MOST_LOOKS);
    expect(await asked).toBe('socket hang up');
    await letGo();
  });

  it('ends when its time is over, also after the client of a running request has left, and when the database does not close', async () => {
    await holdUp();
    const asked = ask(notifications).catch((error: Error) => error.message);
    await isHeldUp();
    agent.destroy();
    expect(await asked).toBe('socket hang up');
    const looks = jest.spyOn(api.app.server, 'closeIdleConnections');
    expect(await drain([api.app], { noticeMs: 0, withinMs: 500 })).toBe(false);
    await letGo();
    await api.app.close();
    expect(await drain([api.app], { noticeMs: 0, withinMs: 500 }, () => new Promise(() => undefined))).toBe(false);
    expect(looks).toHaveBeenCalled();
    expect(looks.mock.calls.length).toBeLessThan(2 * MOST_LOOKS);
  });

  it('replies to a running socket call before it closes the socket, so that the client reconnects to another process', async () => {
    const socket = await openSocket(api.url, { token: guard.token });
    const parted = new Promise<string>((resolve) => socket.on('disconnect', resolve));
    await holdUp();
    const answer = socket.emitWithAck('slow', {});
    await isHeldUp();
    const left = drain([api.app], { noticeMs: 0, withinMs: 8_000 });
    await letGo();
    expect(await answer).toMatchObject({ code: 200, data: 'answered' });
    expect(await parted).toBe('transport close');
    expect(await left).toBe(true);
    socket.close();
  });
});
