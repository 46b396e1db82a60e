type Keys<P extends string> = P extends `${string}:${infer K}/${infer Rest}`
  ? K | Keys<`/${Rest}`>
  : P extends `${string}:${infer K}`
    ? K
    : never;
type Query = Record<string, string | number | undefined>;
type Arguments<P extends string> = [Keys<P>] extends [never] ? [query?: Query] : [keys: Record<Keys<P>, string>, query?: Query];

export interface Path<P extends string = string> {
  (...args: Arguments<P>): string;
  /** As react-router and the registry write it. */
  readonly pattern: P;
}

/** A browser link as a function: `path('/ticketDetail/:id')({ id })`. Unset query values are left out. */
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

/** A path of the portal itself: nothing that a browser would take for another site's address. */
export const ownPath = /^\/(?![/\\])[^\\\u0000-\u0020]*$/;
export const isOwnPath = (to: string): boolean => ownPath.test(to);
