import { sql } from 'kysely';
import { db } from '../platform/database/db';

/** Makes the database refuse some alerts while `act` runs. @param which a condition on `new`, the alert. */
export async function whileUntold(which: string, act: () => Promise<unknown>): Promise<void> {
  await sql`create or replace function refuse_told() returns trigger language plpgsql as 'begin raise exception ''refused''; end'`.execute(
    db(),
  );
  await sql`create trigger refuse_told before insert on notifications for each row when (${sql.raw(which)}) execute function refuse_told()`.execute(
    db(),
  );
  try {
    await act();
  } finally {
    await sql`drop trigger refuse_told on notifications`.execute(db());
  }
}
