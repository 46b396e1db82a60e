import { sql } from 'kysely';
import { db } from '../../platform/db';

/** Keeps what guards think of a job's client: their average in halves, 1 to 5. Call it with the job held. */
export async function setClientRating(jobId: string, rating: number): Promise<void> {
  await sql`update jobs set client_rating = ${rating} where id = ${jobId}`.execute(db());
}
