import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { getChats } from '@portal/contracts/chat/chat.endpoints';
import { random } from '../../api/seed/random';
import { workDefects } from '../../api/src/testing/work-defects';
import { type Act, actsOf, type Marks, markNames, marksOf, readReasons } from './acts';
import { makePeople, type Person } from './people';
import { type Mode, type Server, startServer } from './server';

const CALLERS = 12;
const PEOPLE = 40;
/** One act in so many is told twice at the same moment, under one key. */
const TWICE = 6;
const LOAD_MS = { from: 60, to: 2_000 };

export interface Killing {
  rounds: number;
  acknowledged: number;
  /** Acts whose reply never came: told again under their key. */
  inDoubt: number;
  /** Each in words; none is what is wanted. */
  lost: string[];
  doubled: string[];
  defects: string[];
}

/** A person, how far they came, and what the API said of it. */
export interface Course {
  person: Person;
  acknowledged: Marks;
  inDoubt: Act | null;
  left: Act[];
}

const add = (marks: Marks, more: Marks): Marks =>
  Object.fromEntries(markNames.map((name) => [name, (marks[name] ?? 0) + (more[name] ?? 0)]));
const keyOf = ({ person }: Course, { name }: Act) => `${person.assignmentId}:${name}`.replaceAll(' ', '-');

async function send(server: Server, course: Course, act: Act, isTwice: boolean): Promise<void> {
  course.inDoubt = act;
  const once = () => act.send(server, course.person, keyOf(course, act));
  const replies = await Promise.allSettled(isTwice ? [once(), once()] : [once()]);
  const arrived = replies.flatMap((reply) => (reply.status === 'fulfilled' ? [reply.value] : []));
  const refused = arrived.find(({ code }) => code !== 200 && code !== 503);
  if (refused) throw new Error(`${act.name}: ${refused.code} ${refused.message}`);
  if (!arrived.some(({ code }) => code === 200)) return;
  course.acknowledged = add(course.acknowledged, act.leaves);
  course.inDoubt = null;
  course.left.shift();
}

