import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Input } from '@portal/contracts/_kernel/endpoint';
import { notify } from '@portal/contracts/notifications/notifications.staff';
import { openSocket } from '../../api/test/socket';
import { extractRelease, migrationsSince, previousRelease, root, tablesOf } from '../../e2e/faults/previous-release';
import { makeGuards, makePeople, type Person } from '../../e2e/kills/actors';
import { type Act, addMarks } from './act';
import { readReasons, workActs } from './acts';
import { type Course, compare } from './compare';
import { type Mark, marksWithout } from './database-figures';
import { type CallTotals, readAndWrite } from './restarts';
import { startTwo, type TwoProcesses } from './two-processes';

/** The error level of pino. */
const ERROR_LEVEL = 50;
const HEARD_WITHIN_MS = 10_000;

interface Options {
  folder: string;
  /** Duration of each phase in which two processes serve together. */
  besideMs: number;
  /** Callers who read and write continuously, and guards who work shift after shift. */
  callers: number;
  workers: number;
  /** Stops after the phase in which both releases serve. Otherwise continues to the new release alone and to its rollback. */
  isShort: boolean;
  say(line: string): void;
}

export interface UpgradeResult extends CallTotals {
  before: string;
  /** Migrations that the previous release does not have. */
  migrations: string[];
  /** The number of shifts that were worked completely, from application to withdrawal of the pay. */
  shifts: number;
  lost: string[];
  doubled: string[];
}

/** Works one shift from application to withdrawal, act by act. Any code except 200 is an error. */
async function work(two: TwoProcesses, course: Course, found: CallTotals): Promise<void> {
  const { person } = course;
  for (let act = course.left[0]; act; act = course.left[0]) {
    course.inDoubt = act;
    const reply = await act.send(two, person, randomUUID()).catch((error: Error) => ({ code: 0, message: error.message }));
    found.answered += 1;
    if (reply.code !== 200) {
      found.errors.push(`${act.name}: ${reply.code} ${reply.message}`);
      return;
    }
    course.acknowledged = addMarks(course.acknowledged, act.leaves);
    course.inDoubt = null;
    course.left.shift();
  }
}

/** Creates guards who apply, work and are paid, group after group, until `stop`. */
async function workShifts(two: TwoProcesses, workers: number, found: UpgradeResult): Promise<{ stop(): Promise<void> }> {
  const courses: Course[] = [];
  let isOver = false;
  let acts: readonly Act[] | null = null;
  // The previous release writes no rows in tables that only this release has, and has no calls for them.
  const common = marksWithout(tablesOf(found.migrations));
  const isCommon = ({ isLive, leaves }: Act) => !isLive && (Object.keys(leaves) as Mark[]).every((mark) => common.includes(mark));
  const first = async (person: Person) => workActs(await readReasons(two, person)).filter(isCommon);
  const continueCourses = async () => {
    while (!isOver) {
      const people = await makePeople(two, workers);
      for (const person of people) acts ??= await first(person);
      const group = people.map(
        (person): Course => ({ ...{ person, acknowledged: {}, inDoubt: null, isUnanswered: false }, left: [...(acts ?? [])] }),
      );
      courses.push(...group);
      await Promise.all(group.map((course) => work(two, course, found)));
    }
  };
  const working = continueCourses().catch((error: Error) => found.errors.push(`new guards: ${error.message}`));
  return {
    async stop() {
      isOver = true;
      await working;
      found.shifts = courses.filter(({ left }) => left.length === 0).length;
      await compare(two, courses, found, common);
    },
  };
}

/** Checks that a page at each process receives the change event of a write at the other one. */
async function hearEachOther(two: TwoProcesses, found: UpgradeResult): Promise<void> {
  const [guard] = await makeGuards(two, 1);
  if (!guard) throw new Error('nobody was made');
  for (const [there, here] of [
    [0, 1],
    [1, 0],
  ] as const) {
    const domains: unknown[] = [];
    const page = await openSocket(two.urls[there], { token: guard.token }, (name, payload) => {
      if (name === 'changed') domains.push((payload as { domain: string | null }).domain);
    });
    const { code, message } = await two.of(here).call(notify, { guard: guard.id, title: 'Elsewhere' } as Input<typeof notify>);
    if (code !== 200) found.errors.push(`write at ${here}: ${code} ${message}`);
    for (const deadline = performance.now() + HEARD_WITHIN_MS; !domains.includes('notifications') && performance.now() < deadline; )
      await pause(20);
    if (!domains.includes('notifications')) found.errors.push(`a page at process ${there} got no event of a write at process ${here}`);
    page.close();
  }
}

/** Log entries of level error, also from background work. */
const loggedErrors = ({ logFiles }: TwoProcesses): string[] =>
  logFiles
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .filter((line) => line.startsWith('{') && (JSON.parse(line) as { level: number }).level >= ERROR_LEVEL)
    .map((line) => `logged: ${line}`);

/**
 * Two processes of the previous release serve. This release replaces one of them, which migrates the schema, serves together with the other, and
 * then replaces that one too. Callers and working guards use both and must see no error.
 */
export async function upgradeUnderLoad({ folder, besideMs, callers, workers, isShort, say }: Options): Promise<UpgradeResult> {
  const [before, tree] = [previousRelease(), join(folder, 'before')];
  extractRelease(before, tree);
  const found: UpgradeResult = {
    before: before.name,
    migrations: migrationsSince(tree),
    answered: 0,
    errors: [],
    shifts: 0,
    lost: [],
    doubled: [],
  };
  say(`previous release: ${before.name}; new migrations: ${found.migrations.join(', ') || 'none'}`);
  const two = await startTwo(join(folder, 'data'), tree);
  try {
    const load = await readAndWrite(two, callers, found);
    const shifts = await workShifts(two, workers, found);
    const beside = async (what: string) => {
      await hearEachOther(two, found);
      await pause(besideMs);
      say(`${what}: ${found.answered} answered, ${found.errors.length} errors`);
    };
    await beside('before');
    await two.replace(0, root);
    await beside('both, on the new schema');
    if (!isShort) {
      await two.replace(1, root);
      await beside('after');
      await two.replace(0, tree);
      await beside('the previous release is back, together with the new one');
    }
    await shifts.stop();
    const lost = await load.stop();
    if (lost > 0) found.lost.push(`${lost} notifications`);
    found.errors.push(...loggedErrors(two));
    return found;
  } finally {
    await two.stop();
  }
}
