import type { PhoneLab } from '../lab';
import type { Address } from './addresses';

export interface RouteMeasurement<Found> {
  address: Address;
  found: Found;
}

/** Measures each route once and returns the results, worst first; routes with the result null are left out. `what` is the description in the log. */
export async function measureWorstFirst<Found>(
  lab: PhoneLab,
  what: string,
  routes: readonly Address[],
  { look, badness }: { look: (address: Address) => Promise<Found | null>; badness: (found: Found) => number },
): Promise<RouteMeasurement<Found>[]> {
  const looks: RouteMeasurement<Found>[] = [];
  for (const address of routes) {
    lab.say(`${what} of ${address.path}`);
    const found = await look(address);
    if (found !== null) looks.push({ address, found });
  }
  return looks.sort((a, b) => badness(b.found) - badness(a.found));
}
