/** Rows that have no id, each with a key by what it says; equal ones are told apart by their order. */
export function keyed<Row>(rows: readonly Row[], nameOf: (row: Row) => string): { key: string; row: Row }[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const name = nameOf(row);
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return { key: `${name} ${count}`, row };
  });
}
