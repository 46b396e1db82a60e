import Fastify from 'fastify';
import { repeat } from './repeat';

const HOUR = 3_600_000;
const lines: string[] = [];
const create = () => Fastify({ logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } } });
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('acts when it is asked, never twice at once, and goes on after a failure whose cause is logged', async () => {
  const app = create();
  const ends: ((error?: Error) => void)[] = [];
  const run = repeat(app, HOUR, () => new Promise<void>((done, fail) => ends.push((error) => (error ? fail(error) : done()))), 'It failed');
  run();
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

it('closing tells what is under way, waits for it, and begins nothing more', async () => {
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
  const run = repeat(app, HOUR, act, 'It failed');
  run();
  await app.close();
  expect(told).toEqual(['stopping', 'done']);
  run();
  await settled();
  expect(told).toHaveLength(2);
});
