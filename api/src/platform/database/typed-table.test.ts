import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import type { Tables } from './tables';
import { typedTable } from './typed-table';

const nowhere = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

const a = typedTable('held_assignments', 'a');

it('expands to the table with its alias, and to columns of the alias', () => {
  const statement = sql`select ${a.arrived_at} as at from ${a} where ${a.guard_id} = ${'g'}`.compile(nowhere);
  expect(statement.sql).toBe('select "a"."arrived_at" as at from "held_assignments" as "a" where "a"."guard_id" = $1');
  expect(statement.parameters).toEqual(['g']);
});

it('works in the query builder, too', () => {
  const built = nowhere.selectFrom('held_assignments as a').select(sql<string>`min(${a.created_at})`.as('since')).where('a.id', '=', 'one');
  expect(built.compile().sql).toBe('select min("a"."created_at") as "since" from "held_assignments" as "a" where "a"."id" = $1');
});
