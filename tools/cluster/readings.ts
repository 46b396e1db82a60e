/** How many readings of one process went by the replica, since it began. */
export type Readings = Readonly<Record<string, number>>;

/** The figure in what a process tells Prometheus. @throws where it does not tell it. */
export function byReplica(metrics: string): number {
  const [, count] = /^portal_readings_total\{from="replica"\} (\d+)$/m.exec(metrics) ?? [];
  if (count === undefined) throw new Error('an API does not say what was read from the replica');
  return Number(count);
}

/** What was read from it between two looks: a process that was killed meanwhile counts from nothing. */
export const readSince = (before: Readings, after: Readings): number =>
  Object.entries(after).reduce((sum, [name, now]) => {
    const then = before[name] ?? 0;
    return sum + (now < then ? now : now - then);
  }, 0);

/** Asks every API at the address of its metrics. */
export async function readingsOf(addresses: Readonly<Record<string, string>>): Promise<Readings> {
  const each = Object.entries(addresses).map(async ([name, url]) => [name, byReplica(await (await fetch(url)).text())] as const);
  return Object.fromEntries(await Promise.all(each));
}
