import { whenCalm } from './calm';

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

it('waits for the load, a while, and an idle moment', () => {
  jest.useFakeTimers();
  const state = jest.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
  const idle: (() => void)[] = [];
  window.requestIdleCallback = (run) => idle.push(() => run({ didTimeout: false, timeRemaining: () => 50 }));
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
  Reflect.deleteProperty(window, 'requestIdleCallback');
});
