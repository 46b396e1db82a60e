import { seedChat } from './chat';
import { seedCovers } from './covers';
import { customers } from './customers';
import { seedPassword } from './demo';
import { seedDemoLife } from './demo-life';
import { seedDocuments } from './documents';
import { seedEarnings } from './earnings';
import { seedEnotes } from './enotes';
import { freshen } from './freshen';
import { seedGuards } from './guards';
import { seedHandovers } from './handovers';
import { jobs as plan } from './jobs';
import { seedOrders } from './orders';
import { seedPages } from './pages';
import { seedReports } from './postings';
import { random as generator } from './random';
import { seedRatings } from './ratings';
import { type Connection, insert } from './rows';
import type { Seeding } from './seeding';
import { seedShifts } from './shifts';
import { seedTickets } from './tickets';
import { seedWelfare } from './welfare';
import { seedWork } from './work';

export type { Seeding };

/** Tables whose rows are deleted with all rows that refer to them; content and settings stay. */
const roots = 'guards, customers, locations, seedings, idempotency_keys, rate_limits, outgoing_messages, password_resets';

export async function isEmpty(connection: Connection): Promise<boolean> {
  const { rows } = await connection.query('select exists (select from guards) or exists (select from jobs) as used');
  return rows[0]?.used === false;
}

/** Deletes the data of guards and jobs. */
export async function reset(connection: Connection): Promise<void> {
  await connection.query(`truncate ${roots} cascade`);
}

/** Fills an empty database. Deterministic except for the clock. Call it in a transaction of `connection`. */
export async function seed(connection: Connection, { now, hashPassword, putFile }: Seeding): Promise<void> {
  const random = generator(20_261_114);
  const hash = await hashPassword(seedPassword);
  await insert(connection, 'customers', customers(random));
  const guards = await seedGuards(connection, random, hash, now);
  const jobs = plan(random, now);
  await insert(
    connection,
    'locations',
    jobs.map(({ location }) => location),
  );
  await insert(
    connection,
    'jobs',
    jobs.map(({ job }) => job),
  );
  await insert(
    connection,
    'shifts',
    jobs.flatMap(({ shifts }) => shifts),
  );
  await connection.query('select chain_shifts(array(select id from jobs))');
  await seedWork(connection, random, jobs, guards, now);
  await seedRatings(connection, jobs);
  await seedShifts(connection, now);
  await seedDemoLife(connection, jobs, now);
  await seedEarnings(connection, jobs, now);
  await seedDocuments(connection, now);
  await seedChat(connection, jobs, guards, now);
  await seedEnotes(connection, jobs, guards, { now, putFile });
  await seedTickets(connection, jobs, now);
  await seedReports(connection, jobs, now);
  await seedOrders(connection, jobs, now);
  await seedHandovers(connection, jobs, { now, putFile });
  await seedCovers(connection, jobs, guards, now);
  await seedWelfare(connection, jobs, now);
  await connection.query('insert into seedings (seeded_at) values ($1)', [now.toISOString()]);
  await seedPages(connection);
  await connection.query('analyze');
}

/** Fills an empty database; brings an older demonstration up to today; leaves any other database alone. */
export async function keepSeeded(connection: Connection, seeding: Seeding): Promise<void> {
  if (await isEmpty(connection)) await seed(connection, seeding);
  else await freshen(connection, seeding.now);
}
