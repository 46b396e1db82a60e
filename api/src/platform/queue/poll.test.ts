import '../../../test/services';
import Fastify from 'fastify';
import { poll, withHeartbeat } from './poll';

const HOUR = 3_600_000;
const lines: string[] = [];
const create = () => Fastify({ logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } } });
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('runs when requested, and continues after a failure with a logged cause', async () => {
  const app = create();
  const ends: ((error?: Error) => void)[] = [];
  const run = poll(app, HOUR, () => new Promise<void>((done, fail) => ends.push((error) => (error ? fail(error) : done()))), 'It failed');
  run();
  expect(ends).toHaveLength(1);
  ends[0]?.(new Error('3 of 5 were not told'));
  await settled();
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ msg: 'It failed', message: '3 of 5 were not told' });
  run();
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await app.close();
});

it('runs once more after requests during a run, regardless of their number, and skips intervals that pass during a run', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  try {
    const app = create();
    const ends: (() => void)[] = [];
    const run = poll(app, HOUR, () => new Promise<void>((done) => ends.push(done)), 'It failed');
    jest.advanceTimersByTime(HOUR);
    jest.advanceTimersByTime(3 * HOUR);
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await settled();
    expect(ends).toHaveLength(1);
    run();
    for (let times = 0; times < 3; times++) run();
    expect(ends).toHaveLength(2);
    ends[1]?.();
    await settled();
    expect(ends).toHaveLength(3);
    ends[2]?.();
    await settled();
    expect(ends).toHaveLength(3);
    await app.close();
  } finally {
    jest.useRealTimers();
  }
});

it('signals the end to a running function when the API closes, waits for it, and starts no other run', async () => {
  const app = create();
  const told: string[] = [];
  const act = (stopping: AbortSignal) =>
    new Promise<void>((done) => {
      stopping.addEventListener('abort', () => {
        told.push('stopping');
        setImmediate(() => {
          told.push('done');
          done();
        });
      });
    });
  const run = poll(app, HOUR, act, 'It failed');
  run();
  await app.close();
  expect(told).toEqual(['stopping', 'done']);
  run();
  await settled();
  expect(told).toHaveLength(2);
});

it('a heartbeat that throws at once, as after the close of the API, does not end the work', async () => {
  let beats = 0;
  let finish = () => {};
  const work = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const beat = () => {
    beats += 1;
    finish();
    throw new Error('The API is closed');
  };
  await withHeartbeat(1, beat, () => work);
  expect(beats).toBeGreaterThan(0);
});
