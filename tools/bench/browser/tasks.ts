import type { Page } from '@playwright/test';

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

/**
 * Milliseconds of the longest task of each step that the trace names, on the thread that the page's scripts run on. Time on the processor,
 * which is what a slowed-down page uses up as well: on a machine with a neighbour one task in twenty stood still for longer than it ran.
 */
export function longestTasks(events: readonly TraceEvent[]): number[] {
  const steps = events.filter(({ name }) => name === STEP).sort((a, b) => a.ts - b.ts);
  const [first] = steps;
  if (!first) throw new Error('the trace names no step');
  const tasks = events.filter(({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && pid === first.pid && tid === first.tid);
  if (tasks.length === 0) throw new Error('the trace names no task of the page');
  return steps.map(({ ts }, index) => {
    const until = steps[index + 1]?.ts ?? Number.POSITIVE_INFINITY;
    const within = tasks.filter((task) => task.ts + (task.dur ?? 0) > ts && task.ts < until);
    return Math.max(0, ...within.map(({ dur = 0, tdur = dur }) => tdur / 1000));
  });
}

/** The longest task of each step that `work` marks, short ones too: the page itself is told only of those over 50 ms. */
export async function tasksWhile(page: Page, work: () => Promise<void>): Promise<number[]> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser to trace');
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', 'blink.user_timing'] });
  let trace: Buffer;
  try {
    await work();
  } finally {
    trace = await browser.stopTracing();
  }
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  return longestTasks(traceEvents);
}
