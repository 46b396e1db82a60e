import { whenCalm } from './calm';

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

it('waits for the load, a while, and an idle moment', () => {
  jest.useFakeTimers();
  const state = jest.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
  const idle: (() => void)[] = [];
  const latest: unknown[] = [];
  window.requestIdleCallback = (run, options) => {
    latest.push(options);
    return idle.push(() => run({ didTimeout: false, timeRemaining: () => 50 }));
  };
  const run = jest.fn();
  whenCalm(run);
  jest.advanceTimersByTime(60_000);
  expect(idle).toHaveLength(0);
  state.mockReturnValue('complete');
  window.dispatchEvent(new Event('load'));
  jest.advanceTimersByTime(1000);
  expect(idle).toHaveLength(0);
  jest.advanceTimersByTime(2000);
  expect(run).not.toHaveBeenCalled();
  idle[0]?.();
  expect(run).toHaveBeenCalledTimes(1);
  // A page that draws all the time is never idle.
  expect(latest).toEqual([{ timeout: 2500 }]);
  Reflect.deleteProperty(window, 'requestIdleCallback');
});
