import { type Expression, RawNode, type SelectType } from 'kysely';
import type { Tables } from './tables';

/** A table by its short name in a statement, and its columns. */
export type TypedTable<Name extends keyof Tables> = Expression<unknown> & {
  readonly [Column in keyof Tables[Name]]: Expression<SelectType<Tables[Name][Column]>>;
};

/** A quoted name. These are ours, never somebody's input: what would need more than quotes is a mistake. */
function quoted(name: string): string {
  if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw new Error(`${name} is not the name of a table or column`);
  return `"${name}"`;
}

/** Made once and read by each statement that says it: kysely's own references are looked at name by name each time, and lists say sixty. */
function piece(text: string): Expression<unknown> {
  const node = RawNode.createWithSql(text);
  return { expressionType: undefined, toOperationNode: () => node };
}

/**
 * For a statement that the builder cannot say clearly: `const a = named('held_assignments', 'a')`, then `` sql`… from ${a} where
 * ${a.guard_id} = …` ``. `${a}` says `"held_assignments" as "a"`, for after from and join; a column that `tables.ts` lacks does not compile.
 */
export function typedTable<Name extends keyof Tables>(table: Name, short: string): TypedTable<Name> {
  const known: Record<string | symbol, unknown> = { ...piece(`${quoted(table)} as ${quoted(short)}`) };
  return new Proxy(known, {
    get: (_, column) => {
      if (typeof column === 'string' && !(column in known)) known[column] = piece(`${quoted(short)}.${quoted(column)}`);
      return known[column];
    },
  }) as unknown as TypedTable<Name>;
}

/** The tables whose rows say in `guard_id` whose they are. */
export type GuardTable = { [Name in keyof Tables]: 'guard_id' extends keyof Tables[Name] ? Name : never }[keyof Tables];
