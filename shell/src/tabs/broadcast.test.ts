import { Channel, forgetTabs, pretendTabs } from '@portal/testing/tabs';
import { createBroadcast, lockManager, openChannel, runWithLock } from './broadcast';

afterEach(forgetTabs);

it('tells the other tabs, and not the one that says it', () => {
  pretendTabs();
  const heard: string[] = [];
  const tabs = ['one', 'two', 'three'].map((name) => ({ name, line: createBroadcast<string>('a') }));
  for (const { name, line } of tabs) line.listen((word) => heard.push(`${name}: ${word}`));
  tabs[0]?.line.post('begun');
  expect(heard).toEqual(['two: begun', 'three: begun']);
});

it('opens the line of its name', () => {
  const opened: string[] = [];
  class Named extends Channel {
    constructor(name: string) {
      super();
      opened.push(name);
    }
  }
  Object.assign(globalThis, { BroadcastChannel: Named });
  createBroadcast('portal.session');
  expect(opened).toEqual(['portal.session']);
});

it('is silent where the browser has no line, or refuses it', () => {
  expect(openChannel('a')).toBeNull();
  const line = createBroadcast('a');
  expect(() => {
    line.listen(jest.fn());
    line.post('begun');
  }).not.toThrow();
});

it('has no locks where the browser has none, or refuses them', () => {
  expect(lockManager()).toBeNull();
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    get: () => {
      throw new DOMException('denied', 'SecurityError');
    },
  });
  expect(lockManager()).toBeNull();
});

describe('alone', () => {
  it('waits for whoever holds the lock of that name', async () => {
    pretendTabs();
    const order: string[] = [];
    let end: () => void = () => undefined;
    const first = runWithLock('a', () => {
      order.push('first');
      return new Promise<void>((resolve) => {
        end = resolve;
      });
    });
    const second = runWithLock('a', async () => void order.push('second'));
    await jest.advanceTimersByTimeAsync(1000);
    expect(order).toEqual(['first']);
    end();
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'second']);
  });

  it('asks for the lock by its name', async () => {
    const locks = pretendTabs();
    const asked = jest.spyOn(locks, 'request');
    await runWithLock('portal.outbox', async () => undefined);
    expect(asked.mock.calls[0]?.[0]).toBe('portal.outbox');
  });

  it('runs once where there are no locks, and fails as the work fails, without a second try', async () => {
    const run = jest.fn().mockRejectedValue(new Error('no device'));
    await expect(runWithLock('a', run)).rejects.toThrow('no device');
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('fails as the work fails also under a lock', async () => {
    pretendTabs();
    const run = jest.fn().mockRejectedValue(new Error('no device'));
    await expect(runWithLock('a', run)).rejects.toThrow('no device');
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('runs where the browser refuses the lock', async () => {
    const locks = pretendTabs();
    Object.assign(locks, { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) });
    const run = jest.fn(async () => undefined);
    await runWithLock('a', run);
    expect(run).toHaveBeenCalledTimes(1);
  });
});
