import { countReplicaReads, readSince } from './replica-reads';

it('byReplica returns the count of the replica, and not of the database', () => {
  const of = (from: string, count: number) => `portal_readings_total{from="${from}"} ${count}\n`;
  expect(countReplicaReads(`# TYPE portal_readings_total counter\n${of('database', 7)}${of('replica', 41)}`)).toBe(41);
});

it('byReplica throws if the metric is missing', () => {
  expect(() => countReplicaReads('portal_readings_total{from="database"} 7\n')).toThrow('does not say');
});

it('readSince counts the replica reads between two counts, and counts a restarted process from zero', () => {
  expect(readSince({ 'api-1': 10, 'api-2': 20 }, { 'api-1': 14, 'api-2': 3 })).toBe(7);
  expect(readSince({ 'api-1': 10, 'api-2': 20 }, { 'api-1': 10, 'api-2': 20 })).toBe(0);
});
