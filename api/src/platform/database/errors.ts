const conflicts = new Set(['40P01', '40001']);

/** The SQL state of a failed query (23505: a unique constraint), by its property: drivers differ in classes. */
export const sqlState = (error: unknown): string | undefined => (error as { code?: string } | null)?.code;

/** Deadlock, or a serialisation that failed: the database has undone everything, and the same again may succeed. */
export const isSerializationConflict = (error: unknown): boolean => conflicts.has(sqlState(error) ?? '');

/** Away, or busy: 55P03 is a wait for somebody who holds the same guard. Not 57014: a statement that takes too long takes as long the next time. */
const isTransientCode = (code: string) => /^(08|53|55P03|57P0|ECONN|ENOENT|EPIPE|ETIMEDOUT)/.test(code);

const isPoolExhausted = (error: unknown) =>
  error instanceof Error && /timeout exceeded when trying to connect|Connection terminated/.test(error.message);

/** Whether the same may succeed elsewhere, or a little later: what was asked is not at fault. */
export function isTransient(error: unknown): boolean {
  const code = sqlState(error);
  return (typeof code === 'string' && isTransientCode(code)) || isSerializationConflict(error) || isPoolExhausted(error);
}
