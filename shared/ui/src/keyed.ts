/** Gives rows without an id a key from their text. A number distinguishes equal rows. */
export function withKeys<Row>(rows: readonly Row[], nameOf: (row: Row) => string): { key: string; row: Row }[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const name = nameOf(row);
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return { key: `${name} ${count}`, row };
  });
}
