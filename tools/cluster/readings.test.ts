import { byReplica, readSince } from './readings';

it('reads the figure of the replica, not that of the database', () => {
  const of = (from: string, count: number) => `portal_readings_total{from="${from}"} ${count}\n`;
  expect(byReplica(`# TYPE portal_readings_total counter\n${of('database', 7)}${of('replica', 41)}`)).toBe(41);
});

it('refuses an API that does not tell it', () => {
  expect(() => byReplica('portal_readings_total{from="database"} 7\n')).toThrow('does not say');
});

it('counts what was read between two looks, of a process that was killed meanwhile from nothing', () => {
  expect(readSince({ 'api-1': 10, 'api-2': 20 }, { 'api-1': 14, 'api-2': 3 })).toBe(7);
  expect(readSince({ 'api-1': 10, 'api-2': 20 }, { 'api-1': 10, 'api-2': 20 })).toBe(0);
});
