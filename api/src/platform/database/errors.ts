const conflicts: ReadonlySet<string> = new Set(['40P01', '40001']);

/** The SQL state of a failed query (23505: a unique constraint). Read from the property, because drivers have different error classes. */
export const sqlState = (error: unknown): string | undefined => (error as { code?: string } | null)?.code;

/** A deadlock or serialization failure: the database rolled the transaction back, and another run may succeed. */
export const isSerializationConflict = (error: unknown): boolean => conflicts.has(sqlState(error) ?? '');

/** The database is unavailable, or a lock timed out (55P03). Not a statement timeout (57014): the statement would take as long the next time. */
const isTransientCode = (code: string) => /^(08|53|55P03|57P0|ECONN|ENOENT|EPIPE|ETIMEDOUT)/.test(code);

const isPoolExhausted = (error: unknown) =>
  error instanceof Error && /timeout exceeded when trying to connect|Connection terminated/.test(error.message);

/** Whether the call may succeed later or elsewhere, because its input is not the cause. */
export function isTransient(error: unknown): boolean {
  const code = sqlState(error);
  return (typeof code === 'string' && isTransientCode(code)) || isSerializationConflict(error) || isPoolExhausted(error);
}
