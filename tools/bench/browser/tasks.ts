import type { Page } from '@playwright/test';
import { CLICK } from './clickClock';

/** What a trace of Chromium is made of, as far as it is read here. */
interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds. */
  ts: number;
  dur?: number;
  /** Microseconds of it that the thread ran on the processor: while it waits, another program does. */
  tdur?: number;
  args?: { name?: string };
}

const STEP = 'bench step';

/** Tells the trace that what comes now is another step. */
export const markStep = (page: Page): Promise<unknown> => page.evaluate((name) => performance.mark(name), STEP);

/** The tasks of the thread that wrote `mark`, which is the one that the page's scripts run on. */
function tasksBeside(events: readonly TraceEvent[], mark: TraceEvent): Required<TraceEvent>[] {
  const tasks = events.filter(({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && pid === mark.pid && tid === mark.tid);
  if (tasks.length === 0) throw new Error('the trace names no task of the page');
  return tasks.map(({ dur = 0, tdur = dur, args = {}, ...task }) => ({ ...task, dur, tdur, args }));
}

/**
 * Milliseconds of the longest task of each step that the trace names, on the thread that the page's scripts run on. Time on the processor,
 * which is what a slowed-down page uses up as well: on a machine with a neighbour one task in twenty stood still for longer than it ran.
 */
export function longestTasks(events: readonly TraceEvent[]): number[] {
  const steps = events.filter(({ name }) => name === STEP).sort((a, b) => a.ts - b.ts);
  const [first] = steps;
  if (!first) throw new Error('the trace names no step');
  const tasks = tasksBeside(events, first);
  return steps.map(({ ts }, index) => {
    const until = steps[index + 1]?.ts ?? Number.POSITIVE_INFINITY;
    const within = tasks.filter((task) => task.ts + task.dur > ts && task.ts < until);
    return Math.max(0, ...within.map(({ tdur }) => tdur / 1000));
  });
}

/**
 * Milliseconds that the page's thread worked from each timed click to its paint, on the processor: of the time by the clock, a neighbour of
 * the machine makes up the slowest twentieth.
 */
export function workOfClicks(events: readonly TraceEvent[]): number[] {
  const clicks = events.filter(({ name }) => name === CLICK).sort((a, b) => a.ts - b.ts);
  const begun = clicks.filter(({ ph }) => ph === 'b');
  const ended = clicks.filter(({ ph }) => ph === 'e');
  const [first] = begun;
  if (!first || begun.length !== ended.length) throw new Error('the trace names no click, or one that had no end');
  const tasks = tasksBeside(events, first);
  return begun.map(({ ts }, index) => {
    const until = ended[index]?.ts ?? ts;
    const within = tasks.filter((task) => task.ts + task.dur > ts && task.ts < until);
    return within.reduce((sum, { tdur }) => sum + tdur / 1000, 0);
  });
}

/** What a trace says of the page while `work` runs. */
export async function traceWhile(page: Page, work: () => Promise<void>): Promise<TraceEvent[]> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser to trace');
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', 'blink.user_timing'] });
  let trace: Buffer;
  try {
    await work();
  } finally {
    trace = await browser.stopTracing();
  }
  return (JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }).traceEvents;
}

/** The longest task of each step that `work` marks, short ones too: the page itself is told only of those over 50 ms. */
export const tasksWhile = async (page: Page, work: () => Promise<void>): Promise<number[]> => longestTasks(await traceWhile(page, work));
