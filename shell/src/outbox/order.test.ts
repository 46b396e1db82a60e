/** @jest-environment node */
import { createKeyedQueue } from './writer';

const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

it('runs tasks of one key in sequence, and tasks of other keys in parallel', async () => {
  const order = createKeyedQueue();
  const log: string[] = [];
  let end: () => void = () => undefined;
  const first = order.run('shift', () => new Promise<void>((resolve) => (end = resolve)));
  const second = order.run('shift', async () => void log.push('second'));
  await order.run('other', async () => void log.push('other'));
  expect(log).toEqual(['other']);
  end();
  await Promise.all([first, second]);
  expect(log).toEqual(['other', 'second']);
});

it('runs the next task after a failed one, and deletes a key with its last task', async () => {
  const order = createKeyedQueue();
  const failed = order.run('shift', () => Promise.reject(new Error('no')));
  const next = order.run('shift', async () => 'sent');
  expect(order.size()).toBe(1);
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('sent');
  await settled();
  expect(order.size()).toBe(0);
});
