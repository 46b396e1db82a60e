import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Random, random } from '../../api/seed/random';
import { type Act, add } from './act';
import { coursesOf, readReasons } from './acts';
import { type Course, checkChats, checkCopies, checkNotices, checkWork, compare, defectsOf, type Killing } from './found';
import { type Mark, marksOf } from './marks';
import { furnish, makePeople } from './people';
import { type Mode, type Server, startServer } from './server';

const CALLERS = 12;
/** A third of them works, a third deals with their account, and staff deal with a third. */
const PEOPLE = 45;
/** One act in so many is told twice at the same moment, under one key. */
const TWICE = 6;
/** So soon after the act that a kill is meant for was sent. */
const AFTER_MS = 25;
/** So many times as many kills at most, until each act was on its way at one of them. */
const MORE = 3;
/** How often the moment of a kill is chosen again that met nothing on its way. */
const MOMENTS = 5;

const keyOf = ({ person }: Course, { name }: Act) => `${person.assignmentId}:${name}`.replaceAll(' ', '-');

/** What an act leaves is there: it was done, though nobody said so. */
async function isThere(server: Server, { person, acknowledged }: Course, { leaves }: Act): Promise<boolean> {
  const there = await marksOf(server, person);
  return (Object.entries(leaves) as [Mark, number][]).every(([name, more]) => there[name] === (acknowledged[name] ?? 0) + more);
}

function acknowledge(course: Course, act: Act): void {
  course.acknowledged = add(course.acknowledged, act.leaves);
  course.inDoubt = null;
  course.left.shift();
}

async function send(server: Server, course: Course, act: Act, isTwice: boolean): Promise<void> {
  const isAgain = course.inDoubt === act;
  if (isAgain && act.isLookedFor && (await isThere(server, course, act))) return acknowledge(course, act);
  course.inDoubt = act;
  course.isUnanswered = true;
  const once = () => act.send(server, course.person, keyOf(course, act));
  const replies = await Promise.allSettled(isTwice && !act.isLookedFor ? [once(), once()] : [once()]);
  const arrived = replies.flatMap((reply) => (reply.status === 'fulfilled' ? [reply.value] : []));
  course.isUnanswered = arrived.length === 0;
  const isDone = ({ code }: { code: number }) => code === 200 || ((isAgain || isTwice) && act.doneBy?.includes(code) === true);
  const refused = arrived.find((reply) => !isDone(reply) && reply.code !== 503);
  if (refused) throw new Error(`${act.name}: ${refused.code} ${refused.message}`);
  if (arrived.some(isDone)) acknowledge(course, act);
}

