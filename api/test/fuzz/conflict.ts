import { getPool } from '../../src/platform/database/db';

/**
 * Makes the database able to roll a transaction back at its commit, like a serialization failure. A sequence
 * remembers whether it did, because a rollback does not reset it.
 */
export async function rehearseConflicts(): Promise<void> {
  await getPool().query(`
    create sequence conflicts;
    select nextval('conflicts');
    create function rehearse_conflict() returns trigger language plpgsql as $$
    begin
      -- a statement outside of a transaction is not retried
      if coalesce(current_setting('portal.held', true), '') <> '' then
        if nextval('conflicts') = 1 then raise exception 'rehearsed' using errcode = 'serialization_failure'; end if;
      end if;
      return null;
    end $$;
    do $$ declare name text; begin
      for name in select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' loop
        execute format('create constraint trigger rehearse_conflict after insert or update or delete on %I deferrable initially deferred
          for each row execute function rehearse_conflict()', name);
      end loop;
    end $$;`);
}

/** The first writing transaction of `act` is rolled back once. */
export async function withOneRollback<T>(act: () => Promise<T>): Promise<T> {
  await getPool().query(`select setval('conflicts', 1, false)`);
  try {
    return await act();
  } finally {
    await getPool().query(`select setval('conflicts', 1, true)`);
  }
}
