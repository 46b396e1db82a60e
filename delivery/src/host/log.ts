/** Where the log's lines go; without one, to the process's output. */
interface LogStream {
  write(line: string): void;
}

/**
 * How a host writes its log: what an operator has to know, from `warn` on. Of a request that failed its method alone: its address would say
 * who asked, and its query can hold a link that opens something.
 */
export const hostLog = (stream?: LogStream) => ({
  level: 'warn',
  ...(stream && { stream }),
  serializers: { req: ({ method }: { method: string }) => ({ method }), res: ({ statusCode }: { statusCode: number }) => ({ statusCode }) },
});
