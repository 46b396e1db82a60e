/** Number of replica reads per process since its start. */
export type Readings = Readonly<Record<string, number>>;

/** Parses the number of replica reads from a process's Prometheus metrics. @throws if it is missing */
export function countReplicaReads(metrics: string): number {
  const [, count] = /^portal_readings_total\{from="replica"\} (\d+)$/m.exec(metrics) ?? [];
  if (count === undefined) throw new Error('an API does not say what was read from the replica');
  return Number(count);
}

/** Replica reads between two counts. A restarted process counts from zero. */
export const readSince = (before: Readings, after: Readings): number =>
  Object.entries(after).reduce((sum, [name, now]) => {
    const then = before[name] ?? 0;
    return sum + (now < then ? now : now - then);
  }, 0);

/** Reads the metrics of every API. */
export async function readingsOf(addresses: Readonly<Record<string, string>>): Promise<Readings> {
  const each = Object.entries(addresses).map(async ([name, url]) => [name, countReplicaReads(await (await fetch(url)).text())] as const);
  return Object.fromEntries(await Promise.all(each));
}
