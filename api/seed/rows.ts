/** The part of a `pg` client or pool that seeding uses. */
export interface Connection {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[]; rowCount: number | null }>;
}

/** Bytes as the JSON of `insert` has them. */
export const bytea = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`;

/** Inserts rows that all have the keys of the first one, in one statement. Columns left out keep their defaults. */
export async function insert(connection: Connection, table: string, rows: readonly Record<string, unknown>[]): Promise<void> {
  const first = rows[0];
  if (!first) return;
  const columns = Object.keys(first)
    .map((column) => `"${column}"`)
    .join(', ');
  await connection.query(`insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`, [
    JSON.stringify(rows),
  ]);
}
