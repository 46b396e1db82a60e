import { randomUUID } from 'node:crypto';
import type { Input } from '@portal/contracts/_kernel/endpoint';
import { applyForJob } from '@portal/contracts/applications/applications.endpoints';
import { award } from '@portal/contracts/applications/applications.staff';
import type { Message } from '@portal/contracts/chat/chat.shapes';
import { postJob } from '@portal/contracts/jobs/jobs.staff';
import pg from 'pg';
import { emit, openSocket } from '../../../api/test/socket';
import { makeGuards } from '../../../e2e/kills/actors';
import { type Api, startApiAlone, startApiBeside } from '../api/process';
import type { Entry, Figure } from '../entry';
import { estimate, worstOf } from '../estimate';
import type { Lab } from '../lab';
import { median, ms, p95 } from '../numbers';

const SOCKETS = 1_000;
const AT_ONCE = 50;
const WARM_UP = 10;
const MESSAGES_PER_RUN = 10;
/** Interval between messages. A room has more traffic only in exceptional situations. */
const BETWEEN_MS = 200;
const ANSWER_MS = 10_000;

interface Member {
  id: string;
  token: string;
  roomId: string;
  jobId: string;
}

/** Creates guards in rooms of `roomSize`: the first one was awarded a job, the others are added as participants. */
async function makeRooms(api: Api, roomSize: number): Promise<Member[]> {
  const pool = new pg.Pool(api.database);
  const query = async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows;
  const guards = await makeGuards({ get: api.get, query }, SOCKETS);
  const members: Member[] = [];
  for (let first = 0; first < guards.length; first += roomSize) {
    const inside = guards.slice(first, first + roomSize);
    const { id, token } = inside[0] as (typeof inside)[number];
    const { jobId, shiftIds } = await api.get(postJob, { jobTitle: 'Talked about' } as Input<typeof postJob>);
    await api.get(applyForJob, { userId: id, jobId, shiftId: shiftIds[0] ?? '', isApply: 1 }, { token });
    await api.get(award, { jobId, guard: id });
    const [room] = await query('select id from chat_rooms where job_id = $1', [jobId]);
    await query(
      `insert into chat_participants (room_id, guard_id, joined_at) select $1, id, now() from unnest($2::uuid[]) id on conflict do nothing`,
      [room.id, inside.map((guard) => guard.id)],
    );
    members.push(...inside.map((guard) => ({ ...guard, roomId: room.id as string, jobId })));
  }
  await query('analyze');
  await pool.end();
  return members;
}

interface Line extends Member {
  socket: Awaited<ReturnType<typeof openSocket>>;
}

/** Opens a socket per guard, distributed over the processes. */
async function connectAll(apis: readonly Api[], members: readonly Member[]): Promise<Line[]> {
  const lines: Line[] = [];
  for (let first = 0; first < members.length; first += AT_ONCE)
    lines.push(
      ...(await Promise.all(
        members.slice(first, first + AT_ONCE).map(async (member, index) => {
          const { url } = apis[(first + index) % apis.length] as Api;
          return { ...member, socket: await openSocket(url, { token: member.token }) };
        }),
      )),
    );
  return lines;
}

const within = <T>(promise: Promise<T>, what: string): Promise<T> =>
  Promise.race([
    promise,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error(`${what} took more than ${ANSWER_MS} ms`)), ANSWER_MS).unref()),
  ]);

/** Sends one message and waits until all other guards in the room have it; returns the milliseconds of each. */
async function say(from: Line, lines: readonly Line[]): Promise<number[]> {
  const message = `Message ${randomUUID()}`;
  const others = lines.filter(({ roomId, id }) => roomId === from.roomId && id !== from.id);
  const { roomId, jobId, id } = from;
  const began = performance.now();
  const heard = others.map(
    ({ socket }) =>
      new Promise<number>((resolve) => {
        socket.once('receiveMessage', (given: Message) => resolve(given.message === message ? performance.now() - began : Number.NaN));
      }),
  );
  const input = { roomId, jobId, senderId: id, senderType: 'guard', message, clientId: randomUUID() };
  const { code, message: words } = await within(emit(from.socket, 'sendMessage', input), 'the acknowledgement');
  if (code !== 200) throw new Error(`sendMessage: ${code} ${words}`);
  const took = await within(Promise.all(heard), 'a delivery');
  if (took.some(Number.isNaN)) throw new Error('another message was heard than the one that was sent');
  return took;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function talk(lab: Lab, apis: readonly Api[], roomSize: number): Promise<Figure> {
  const [first] = apis as [Api];
  lab.say(`${SOCKETS} sockets at ${apis.length} API${apis.length > 1 ? 's' : ''}, ${roomSize} in a room`);
  const lines = await connectAll(apis, await makeRooms(first, roomSize));
  const took: number[] = [];
  for (let turn = -WARM_UP; turn < lab.runs * MESSAGES_PER_RUN; turn++) {
    const [each] = await Promise.all([say(lines[((turn + WARM_UP) * 7) % lines.length] as Line, lines), pause(BETWEEN_MS)]);
    if (turn >= 0) took.push(...each);
  }
  for (const { socket } of lines) socket.close();
  return {
    ...estimate(lab.random, took, p95),
    detail: `${SOCKETS} sockets, ${roomSize} in a room: ${took.length} deliveries, median ${ms(median(took))}, p95 ${ms(p95(took))}, worst ${ms(Math.max(...took))}`,
  };
}

/** Measures both cases: all guards in one room, and five to a room. */
async function measure(lab: Lab, apis: readonly Api[]): Promise<Figure> {
  const talks = [await talk(lab, apis, SOCKETS), await talk(lab, apis, 5)];
  return { ...worstOf(talks), detail: talks.map(({ detail }) => detail).join('; ') };
}

export const chatFanout: readonly Entry[] = [
  {
    id: 'chat-fanout',
    what: `Chat: from sendMessage to receiveMessage, including storage, ${SOCKETS} sockets at one API, in one room or five to a room, p95 of the slower case`,
    on: 'machine',
    unit: 'ms',
    atMost: 100,
    measure: async (lab) => measure(lab, [await startApiAlone(lab, 'chat_fanout')]),
  },
  {
    id: 'chat-two',
    what: `The same with the sockets at two APIs with one database`,
    on: 'machine',
    unit: 'ms',
    atMost: 100,
    measure: async (lab) => {
      const first = await startApiAlone(lab, 'chat_two');
      return measure(lab, [first, await startApiBeside(lab, first.database, 'chat_two_beside')]);
    },
  },
];
