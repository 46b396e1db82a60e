import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { createTestDatabase } from '../testing/database';
import { heard, openSocket } from '../testing/socket';
import { closeDatabase, openDatabase, openPool } from './db';
import { joinProcesses } from './processes';

interface Process {
  http: HttpServer;
  io: Server;
  url: string;
}

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let processes: [Process, Process];

async function serve(): Promise<Process> {
  const http = createServer();
  const io = new Server(http, { transports: ['websocket'], serveClient: false });
  joinProcesses(io);
  io.use((socket, next) => {
    void socket.join('room');
    next();
  });
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  return { http, io, url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` };
}

const listeners = async (): Promise<number> =>
  (
    await openPool().query(
      "select count(*)::int as count from pg_stat_activity where datname = current_database() and query like 'LISTEN%'",
    )
  ).rows[0].count;

/** Until both listen: what is sent before is lost, as it is while a process starts. */
async function listening(): Promise<void> {
  while ((await listeners()) < 2) await new Promise((resolve) => setTimeout(resolve, 20));
}

beforeAll(async () => {
  database = await createTestDatabase();
  openDatabase(database.connection);
  processes = [await serve(), await serve()];
  await listening();
});
afterAll(async () => {
  for (const { io } of processes) await io.close();
  await closeDatabase();
  await database.drop();
});

it.each([
  ['a small event', 10],
  ['one that does not fit into a notification of the database', 50_000],
])('%s reaches the sockets of the other process', async (_what, length) => {
  const [here, there] = processes;
  const socket = await openSocket(there.url, {});
  const note = heard(socket, 'note');
  const payload = { text: 'ä'.repeat(length) };
  here.io.to('room').emit('note', payload);
  expect(await note).toEqual(payload);
  socket.close();
});

it('after a gap in which the database told nothing every page reads everything again, on each process', async () => {
  const sockets = await Promise.all(processes.map(({ url }) => openSocket(url, {})));
  const told = sockets.map((socket) => heard(socket, 'changed'));
  await openPool().query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'LISTEN%'",
  );
  expect(await Promise.all(told)).toEqual([{ domain: null }, { domain: null }]);
  await listening();
  const note = heard(sockets[1] as (typeof sockets)[number], 'note');
  processes[0].io.to('room').emit('note', 'works again');
  expect(await note).toBe('works again');
  for (const socket of sockets) socket.close();
});

it('what could not be told to the other process is made good: its pages read everything again', async () => {
  const [here, there] = processes;
  const socket = await openSocket(there.url, {});
  const told = heard(socket, 'changed');
  await openPool().query('alter table socket_io_attachments rename to away');
  here.io.to('room').emit('note', { text: 'x'.repeat(50_000) });
  await openPool().query('alter table away rename to socket_io_attachments');
  expect(await told).toEqual({ domain: null });
  socket.close();
});
