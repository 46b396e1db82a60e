import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { getChats } from '@portal/contracts/chat/chat.endpoints';
import { type Random, random } from '../../api/seed/random';
import { workDefects } from '../../api/src/testing/work-defects';
import { type Act, actsOf, type Marks, markNames, marksOf, readReasons } from './acts';
import { makePeople, type Person } from './people';
import { type Mode, type Server, startServer } from './server';

const CALLERS = 12;
const PEOPLE = 40;
/** One act in so many is told twice at the same moment, under one key. */
const TWICE = 6;
const LOAD_MS = { from: 60, to: 2_000 };
/** How often the moment of a kill is chosen again that met nothing on its way. */
const MOMENTS = 5;

export interface Killing {
  rounds: number;
  acknowledged: number;
  /** Of each round: acts that were sent and whose reply never came. They were told again under their key. */
  inDoubt: number[];
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
  /** Their act was sent, and nothing was said of it. */
  isUnanswered: boolean;
  left: Act[];
}

/** Both together. */
export const add = (marks: Marks, more: Marks): Marks =>
  Object.fromEntries(markNames.map((name) => [name, (marks[name] ?? 0) + (more[name] ?? 0)]));
const keyOf = ({ person }: Course, { name }: Act) => `${person.assignmentId}:${name}`.replaceAll(' ', '-');

async function send(server: Server, course: Course, act: Act, isTwice: boolean): Promise<void> {
  course.inDoubt = act;
  course.isUnanswered = true;
  const once = () => act.send(server, course.person, keyOf(course, act));
  const replies = await Promise.allSettled(isTwice ? [once(), once()] : [once()]);
  const arrived = replies.flatMap((reply) => (reply.status === 'fulfilled' ? [reply.value] : []));
  course.isUnanswered = arrived.length === 0;
  const refused = arrived.find(({ code }) => code !== 200 && code !== 503);
  if (refused) throw new Error(`${act.name}: ${refused.code} ${refused.message}`);
  if (!arrived.some(({ code }) => code === 200)) return;
  course.acknowledged = add(course.acknowledged, act.leaves);
  course.inDoubt = null;
  course.left.shift();
}

/** Carries the courses on, several at a time; a caller who gets no answer stops. */
export async function carryOn(server: Server, courses: Course[], isTwice: () => boolean): Promise<void> {
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

/** How many acts were on their way when the API was killed. */
export const unanswered = (courses: readonly Course[]): number => courses.filter(({ isUnanswered }) => isUnanswered).length;

/** A kill that met no act on its way proves nothing: its moment is chosen again, some times. Gives how many acts the last one met. */
export async function killInTheMiddle(round: number, kill: () => Promise<number>): Promise<number> {
  for (let moment = 1; moment <= MOMENTS; moment++) {
    const inDoubt = await kill();
    if (inDoubt > 0) return inDoubt;
  }
  throw new Error(`kill ${round} met no act on its way at any of ${MOMENTS} moments: the rounds before it prove nothing either`);
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

const defectsOf = (server: Server): Promise<string[]> => workDefects((query) => server.query(query));

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

interface Stage {
  server: Server;
  dice: Random;
  found: Killing;
  all: Course[];
  /** What the demonstration shows on purpose, such as a shift that was paid too little. */
  seeded: readonly string[];
  say(line: string): void;
  /** How long a load takes that nobody interrupts, as far as one was seen: later moments lie within it. */
  loadMs: number;
}

const isTwice = (dice: Random) => () => dice.between(1, TWICE) === 1;

/** New people, who act until the API is killed. Their load may have ended before that moment, on a fast machine. */
async function killUnderLoad(stage: Stage, withDatabase: boolean) {
  const { server, dice } = stage;
  const people = await makePeople(server, PEOPLE);
  const [first] = people;
  if (!first) throw new Error('nobody was made');
  const acts = actsOf(await readReasons(server, first));
  const courses = people.map((person): Course => ({ person, acknowledged: {}, inDoubt: null, isUnanswered: false, left: [...acts] }));
  const load = carryOn(server, courses, isTwice(dice));
  const began = performance.now();
  const isOver = await Promise.race([load.then(() => true), wait(dice.between(LOAD_MS.from, stage.loadMs), false)]);
  if (isOver) stage.loadMs = Math.max(LOAD_MS.from, Math.floor(performance.now() - began));
  await Promise.all([load, server.kill(withDatabase)]);
  return { people, courses, acts };
}

/** One kill: what was said is there before anybody goes on, and after everybody did. Gives how many acts were in doubt. */
async function killOnce(stage: Stage, name: string, withDatabase: boolean): Promise<number> {
  const { server, dice, found, all, seeded } = stage;
  const { people, courses, acts } = await killUnderLoad(stage, withDatabase);
  const before = courses.reduce((sum, { left }) => sum + acts.length - left.length, 0);
  const inDoubt = unanswered(courses);
  await server.restart();
  await compare(server, courses, found);
  await checkWork(server, seeded, found);
  await carryOn(server, courses, isTwice(dice));
  await compare(server, courses, found);
  await checkChats(server, people, found);
  found.acknowledged += courses.length * acts.length;
  const undone = courses.filter(({ left }) => left.length > 0).length;
  if (undone > 0) found.lost.push(`${undone} courses could not be finished after ${name}`);
  all.push(...courses);
  stage.say(
    `${name}${withDatabase ? ', database too' : ''}: ${before} of ${courses.length * acts.length} acknowledged before, ${inDoubt} in doubt, ${found.lost.length} lost, ${found.doubled.length} doubled, ${found.defects.length} defects`,
  );
  return inDoubt;
}

/** Kills the API in the middle of applies, arrivals, starts, breaks and ends, starts it again, and compares what it said with what is stored. */
export async function killOften({ mode, folder, rounds, seed, say }: Options): Promise<Killing> {
  const server = await startServer(mode, folder);
  const found: Killing = { rounds, acknowledged: 0, inDoubt: [], lost: [], doubled: [], defects: [] };
  try {
    const stage: Stage = { server, dice: random(seed), found, all: [], seeded: await defectsOf(server), say, loadMs: LOAD_MS.to };
    for (let round = 1; round <= rounds; round++) {
      // Every fifth time the embedded database dies with its API.
      const withDatabase = mode === 'embedded' && round % 5 === 0;
      found.inDoubt.push(await killInTheMiddle(round, () => killOnce(stage, `kill ${round} of ${rounds}`, withDatabase)));
    }
    // What an earlier kill spared must outlive the later ones.
    await compare(server, stage.all, found);
    await checkWork(server, stage.seeded, found);
    await checkCopies(server, join(folder, mode, 'exports'), found);
    return found;
  } finally {
    await server.stop();
  }
}
