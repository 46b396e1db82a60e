import { CLICK } from './clickClock';
import { longestTasks, workOfClicks } from './tasks';

const main = { pid: 7, tid: 1 };
const step = (ts: number) => ({ name: 'bench step', ph: 'R', ts, ...main });
const task = (ts: number, dur: number, thread = main) => ({ name: 'RunTask', ph: 'X', ts, dur, ...thread });

describe('the longest task of each step', () => {
  it('is in milliseconds, of the tasks between two marks', () => {
    const events = [step(1000), task(2000, 30_000), task(40_000, 10_000), step(60_000), task(61_000, 12_000)];
    expect(longestTasks(events)).toEqual([30, 12]);
  });

  it('is CPU time if the trace contains it, so that a task paused by another program is not long', () => {
    expect(longestTasks([step(1000), { ...task(2000, 239_000), tdur: 5000 }, { ...task(300_000, 30_000), tdur: 28_000 }])).toEqual([28]);
  });

  it('excludes other threads and processes', () => {
    const events = [step(1000), task(2000, 5000), task(2000, 90_000, { pid: 7, tid: 2 }), task(2000, 80_000, { pid: 8, tid: 1 })];
    expect(longestTasks(events)).toEqual([5]);
  });

  it('includes a task that began before the mark and ended after it, because it may belong to the step', () => {
    expect(longestTasks([task(0, 20_000), step(10_000)])).toEqual([20]);
  });

  it('is 0 for a step without a task; throws for a trace without a step or without a task', () => {
    expect(longestTasks([step(1000), task(2000, 5000), step(60_000)])).toEqual([5, 0]);
    expect(() => longestTasks([task(1, 2)])).toThrow('names no step');
    expect(() => longestTasks([step(1000)])).toThrow('names no task');
  });
});

describe('the work of each click', () => {
  const click = (from: number, to: number) => [
    { name: CLICK, ph: 'b', ts: from, ...main },
    { name: CLICK, ph: 'e', ts: to, ...main },
  ];

  it('is the CPU time in milliseconds of all tasks of its thread between the click and its paint', () => {
    const worked = (ts: number, tdur: number, thread = main) => ({ ...task(ts, 50_000, thread), tdur });
    const events = [
      ...click(400_000, 500_000),
      ...click(100_000, 300_000),
      worked(20_000, 1000),
      worked(60_000, 2000),
      worked(120_000, 4000),
      worked(180_000, 8000, { pid: 7, tid: 2 }),
      worked(290_000, 16_000),
      worked(300_000, 32_000),
      worked(420_000, 64_000),
    ];
    expect(workOfClicks(events)).toEqual([22, 64]);
  });

  it('throws for a trace without a click, without its end, or without a task', () => {
    const [begun, ended] = click(1000, 2000);
    expect(() => workOfClicks([task(1, 2)])).toThrow('names no click');
    expect(() => workOfClicks([...(begun ? [begun] : []), task(1, 2)])).toThrow('no end');
    expect(() => workOfClicks([begun, ended].filter((one) => one !== undefined))).toThrow('names no task');
  });
});
