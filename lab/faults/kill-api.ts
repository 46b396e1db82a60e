import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Random, random } from '../../api/seed/random';
import { addAccountData, makePeople } from '../../e2e/kills/actors';
import { type Act, addMarks } from './act';
import { coursesOf, readReasons } from './acts';
import { type Course, checkChats, checkExports, checkNotices, checkWork, compare, defectsOf, type KillReport } from './compare';
import { type Mark, marksOf } from './database-figures';
import { type Mode, type Server, startServer } from './server';

const CALLERS = 12;
/** Three equal groups: guards at work, guards who manage their account, guards whom staff manage. */
const PEOPLE = 45;
/** One act in this many is sent twice at the same moment, under one key. */
const TWICE = 6;
/** The kill follows its target act within this many milliseconds. */
const AFTER_MS = 25;
/** At most this many times the rounds, until each act was in flight at a kill. */
const MORE = 3;
/** Attempts to find a moment with an act in flight. */
const MOMENTS = 5;

const keyOf = ({ person }: Course, { name }: Act) => `${person.assignmentId}:${name}`.replaceAll(' ', '-');

/** True if the effects of an act are in the database, so it was executed although no reply arrived. */
async function isThere(server: Server, { person, acknowledged }: Course, { leaves }: Act): Promise<boolean> {
  const there = await marksOf(server, person);
  return (Object.entries(leaves) as [Mark, number][]).every(([name, more]) => there[name] === (acknowledged[name] ?? 0) + more);
}

function acknowledge(course: Course, act: Act): void {
  course.acknowledged = addMarks(course.acknowledged, act.leaves);
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

/** Continues the courses, several in parallel; a caller without a reply stops. `hear` is called with each act that is sent. */
export async function continueCourses(
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

/** Acts in flight when the API was killed. */
export const countUnanswered = (courses: readonly Course[]): number => courses.filter(({ isUnanswered }) => isUnanswered).length;

/** Kills until an act was in flight, because other kills prove nothing; at most `MOMENTS` times. Returns the acts in flight at the last kill. */
export async function killInTheMiddle(round: number, kill: () => Promise<number>): Promise<number> {
  for (let moment = 1; moment <= MOMENTS; moment++) {
    const inDoubt = await kill();
    if (inDoubt > 0) return inDoubt;
  }
  throw new Error(`kill ${round} met no act on its way at any of ${MOMENTS} moments: the earlier rounds prove nothing either`);
}

interface Options {
  mode: Mode;
  folder: string;
  rounds: number;
  /** Continues after these rounds until each act was in flight at a kill, up to `MORE` times the rounds. */
  untilMet: boolean;
  seed: number;
  say(line: string): void;
}

interface Stage {
  server: Server;
  dice: Random;
  found: KillReport;
  all: Course[];
  /** Defects that the demonstration data contains on purpose, such as an underpaid shift. */
  seeded: readonly string[];
  say(line: string): void;
}

const isTwice = (dice: Random) => () => dice.between(1, TWICE) === 1;

/** Acts that were in flight at no kill so far. */
export const unmetActs = ({ met }: Pick<KillReport, 'met'>): string[] => [...met].flatMap(([name, times]) => (times === 0 ? [name] : []));

/** Picks one of the acts that were least often in flight at a kill, and a course that still contains it. */
function aim({ dice, found: { met } }: Stage, courses: readonly Course[]): { course: Course; act: Act } {
  const ways = courses.flatMap((course) => course.left.map((act) => ({ course, act, times: met.get(act.name) ?? 0 })));
  const fewest = Math.min(...ways.map(({ times }) => times));
  return dice.pick(ways.filter(({ times }) => times === fewest));
}

/** Creates people who act until the API is killed, shortly after the least tested act is sent. */
async function killUnderLoad(stage: Stage, withDatabase: boolean) {
  const { server, dice, found } = stage;
  const people = await makePeople(server, PEOPLE);
  await addAccountData(server, people);
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
    load = continueCourses(server, courses, isTwice(dice), (course, act) => {
      if (course === target.course && act === target.act) resolve();
    });
    // Another call failed first, so the target act was never sent.
    load.then(resolve, reject);
  });
  await wait(dice.between(0, AFTER_MS));
  await Promise.all([load, server.kill(withDatabase)]);
  for (const { inDoubt, isUnanswered } of courses)
    if (inDoubt && isUnanswered) found.met.set(inDoubt.name, (found.met.get(inDoubt.name) ?? 0) + 1);
  return { courses, acts };
}

/** Kills once: acknowledged acts must be stored before the callers continue, and after all have finished. Returns the acts in doubt. */
async function killOnce(stage: Stage, name: string, withDatabase: boolean): Promise<number> {
  const { server, dice, found, all, seeded } = stage;
  const { courses, acts } = await killUnderLoad(stage, withDatabase);
  const before = courses.reduce((sum, { left }) => sum - left.length, acts);
  const inDoubt = countUnanswered(courses);
  await server.restart();
  await compare(server, courses, found);
  await checkWork(server, seeded, found);
  await continueCourses(server, courses, isTwice(dice));
  await compare(server, courses, found);
  // Other guards may be suspended by then.
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

/** Kills the API during every act of the portal, restarts it, and compares its replies with the database. */
export async function killRepeatedly({ mode, folder, rounds, untilMet, seed, say }: Options): Promise<KillReport> {
  const server = await startServer(mode, folder);
  const found: KillReport = { rounds: 0, acknowledged: 0, inDoubt: [], met: new Map(), lost: [], doubled: [], defects: [] };
  try {
    const stage: Stage = { server, dice: random(seed), found, all: [], seeded: await defectsOf(server), say };
    const isEnough = (round: number) => round > rounds && (!untilMet || unmetActs(found).length === 0 || round > rounds * MORE);
    for (let round = 1; !isEnough(round); round++) {
      // In every fifth round the embedded database is killed with its API.
      const withDatabase = mode === 'embedded' && round % 5 === 0;
      found.inDoubt.push(await killInTheMiddle(round, () => killOnce(stage, `kill ${round}`, withDatabase)));
      found.rounds = round;
    }
    // Data that survived an earlier kill must survive the later ones.
    await compare(server, stage.all, found);
    await checkWork(server, stage.seeded, found);
    await checkExports(server, join(folder, mode, 'exports'), found);
    return found;
  } finally {
    await server.stop();
  }
}
