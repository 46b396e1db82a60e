type Keys<P extends string> = P extends `${string}:${infer K}/${infer Rest}`
  ? K | Keys<`/${Rest}`>
  : P extends `${string}:${infer K}`
    ? K
    : never;
type Query = Record<string, string | number | undefined>;
type Arguments<P extends string> = [Keys<P>] extends [never] ? [query?: Query] : [keys: Record<Keys<P>, string>, query?: Query];

export interface Path<P extends string = string> {
  (...args: Arguments<P>): string;
  /** The syntax of react-router and the registry. */
  readonly pattern: P;
}

/** Returns a function that builds a link: `path('/ticketDetail/:id')({ id })`. It omits unset query values. */
export function path<const P extends string>(pattern: P): Path<P> {
  const hasKeys = pattern.includes(':');
  const link = (...args: unknown[]) => {
    const [keys, query] = (hasKeys ? args : [{}, args[0]]) as [Record<string, string>, Query | undefined];
    const filled = pattern.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(keys[key] ?? ''));
    const search = new URLSearchParams(
      Object.entries(query ?? {}).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
    );
    return search.size > 0 ? `${filled}?${search}` : filled;
  };
  return Object.assign(link, { pattern }) as unknown as Path<P>;
}

/** A path of the portal itself. It excludes every text that a browser would read as the address of another site. */
export const ownPath = /^\/(?![/\\])[^\\\u0000-\u0020]*$/;
export const isOwnPath = (to: string): boolean => ownPath.test(to);
