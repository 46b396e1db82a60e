import { createServer } from 'node:http';
import { type AddressInfo, connect as connectTo, createServer as createTcpServer } from 'node:net';
import { Server } from 'socket.io';
import { createTestDatabase, type TestDatabase } from '../../../test/database';
import { closeDatabase, openDatabase } from '../../../test/services';
import { openSocket, waitForEvent } from '../../../test/socket';
import { attachClusterAdapter, disconnectedTransport } from './cluster-adapter';
import { openRedis, streamName } from './redis-transport';

const databases: TestDatabase[] = [];
afterAll(async () => {
  for (const one of databases) await one.drop();
});

it('gives each database of a server a separate stream', async () => {
  const names: string[] = [];
  for (let at = 0; at < 2; at++) {
    const { connection } = databases[databases.push(await createTestDatabase()) - 1] as TestDatabase;
    openDatabase(connection);
    names.push(await streamName(), await streamName());
    await closeDatabase();
  }
  const [one, again, other, otherAgain] = names;
  expect(one).toMatch(/^portal-events-[0-9a-f]{16}$/);
  expect([again, otherAgain]).toEqual([one, other]);
  expect(other).not.toBe(one);
});

it.each([
  ['no password although it needs one', '', (_command: string) => '-NOAUTH Authentication required.'],
  [
    'a user without permissions',
    '',
    (command: string) => (command === 'PING' ? "-NOPERM this user has no permissions to run the 'ping' command" : '+OK'),
  ],
  ['a wrong password', ':wrong@', (command: string) => (command === 'AUTH' ? '-WRONGPASS invalid username-password pair' : '+OK')],
])('rejects a Redis connection with %s in one line and without a retry', async (_what, user, answer) => {
  const double = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    // Each command is an array; its first text is the name.
    socket.on('data', (sent) => {
      for (const [, name = ''] of String(sent).matchAll(/\*\d+\r\n\$\d+\r\n(\w+)\r\n/g)) socket.write(`${answer(name.toUpperCase())}\r\n`);
    });
  });
  await new Promise<void>((done) => double.listen(0, '127.0.0.1', done));
  const { port } = double.address() as AddressInfo;
  const said: string[] = [];
  const opened = openRedis(`redis://${user}127.0.0.1:${port}`, 'portal-events-shut', (line) => said.push(line));
  const outcome = await opened.then(
    (redis) => {
      redis.destroy();
      return 'opened';
    },
    (error: Error) => error.message,
  );
  double.close();
  expect([outcome, said]).toEqual([expect.stringMatching(/^REDIS_URL does not lead to a Redis: (NOAUTH|NOPERM|WRONGPASS) .+$/), []]);
});

const away = 'starts without its Redis, reports that, and reloads its pages once Redis is there and events arrive';
for (const url of process.env.TEST_REDIS_URL ? [process.env.TEST_REDIS_URL] : [])
  it(away, async () => {
    const { hostname, port } = new URL(url);
    const between = createTcpServer((near) => {
      const far = connectTo(Number(port), hostname);
      near.pipe(far).pipe(near);
      for (const end of [near, far]) end.on('error', () => undefined).on('close', () => [near, far].map((other) => other.destroy()));
    });
    await new Promise<void>((done) => between.listen(0, '127.0.0.1', done));
    const at = (between.address() as AddressInfo).port;
    await new Promise((done) => between.close(done));
    const said: string[] = [];
    const redis = await openRedis(`redis://127.0.0.1:${at}`, 'portal-events-late', (line) => said.push(line));
    const http = createServer();
    const late = new Server(http, { transports: ['websocket'], serveClient: false });
    attachClusterAdapter(late, redis, { everyMs: 200, withinMs: 400 });
    await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
    expect(said).toEqual([expect.stringMatching(/^REDIS_URL does not lead to a Redis: .*ECONNREFUSED.*, and is tried again/)]);
    expect(disconnectedTransport()).toBe('redis');
    const page = await openSocket(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, {});
    const told = waitForEvent(page, 'changed');
    await new Promise<void>((done) => between.listen(at, '127.0.0.1', done));
    expect(await told).toEqual({ domain: null });
    expect(disconnectedTransport()).toBeNull();
    page.close();
    await late.close();
    redis.destroy();
    between.close();
  });
