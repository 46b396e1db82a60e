import { type Expression, RawNode, type SelectType } from 'kysely';
import type { Tables } from './tables';

/** A table with its alias, and its columns. */
export type TypedTable<Name extends keyof Tables> = Expression<unknown> & {
  readonly [Column in keyof Tables[Name]]: Expression<SelectType<Tables[Name][Column]>>;
};

/** Quotes an identifier of our own code. It is never user input; a name that needs escaping is a programming error. */
function quoted(name: string): string {
  if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw new Error(`${name} is not the name of a table or column`);
  return `"${name}"`;
}

/** Creates a raw node once, because kysely resolves its references by name in each statement, and lists have sixty. */
function piece(text: string): Expression<unknown> {
  const node = RawNode.createWithSql(text);
  return { expressionType: undefined, toOperationNode: () => node };
}

/**
 * For statements that the query builder cannot express clearly: `const a = typedTable('held_assignments', 'a')`, then
 * `` sql`… from ${a} where ${a.guard_id} = …` ``. `${a}` becomes `"held_assignments" as "a"`, for from and join clauses. A column that `tables.ts`
 * lacks does not compile.
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

/** Tables with a `guard_id` column. */
export type GuardTable = { [Name in keyof Tables]: 'guard_id' extends keyof Tables[Name] ? Name : never }[keyof Tables];
