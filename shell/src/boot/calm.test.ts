import { afterPaint, whenCalm } from './calm';

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

describe('what comes behind the paint', () => {
  const seen = (state: DocumentVisibilityState) => {
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  beforeEach(() => jest.useFakeTimers());

  it('comes after a frame, and not where it was called off', () => {
    const [run, calledOff] = [jest.fn(), jest.fn()];
    afterPaint(run);
    afterPaint(calledOff)();
    expect(run).not.toHaveBeenCalled();
    jest.advanceTimersByTime(100);
    expect([run, calledOff].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
  });

  it('comes at once in a page that nobody sees, and in one that is put away before its frame, which then has none', () => {
    const run = jest.fn();
    jest.spyOn(window, 'requestAnimationFrame').mockReturnValue(0);
    afterPaint(run);
    expect(run).not.toHaveBeenCalled();
    seen('hidden');
    expect(run).toHaveBeenCalledTimes(1);
    afterPaint(run);
    expect(run).toHaveBeenCalledTimes(2);
    seen('visible');
    expect(run).toHaveBeenCalledTimes(2);
  });
});
