import { sql } from 'kysely';
import { db } from '../../platform/db';

/** What customers gave a guard on average, to one decimal from 0.5 to 5; 0 when nobody rated yet. */
export async function averageRating(guardId: string): Promise<number> {
  const { rows } = await sql<{ rating: number }>`
    select coalesce(round(avg(rating), 1), 0)::float8 as rating from ratings where guard_id = ${guardId}`.execute(db());
  return rows[0]?.rating ?? 0;
}
