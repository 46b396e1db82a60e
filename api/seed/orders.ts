import { demoJobs } from './demo';
import type { SeedJob } from './jobs';
import { seedId } from './random';
import { type Connection, insert } from './rows';

const HOUR = 3_600_000;
const sections = [
  {
    title: 'On arrival',
    text: 'Sign the visitors’ book at the front desk.\nTake the radio and the master key from the key box. The code is at the desk.',
    picture: null,
  },
  { title: 'Rounds', text: 'Every two hours: loading dock, stairwell B, roof door. Write an e-note for each round.', picture: null },
  {
    title: 'Fire alarm',
    text: 'Call 911 first, then the site manager. Open the north gate for the fire truck. Nobody takes the elevators.',
    picture: null,
  },
];
const contacts = [
  { name: 'Site manager', phone: '4165550120', note: 'Any time' },
  { name: 'Caretaker', phone: '4165550121', note: 'Until 11 p.m.' },
];

/** Post orders at the sites of the demo guard's running and next jobs; the guard has not read the orders of the next one. */
export async function seedOrders(connection: Connection, jobs: readonly SeedJob[], now: Date): Promise<void> {
  const sites = [demoJobs.running, demoJobs.tomorrow].flatMap((place) => jobs[place]?.location.id ?? []);
  await insert(
    connection,
    'site_orders',
    sites.map((location_id, place) => ({
      id: seedId('orders', place),
      location_id,
      version: 1,
      sections,
      contacts,
      created_at: new Date(now.getTime() - 72 * HOUR).toISOString(),
    })),
  );
}
