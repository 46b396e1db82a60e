import { sql } from 'kysely';
import { db } from '../src/platform/database/db';

/**
 * Makes the database reject some inserts into a table while `act` runs. @param which a condition on `new`, the row. @param state
 * the SQLSTATE of the refusal; by default one that no code of the API expects.
 */
export async function withFailingInserts<T>(table: string, which: string, act: () => Promise<T>, state = 'P0001'): Promise<T> {
  await sql`create or replace function refuse_row() returns trigger language plpgsql as $$ begin raise exception 'refused' using errcode = tg_argv[0]; end $$`.execute(
    db(),
  );
  await sql`create trigger refuse_row before insert on ${sql.table(table)} for each row when (${sql.raw(which)}) execute function refuse_row(${sql.lit(state)})`.execute(
    db(),
  );
  try {
    return await act();
  } finally {
    await sql`drop trigger refuse_row on ${sql.table(table)}`.execute(db());
  }
}

/** Makes the database reject some alerts while `act` runs. @param which a condition on `new`, the alert. */
export const withFailingNotifications = (which: string, act: () => Promise<unknown>) => withFailingInserts('notifications', which, act);
