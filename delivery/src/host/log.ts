/** The destination of log lines; the process's output by default. */
interface LogStream {
  write(line: string): void;
}

/**
 * Options of a host's log: lines for an operator, from `warn` on. Of a failed request only the method, because the address would identify a
 * person, and the query can contain a secret link.
 */
export const hostLog = (stream?: LogStream) => ({
  level: 'warn',
  ...(stream && { stream }),
  serializers: { req: ({ method }: { method: string }) => ({ method }), res: ({ statusCode }: { statusCode: number }) => ({ statusCode }) },
});
