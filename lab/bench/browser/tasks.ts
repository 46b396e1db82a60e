import type { Page } from '@playwright/test';
import { CLICK } from './clickClock';

/** The fields of a Chromium trace event that are read here. */
interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds. */
  ts: number;
  dur?: number;
  /** Microseconds of CPU time, without the time in which another program ran. */
  tdur?: number;
  args?: { name?: string };
}

const STEP = 'bench step';

/** Marks the start of the next step in the trace. */
export const markStep = (page: Page): Promise<unknown> => page.evaluate((name) => performance.mark(name), STEP);

/** The tasks of the thread that wrote `mark`, which is the thread of the page's scripts. */
function tasksBeside(events: readonly TraceEvent[], mark: TraceEvent): Required<TraceEvent>[] {
  const tasks = events.filter(({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && pid === mark.pid && tid === mark.tid);
  if (tasks.length === 0) throw new Error('the trace names no task of the page');
  return tasks.map(({ dur = 0, tdur = dur, args = {}, ...task }) => ({ ...task, dur, tdur, args }));
}

/**
 * The longest task of each marked step on the thread of the page's scripts, in milliseconds of CPU time. CPU throttling adds CPU time too. Wall time
 * is not used: on a shared machine one task in twenty was paused for longer than it ran.
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
 * CPU milliseconds of the page's thread from each timed click to its paint. Wall time is not used, because on a shared machine other programs cause
 * the slowest twentieth.
 */
export function workOfClicks(events: readonly TraceEvent[]): number[] {
  const clicks = events.filter(({ name }) => name === CLICK).sort((a, b) => a.ts - b.ts);
  const begun = clicks.filter(({ ph }) => ph === 'b');
  const ended = clicks.filter(({ ph }) => ph === 'e');
  const [first] = begun;
  if (!first || begun.length !== ended.length) throw new Error('the trace names no click, or a click with no end');
  const tasks = tasksBeside(events, first);
  return begun.map(({ ts }, index) => {
    const until = ended[index]?.ts ?? ts;
    const within = tasks.filter((task) => task.ts + task.dur > ts && task.ts < until);
    return within.reduce((sum, { tdur }) => sum + tdur / 1000, 0);
  });
}

/** Records a trace of the page while `work` runs. */
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

/** The longest task of each step that `work` marks, including those under 50 ms, which a page cannot observe itself. */
export const measureTasks = async (page: Page, work: () => Promise<void>): Promise<number[]> => longestTasks(await traceWhile(page, work));
