import { runAfterPaint, runWhenIdleAfterLoad, runWhenInputReleased } from './scheduling';

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

it('runs after the load, 2.5 seconds and an idle moment', () => {
  jest.useFakeTimers();
  const state = jest.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
  const idle: (() => void)[] = [];
  const latest: unknown[] = [];
  window.requestIdleCallback = (run, options) => {
    latest.push(options);
    return idle.push(() => run({ didTimeout: false, timeRemaining: () => 50 }));
  };
  const run = jest.fn();
  runWhenIdleAfterLoad(run);
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
  expect(latest).toEqual([{ timeout: 2500 }]);
  Reflect.deleteProperty(window, 'requestIdleCallback');
});

describe('work after the paint', () => {
  const setVisibility = (state: DocumentVisibilityState) => {
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  beforeEach(() => jest.useFakeTimers());

  it('runs after a frame, and not after a cancel', () => {
    const [run, cancelled] = [jest.fn(), jest.fn()];
    runAfterPaint(run);
    runAfterPaint(cancelled)();
    expect(run).not.toHaveBeenCalled();
    jest.advanceTimersByTime(100);
    expect([run, cancelled].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
  });

  it('runs immediately in a hidden page, and when the page is hidden before its frame', () => {
    const run = jest.fn();
    jest.spyOn(window, 'requestAnimationFrame').mockReturnValue(0);
    runAfterPaint(run);
    expect(run).not.toHaveBeenCalled();
    setVisibility('hidden');
    expect(run).toHaveBeenCalledTimes(1);
    runAfterPaint(run);
    expect(run).toHaveBeenCalledTimes(2);
    setVisibility('visible');
    expect(run).toHaveBeenCalledTimes(2);
  });
});

describe('code that replaces a part of the page', () => {
  const run = jest.fn();
  /** Whether it ran after `ms`. */
  const ranIn = (ms: number) => {
    jest.advanceTimersByTime(ms);
    return run.mock.calls.length > 0;
  };
  const press = (html: string) => {
    document.body.innerHTML = html;
    // jsdom has no `:active`; here the focused element counts as pressed.
    document.querySelector<HTMLElement>('a, button, input, p')?.focus();
    runWhenInputReleased(run);
  };
  const release = () => (document.activeElement as HTMLElement).blur();
  const dispatch = (event: string) => document.body.dispatchEvent(new Event(event, { bubbles: true }));
  beforeEach(() => {
    jest.useFakeTimers();
    run.mockReset();
  });

  it.each(['', '<p tabindex="0">Text that is marked</p>'])('runs at once while %p is pressed', (html) => {
    press(html);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it.each([
    '<a href="/faq">FAQ</a>',
    '<button type="button">Menu</button>',
    '<input type="checkbox">',
    '<p role="option" tabindex="0">Toronto</p>',
  ])('waits while %p is pressed, until its click', (html) => {
    const onClick = jest.fn(() => expect(run).not.toHaveBeenCalled());
    press(html);
    window.addEventListener('click', onClick, { once: true });
    expect(ranIn(2000)).toBe(false);
    release();
    dispatch('pointerup');
    dispatch('click');
    expect(onClick).toHaveBeenCalledTimes(1);
    expect([ranIn(0), ranIn(5000), run.mock.calls.length]).toEqual([true, true, 1]);
  });

  it.each(['pointerup', 'pointercancel', 'keyup'])('waits 100 ms for the click after a %s', (event) => {
    press('<a href="/faq">FAQ</a>');
    release();
    dispatch(event);
    expect([ranIn(0), ranIn(90), ranIn(20)]).toEqual([false, false, true]);
  });

  it('keeps waiting when another control was released', () => {
    press('<a href="/faq">FAQ</a>');
    dispatch('keyup');
    expect(ranIn(1000)).toBe(false);
    release();
    dispatch('pointerup');
    expect(ranIn(100)).toBe(true);
  });

  it('waits three seconds for a press that does not end', () => {
    press('<a href="/faq">FAQ</a>');
    expect([ranIn(2990), ranIn(20)]).toEqual([false, true]);
  });
});
