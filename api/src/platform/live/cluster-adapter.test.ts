import { createServer, type Server as HttpServer } from 'node:http';
import { type AddressInfo, connect as connectTo, createServer as createTcpServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { Server } from 'socket.io';
import { createTestDatabase } from '../../../test/database';
import { closeDatabase, openDatabase } from '../../../test/services';
import { openSocket, waitForEvent } from '../../../test/socket';
import { db, getPool, transaction } from '../database/db';
import { attachClusterAdapter, disconnectedTransport } from './cluster-adapter';
import { openRedis, type RedisStream, streamName } from './redis-transport';

interface Process {
  http: HttpServer;
  io: Server;
  url: string;
}

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let processes: [Process, Process];

async function serve(beat?: Parameters<typeof attachClusterAdapter>[2], redis: RedisStream | null = null): Promise<Process> {
  const http = createServer();
  const io = new Server(http, { transports: ['websocket'], serveClient: false });
  attachClusterAdapter(io, redis, beat);
  io.use((socket, next) => {
    void socket.join('room');
    next();
  });
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  return { http, io, url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` };
}

const listeners = async (): Promise<number> =>
  (await getPool().query("select count(*)::int as count from pg_stat_activity where datname = current_database() and query like 'LISTEN%'"))
    .rows[0].count;

/** Waits until both processes listen: events sent earlier are lost, as while a process starts. */
async function listening(): Promise<void> {
  while ((await listeners()) < 2) await new Promise((resolve) => setTimeout(resolve, 20));
}

beforeAll(async () => {
  database = await createTestDatabase();
  openDatabase(database.connection, database.pooled);
  processes = [await serve(), await serve()];
  await listening();
});
async function closeAll(): Promise<void> {
  for (const { io } of processes) await io.close();
  await closeDatabase();
}
afterAll(async () => {
  await closeAll();
  await database.drop();
});

/** URL of a Redis, set by `npm run lab -- cluster`. The stream belongs to this run. */
const given = process.env.TEST_REDIS_URL;
const beat = { everyMs: 200, withinMs: 400 };

interface Way {
  open(): Promise<[Process, Process]>;
  /** Cuts the connections on which both processes receive events. */
  cut(): Promise<unknown>;
  close(opened: readonly Process[]): Promise<void>;
}

const byDatabase: Way = {
  open: async () => processes,
  cut: () =>
    getPool().query("select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'LISTEN%'"),
  close: async () => undefined,
};

function byRedis(url: string): Way {
  const clients: RedisStream[] = [];
  return {
    async open() {
      const stream = await streamName();
      for (let client = 0; client < 3; client++) clients.push(await openRedis(url, stream));
      const opened: [Process, Process] = [await serve(beat, clients[0]), await serve(beat, clients[1])];
      while (disconnectedTransport()) await pause(10);
      return opened;
    },
    cut: async () => clients[2]?.sendCommand(['CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes']),
    async close(opened) {
      for (const { io } of opened) await io.close();
      for (const client of clients) client.destroy();
    },
  };
}

const ways: [string, Way][] = [['the database', byDatabase], ...(given ? [['Redis', byRedis(given)] as [string, Way]] : [])];

describe.each(ways)('by %s', (_name, way) => {
  let both: [Process, Process];
  beforeAll(async () => {
    both = await way.open();
  });
  afterAll(() => way.close(both));

  it.each([
    ['a small event', 10],
    ['an event that is too large for a notification of the database', 50_000],
  ])('%s reaches the sockets of the other process', async (_what, length) => {
    const [here, there] = both;
    const socket = await openSocket(there.url, {});
    const note = waitForEvent(socket, 'note');
    const payload = { text: 'ä'.repeat(length) };
    here.io.to('room').emit('note', payload);
    expect(await note).toEqual(payload);
    socket.close();
  });

  it('disconnects sockets on every process', async () => {
    const [here, there] = both;
    const socket = await openSocket(there.url, {});
    const gone = new Promise((resolve) => socket.once('disconnect', resolve));
    here.io.in('room').disconnectSockets(true);
    expect(await gone).toBe('io server disconnect');
  });

  it('makes every page on each process reload all its data after a gap in which events were lost', async () => {
    const sockets = await Promise.all(both.map(({ url }) => openSocket(url, {})));
    const told = sockets.map((socket) => waitForEvent(socket, 'changed'));
    await way.cut();
    expect(await Promise.all(told)).toEqual([{ domain: null }, { domain: null }]);
    while (disconnectedTransport()) await pause(10);
    await listening();
    const note = waitForEvent(sockets[1] as (typeof sockets)[number], 'note');
    both[0].io.to('room').emit('note', 'works again');
    expect(await note).toBe('works again');
    for (const socket of sockets) socket.close();
  });
});

it('makes the pages of the other process reload all their data when an event could not be sent to it', async () => {
  const [here, there] = processes;
  const socket = await openSocket(there.url, {});
  const told = waitForEvent(socket, 'changed');
  await getPool().query('alter table socket_io_attachments rename to away');
  try {
    here.io.to('room').emit('note', { text: 'x'.repeat(50_000) });
    // Another connection stores the large event, so the table must be away until then. The reload event is small and needs no table.
    expect(await told).toEqual({ domain: null });
  } finally {
    await getPool().query('alter table away rename to socket_io_attachments');
  }
  socket.close();
});

/** Connects to the database server of the tests: a local socket, or the address in DATABASE_URL. */
function connectToDatabase(): Socket {
  const { connectionString, host } = database.connection;
  if (!connectionString) return connectTo(`${host}/.s.PGSQL.5432`);
  const { hostname, port } = new URL(connectionString);
  return connectTo(Number(port || 5432), hostname);
}

/** Database and user for that server. */
function whoIs() {
  const { connectionString } = database.connection;
  if (!connectionString) return {};
  const { username, password, pathname } = new URL(connectionString);
  return { connectionString: undefined, user: username, password: decodeURIComponent(password), database: pathname.slice(1) };
}

it('detects a dead database connection that was never closed: events arrive again, and pages reload all their data', async () => {
  const held: Socket[] = [];
  let isStill = false;
  // A proxy to the database that stops forwarding without closing its connections.
  const between = createTcpServer((near) => {
    const far = connectToDatabase();
    held.push(near, far);
    near.on('data', (chunk) => isStill || far.write(chunk));
    far.on('data', (chunk) => isStill || near.write(chunk));
    for (const end of [near, far])
      end.on('error', () => undefined).on('close', () => isStill || [near, far].map((other) => other.destroy()));
  });
  await new Promise<void>((done) => between.listen(0, '127.0.0.1', done));
  const { port } = between.address() as AddressInfo;
  await closeAll();
  openDatabase({ ...database.connection, ...whoIs(), host: '127.0.0.1', port });
  processes = [await serve({ everyMs: 200, withinMs: 200 }), await serve({ everyMs: 200, withinMs: 200 })];
  await listening();
  const socket = await openSocket(processes[0].url, {});
  // A short stall of the machine counts as a dead connection, too.
  while (disconnectedTransport()) await pause(10);
  isStill = true;
  while (!disconnectedTransport()) await pause(10);
  const told = waitForEvent(socket, 'changed');
  isStill = false;
  expect(await told).toEqual({ domain: null });
  while (disconnectedTransport()) await pause(10);
  for (const end of held) end.destroy();
  between.close();
}, 60_000);

it('closes the listening connection of a process that shuts down, so that no later statement uses it', async () => {
  await closeAll();
  // With one connection, the next statement gets this one or a new one.
  openDatabase({ ...database.connection, max: 1 });
  const left = await serve();
  processes = [left, left];
  while (disconnectedTransport()) await pause(10);
  await left.io.close();
  await expect(transaction(() => sql`select 1 / 0`.execute(db()))).rejects.toThrow('division by zero');
});

const apart = 'separates the events of two portals on one Redis, and lets them expire';
for (const url of given ? [given] : [])
  it(apart, async () => {
    const [mine, theirs] = ['portal-events-mine', 'portal-events-theirs'];
    const clients: RedisStream[] = [];
    for (const stream of [mine, mine, theirs, mine]) clients.push(await openRedis(url, stream));
    const [one, beside, other] = [await serve(beat, clients[0]), await serve(beat, clients[1]), await serve(beat, clients[2])];
    const pages = [await openSocket(beside.url, {}), await openSocket(other.url, {})] as const;
    const strange: unknown[] = [];
    pages[1].on('told', (payload: unknown) => strange.push(payload));
    // Events sent before both processes listen are lost, as while a process starts.
    const isTold = waitForEvent(pages[0], 'told');
    const telling = setInterval(() => one.io.emit('told', 'to mine'), 50);
    expect(await isTold).toBe('to mine');
    clearInterval(telling);
    other.io.emit('told', 'to theirs');
    while (!strange.includes('to theirs')) await pause(10);
    expect(strange).toEqual(['to theirs']);
    for (const stream of [mine, theirs]) {
      expect(await clients[3]?.xLen(stream)).toBeGreaterThan(0);
      const left = (await clients[3]?.pTTL(stream)) ?? 0;
      expect([left > 0, left <= 600_000]).toEqual([true, true]);
    }
    for (const page of pages) page.close();
    for (const { io } of [one, beside, other]) await io.close();
    for (const client of clients) client.destroy();
  });
