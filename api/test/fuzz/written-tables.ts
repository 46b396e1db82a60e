import { getPool } from '../../src/platform/database/db';

/**
 * Returns a function that lists the tables written since its last call, also by rolled-back transactions. Sequences count the writes, because
 * they take no locks, so the races do not wait for the counting.
 */
export async function trackWrittenTables(): Promise<() => Promise<string[]>> {
  await getPool().query(`
    create or replace function touched() returns trigger language plpgsql as $$ begin perform nextval(tg_argv[0]); return null; end $$;
    do $$ declare name text; begin
      for name in select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' loop
        execute format('create sequence if not exists %I', 'touched_' || name);
        execute format('create or replace trigger touched after insert or update or delete on %I for each statement execute function touched(%L)', name, 'touched_' || name);
      end loop;
    end $$;`);
  const seen = new Map<string, string | null>();
  const look = async () => {
    // Runs after every call, so it is prepared, and reads the catalogue itself, because its view also checks permissions.
    const { rows } = await getPool().query<{ name: string; last: string | null }>({
      name: 'touched',
      text: `select substr(relname, 9) as name, pg_sequence_last_value(oid)::text as last from pg_class
        where relkind = 'S' and relname like 'touched\\_%'`,
    });
    const changed = rows.filter(({ name, last }) => (seen.get(name) ?? null) !== last).map(({ name }) => name);
    for (const { name, last } of rows) seen.set(name, last);
    return changed;
  };
  await look();
  return look;
}
