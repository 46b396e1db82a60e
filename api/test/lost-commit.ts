import pg from 'pg';

/** The next commit of this process succeeds, but its reply is lost because the connection ends. */
export function loseNextCommit(): void {
  const query = pg.Client.prototype.query as (this: pg.Client, ...given: unknown[]) => unknown;
  const spy = jest.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const asked = query.apply(this, given);
    if (given[0] !== 'commit') return asked;
    spy.mockRestore();
    return (asked as Promise<unknown>).then(() => {
      (this as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
      throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    });
  } as never);
}

/** The next transaction of this process waits for a lock for at most 20 ms. */
export function useShortLockTimeout(): void {
  const query = pg.Client.prototype.query as (this: pg.Client, ...given: unknown[]) => unknown;
  const spy = jest.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...[text, ...given]: unknown[]) {
    if (typeof text !== 'string' || !text.startsWith('begin')) return query.call(this, text, ...given);
    spy.mockRestore();
    return query.call(this, `${text}; set local lock_timeout = 20`, ...given);
  } as never);
}
