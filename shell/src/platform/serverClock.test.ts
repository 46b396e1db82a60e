import { clockDriftText } from './clockDriftText';
import { createServerClock, isClockWrong } from './serverClock';

const minute = 60_000;
const hour = 60 * minute;

it.each([
  [0, null],
  [4 * minute, null],
  [-4 * minute, null],
  [12 * minute, '12 minutes'],
  [-hour, '60 minutes'],
  [3 * hour, '3 hours'],
  [-2.9 * hour, '3 hours'],
  [72 * hour, '3 days'],
])('describes a server that is %d ms ahead as: %s', (ahead, words) => {
  const text = isClockWrong(ahead) ? clockDriftText(ahead) : null;
  expect(text).toBe(words && `This device's clock is off by ${words}. Times here follow our server.`);
});

it("follows the server's time, and reports the first difference once", () => {
  jest.useFakeTimers({ now: new Date('2027-03-14T12:00:00Z') });
  const differences: number[] = [];
  const clock = createServerClock((ahead) => differences.push(ahead));
  expect([clock.isSynchronised(), clock.now().toISOString()]).toEqual([false, '2027-03-14T12:00:00.000Z']);
  clock.setServerTime('2027-03-14T15:00:00Z');
  clock.setServerTime('2027-03-14T15:00:00Z');
  clock.setServerTime('no time');
  expect([clock.isSynchronised(), clock.now().toISOString(), differences]).toEqual([true, '2027-03-14T15:00:00.000Z', [3 * hour]]);
  jest.useRealTimers();
});

it('is not set back by a delayed reply, which would make a write look older than an earlier reply', () => {
  jest.useFakeTimers({ now: new Date('2027-03-14T12:00:00Z') });
  const clock = createServerClock();
  const before = clock.now().getTime();
  clock.setServerTime('2027-03-14T11:59:57Z');
  const [first, second] = [clock.now().getTime(), clock.now().getTime()];
  expect([first - before, second - first]).toEqual([1, 1]);
  jest.advanceTimersByTime(5000);
  expect(clock.now().toISOString()).toBe('2027-03-14T12:00:02.000Z');
  clock.setServerTime('2027-03-14T11:00:00Z');
  expect(clock.now().toISOString()).toBe('2027-03-14T11:00:00.000Z');
  jest.useRealTimers();
});

describe('the reading of the clock', () => {
  beforeEach(() => jest.useFakeTimers({ now: new Date('2027-03-14T12:00:00Z') }));
  afterEach(() => jest.useRealTimers());

  it('is 0 until the server replies, and is requested when a component waits for it', async () => {
    const ask = jest.fn(async () => clock.setServerTime('2027-03-14T13:00:00Z'));
    const clock = createServerClock(undefined, ask);
    expect([clock.reading(), ask.mock.calls.length]).toEqual([0, 0]);
    clock.subscribe(() => undefined);
    clock.subscribe(() => undefined);
    await jest.advanceTimersByTimeAsync(0);
    expect([clock.reading(), ask.mock.calls.length, clock.now().toISOString()]).toEqual([1, 1, '2027-03-14T13:00:00.000Z']);
  });

  it('changes after a correction of more than 30 seconds', () => {
    const clock = createServerClock();
    clock.setServerTime('2027-03-14T13:00:00Z');
    clock.setServerTime('2027-03-14T13:00:20Z');
    expect(clock.reading()).toBe(1);
    clock.setServerTime('2027-03-14T12:00:00Z');
    expect(clock.reading()).toBe(2);
  });

  it.each([
    ['does not answer', async () => false, 0],
    ['answers nothing for 4 seconds', () => new Promise<never>(() => undefined), 4000],
  ])('is the time of the device while the server %s, and of the server later', async (_what, ask, ms) => {
    const clock = createServerClock(undefined, ask);
    const listener = jest.fn();
    clock.subscribe(listener);
    await jest.advanceTimersByTimeAsync(ms);
    expect([clock.reading(), clock.isSynchronised(), clock.now().toISOString().slice(0, 16)]).toEqual([1, false, '2027-03-14T12:00']);
    clock.setServerTime('2027-03-14T13:00:00Z');
    expect([clock.reading(), listener.mock.calls.length]).toEqual([2, 2]);
  });
});
