import { LateError } from '@portal/mf-kit/reach';

/** Rejects with a LateError when `work` has not settled after `ms`. The work itself cannot be stopped; whoever waits goes on. */
export function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LateError(`${what} took more than ${Math.round(ms)} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
