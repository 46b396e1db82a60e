import { clockWords, createServerClock } from './clock';

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
])('a server that is %d ms ahead is told as: %s', (ahead, words) => {
  expect(clockWords(ahead)).toBe(words && `This device's clock differs by ${words}. Times here are the server's.`);
});

it('goes by the server once it was heard, and tells the first difference once', () => {
  jest.useFakeTimers({ now: new Date('2027-03-14T12:00:00Z') });
  const heard: number[] = [];
  const clock = createServerClock((ahead) => heard.push(ahead));
  expect([clock.isSure(), clock.now().toISOString()]).toEqual([false, '2027-03-14T12:00:00.000Z']);
  clock.learn('2027-03-14T15:00:00Z');
  clock.learn('2027-03-14T15:00:00Z');
  clock.learn('no time');
  expect([clock.isSure(), clock.now().toISOString(), heard]).toEqual([true, '2027-03-14T15:00:00.000Z', [3 * hour]]);
  jest.useRealTimers();
});