/** Carries the courses on, several at a time; a caller who gets no answer stops. `hear` is told of each act that is sent. */
export async function carryOn(
  server: Server,
  courses: Course[],
  isTwice: () => boolean,
  hear: (course: Course, act: Act) => void = () => {},
): Promise<void> {
  const waiting = [...courses];
  const caller = async () => {
    for (let course = waiting.shift(); course; course = waiting.shift()) {
      let act = course.left[0];
      while (act) {
        hear(course, act);
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

interface Options {
  mode: Mode;
  folder: string;
  rounds: number;
  /** Kills on after these rounds until each act was on its way at a kill, as long as that takes no more than some times as many. */
  untilMet: boolean;
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
}

const isTwice = (dice: Random) => () => dice.between(1, TWICE) === 1;

/** Acts that were on their way at no kill so far. */
export const unmet = ({ met }: Pick<Killing, 'met'>): string[] => [...met].flatMap(([name, times]) => (times === 0 ? [name] : []));

/** One of the acts that were least often on their way at a kill, of somebody whose act it is. */
function aim({ dice, found: { met } }: Stage, courses: readonly Course[]): { course: Course; act: Act } {
  const ways = courses.flatMap((course) => course.left.map((act) => ({ course, act, times: met.get(act.name) ?? 0 })));
  const fewest = Math.min(...ways.map(({ times }) => times));
  return dice.pick(ways.filter(({ times }) => times === fewest));
}

/** New people, who act until the API is killed: soon after one of them sent what kills have met least. */
async function killUnderLoad(stage: Stage, withDatabase: boolean) {
  const { server, dice, found } = stage;
  const people = await makePeople(server, PEOPLE);
  await furnish(server, people);
  const [first] = people;
  if (!first) throw new Error('nobody was made');
  const kinds = coursesOf(await readReasons(server, first));
  const courses = people.map(
    (person, at): Course => ({
      ...{ person, acknowledged: {}, inDoubt: null, isUnanswered: false },
      left: [...(kinds[at % kinds.length] ?? [])],
    }),
  );
  const acts = courses.reduce((sum, { left }) => sum + left.length, 0);
  for (const { name } of kinds.flat()) found.met.set(name, found.met.get(name) ?? 0);
  const target = aim(stage, courses);
  let load: Promise<void> = Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    load = carryOn(server, courses, isTwice(dice), (course, act) => {
      if (course === target.course && act === target.act) resolve();
    });
    // Somebody else was not answered before, and the target's turn never came.
    load.then(resolve, reject);
  });
  await wait(dice.between(0, AFTER_MS));
  await Promise.all([load, server.kill(withDatabase)]);
  for (const { inDoubt, isUnanswered } of courses)
    if (inDoubt && isUnanswered) found.met.set(inDoubt.name, (found.met.get(inDoubt.name) ?? 0) + 1);
  return { courses, acts };
}

/** One kill: what was said is there before anybody goes on, and after everybody did. Gives how many acts were in doubt. */
async function killOnce(stage: Stage, name: string, withDatabase: boolean): Promise<number> {
  const { server, dice, found, all, seeded } = stage;
  const { courses, acts } = await killUnderLoad(stage, withDatabase);
  const before = courses.reduce((sum, { left }) => sum - left.length, acts);
  const inDoubt = unanswered(courses);
  await server.restart();
  await compare(server, courses, found);
  await checkWork(server, seeded, found);
  await carryOn(server, courses, isTwice(dice));
  await compare(server, courses, found);
  // Others may be suspended by then.
  const talkers = courses.flatMap(({ person, acknowledged }) => (acknowledged.messages ? [person] : []));
  await checkChats(server, talkers, found);
  await checkNotices(server, found);
  found.acknowledged += acts;
  const undone = courses.filter(({ left }) => left.length > 0).length;
  if (undone > 0) found.lost.push(`${undone} courses could not be finished after ${name}`);
  all.push(...courses);
  stage.say(
    `${name}${withDatabase ? ', database too' : ''}: ${before} of ${acts} acknowledged before, ${inDoubt} in doubt, ${found.lost.length} lost, ${found.doubled.length} doubled, ${found.defects.length} defects`,
  );
  return inDoubt;
}

/** Kills the API in the middle of every act of the portal, starts it again, and compares what it said with what is stored. */
export async function killOften({ mode, folder, rounds, untilMet, seed, say }: Options): Promise<Killing> {
  const server = await startServer(mode, folder);
  const found: Killing = { rounds: 0, acknowledged: 0, inDoubt: [], met: new Map(), lost: [], doubled: [], defects: [] };
  try {
    const stage: Stage = { server, dice: random(seed), found, all: [], seeded: await defectsOf(server), say };
    const isEnough = (round: number) => round > rounds && (!untilMet || unmet(found).length === 0 || round > rounds * MORE);
    for (let round = 1; !isEnough(round); round++) {
      // Every fifth time the embedded database dies with its API.
      const withDatabase = mode === 'embedded' && round % 5 === 0;
      found.inDoubt.push(await killInTheMiddle(round, () => killOnce(stage, `kill ${round}`, withDatabase)));
      found.rounds = round;
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