/** Carries the courses on, several at a time; a caller who gets no answer stops. */
async function carryOn(server: Server, courses: Course[], isTwice: () => boolean): Promise<void> {
  const waiting = [...courses];
  const caller = async () => {
    for (let course = waiting.shift(); course; course = waiting.shift()) {
      let act = course.left[0];
      while (act) {
        await send(server, course, act, isTwice());
        if (course.inDoubt) return;
        act = course.left[0];
      }
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
}

/** Acknowledged acts are there; beside them at most the one that is in doubt. */
export async function compare(
  server: Pick<Server, 'query'>,
  courses: readonly Course[],
  found: Pick<Killing, 'lost' | 'doubled'>,
): Promise<void> {
  for (const { person, acknowledged, inDoubt } of courses) {
    const there = await marksOf(server, person);
    const most = add(acknowledged, inDoubt?.leaves ?? {});
    for (const name of markNames) {
      const what = `${name} of ${person.id}: ${there[name]} there, ${acknowledged[name] ?? 0} acknowledged`;
      if (there[name] < (acknowledged[name] ?? 0)) found.lost.push(what);
      if (there[name] > (most[name] ?? 0)) found.doubled.push(what);
    }
  }
}

const defectsOf = (server: Server): Promise<string[]> =>
  workDefects(async (query) => ({ rows: await server.query<{ id: string }>(query) }));

/** `seeded`: what the demonstration shows on purpose, such as a shift that was paid too little. */
async function checkWork(server: Server, seeded: readonly string[], found: Killing): Promise<void> {
  found.defects.push(...(await defectsOf(server)).filter((defect) => !seeded.includes(defect)));
}

/** What a guard is shown of each chat is what is stored of it, each message once. */
async function checkChats(server: Server, people: readonly Person[], found: Pick<Killing, 'lost' | 'doubled'>): Promise<void> {
  const oneOfEach = [...new Map(people.map((person) => [person.roomId, person])).values()];
  for (const { id, token, jobId, roomId } of oneOfEach) {
    const read = async (lastMessageTimeStamp: string) => {
      const { data, message } = await server.call(getChats, { userId: id, jobId, roomId, lastMessageTimeStamp }, { token });
      if (!data) throw new Error(`the chat ${roomId} cannot be read: ${message}`);
      return data.chats;
    };
    const shown = new Set<string>();
    // A page begins with the message that the one before it ended with.
    for (let page = await read(''); page.some((message) => !shown.has(message.id)); page = await read(page[0]?.timeStamp ?? '')) {
      const ids = page.map((message) => message.id);
      if (new Set(ids).size < ids.length) found.doubled.push(`the chat ${roomId} shows a message twice`);
      for (const one of ids) shown.add(one);
    }
    const stored = await server.query<{ id: string }>('select id from chat_messages where room_id = $1', [roomId]);
    const missing = stored.filter((message) => !shown.has(message.id));
    if (missing.length > 0) found.lost.push(`${missing.length} messages of the chat ${roomId} are stored and not shown`);
    if (shown.size > stored.length) found.doubled.push(`the chat ${roomId} shows more than is stored`);
  }
}

/** Every copy that is said to be finished is there, whole; one that a kill broke off waits for its lease, and is not said to be. */
async function checkCopies(server: Server, exports: string, found: Pick<Killing, 'lost'>): Promise<void> {
  const done = await server.query<{ id: string; bytes: string }>(`select id, bytes from exports where state = 'done'`);
  for (const { id, bytes } of done) {
    const file = statSync(join(exports, `${id}.zip`), { throwIfNoEntry: false });
    if (file?.size !== Number(bytes)) found.lost.push(`the copy ${id} has ${file?.size ?? 'no'} bytes of ${bytes}`);
  }
}

interface Options {
  mode: Mode;
  folder: string;
  rounds: number;
  seed: number;
  say(line: string): void;
}

/** Kills the API in the middle of applies, arrivals, starts, breaks and ends, starts it again, and compares what it said with what is stored. */
export async function killOften({ mode, folder, rounds, seed, say }: Options): Promise<Killing> {
  const dice = random(seed);
  const isTwice = () => dice.between(1, TWICE) === 1;
  const server = await startServer(mode, folder);
  const found: Killing = { rounds, acknowledged: 0, inDoubt: 0, lost: [], doubled: [], defects: [] };
  const all: Course[] = [];
  try {
    const seeded = await defectsOf(server);
    for (let round = 1; round <= rounds; round++) {
      const people = await makePeople(server, PEOPLE);
      const [first] = people;
      if (!first) throw new Error('nobody was made');
      const acts = actsOf(await readReasons(server, first));
      const courses = people.map((person): Course => ({ person, acknowledged: {}, inDoubt: null, left: [...acts] }));
      // Every fifth time the embedded database dies with its API.
      const withDatabase = mode === 'embedded' && round % 5 === 0;
      const load = carryOn(server, courses, isTwice);
      await wait(dice.between(LOAD_MS.from, LOAD_MS.to));
      await Promise.all([load, server.kill(withDatabase)]);
      const before = courses.reduce((sum, { left }) => sum + acts.length - left.length, 0);
      const doubts = courses.filter(({ inDoubt }) => inDoubt).length;
      await server.restart();
      await compare(server, courses, found);
      await checkWork(server, seeded, found);
      await carryOn(server, courses, isTwice);
      await compare(server, courses, found);
      await checkChats(server, people, found);
      found.inDoubt += doubts;
      found.acknowledged += courses.length * acts.length;
      const undone = courses.filter(({ left }) => left.length > 0).length;
      if (undone > 0) found.lost.push(`${undone} courses could not be finished after kill ${round}`);
      all.push(...courses);
      say(
        `kill ${round} of ${rounds}${withDatabase ? ', database too' : ''}: ${before} of ${courses.length * acts.length} acknowledged before, ${doubts} in doubt, ${found.lost.length} lost, ${found.doubled.length} doubled, ${found.defects.length} defects`,
      );
    }
    // What an earlier kill spared must outlive the later ones.
    await compare(server, all, found);
    await checkWork(server, seeded, found);
    await checkCopies(server, join(folder, mode, 'exports'), found);
    return found;
  } finally {
    await server.stop();
  }
}
