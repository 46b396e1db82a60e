import { openChannel } from '@portal/device/channel';
import { Channel, forgetTabs, pretendTabs } from '@portal/testing/tabs';
import { createBroadcast, lockManager, runWithLock } from './broadcast';

afterEach(forgetTabs);

it('sends to the other tabs, and not to its own', () => {
  pretendTabs();
  const received: string[] = [];
  const tabs = ['one', 'two', 'three'].map((name) => ({ name, broadcast: createBroadcast<string>('a') }));
  for (const { name, broadcast } of tabs) broadcast.listen((word) => received.push(`${name}: ${word}`));
  tabs[0]?.broadcast.post('begun');
  expect(received).toEqual(['two: begun', 'three: begun']);
});

it('opens the channel of its name', () => {
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

it('sends nothing when the browser has no channel, or refuses it', () => {
  expect(openChannel('a')).toBeNull();
  const broadcast = createBroadcast('a');
  expect(() => {
    broadcast.listen(jest.fn());
    broadcast.post('begun');
  }).not.toThrow();
});

it('returns null when the browser has no locks, or refuses them', () => {
  expect(lockManager()).toBeNull();
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    get: () => {
      throw new DOMException('denied', 'SecurityError');
    },
  });
  expect(lockManager()).toBeNull();
});

describe('runWithLock', () => {
  it('waits for the owner of the lock', async () => {
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

  it('requests the lock by its name', async () => {
    const locks = pretendTabs();
    const request = jest.spyOn(locks, 'request');
    await runWithLock('portal.outbox', async () => undefined);
    expect(request.mock.calls[0]?.[0]).toBe('portal.outbox');
  });

  it('runs once without locks, and rejects as the work does', async () => {
    const run = jest.fn().mockRejectedValue(new Error('no device'));
    await expect(runWithLock('a', run)).rejects.toThrow('no device');
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('rejects as the work does under a lock', async () => {
    pretendTabs();
    const run = jest.fn().mockRejectedValue(new Error('no device'));
    await expect(runWithLock('a', run)).rejects.toThrow('no device');
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('runs when the browser refuses the lock', async () => {
    const locks = pretendTabs();
    Object.assign(locks, { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) });
    const run = jest.fn(async () => undefined);
    await runWithLock('a', run);
    expect(run).toHaveBeenCalledTimes(1);
  });
});
