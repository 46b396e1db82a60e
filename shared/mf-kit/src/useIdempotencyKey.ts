import { useCallback, useRef } from 'react';
import { newUuid } from './newKey';

type Holder = Readonly<Record<string, unknown>>;
const isHolder = (value: unknown): value is Holder =>
  Array.isArray(value) || (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype);

/** Nothing was entered or chosen since. A file is the same only as the very one. */
function isSame(one: unknown, other: unknown): boolean {
  if (!isHolder(one) || !isHolder(other)) return Object.is(one, other);
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => isSame(one[name], other[name]));
}

/**
 * The key of what a form sends: `keyOf(input)`. What had no answer, or was cancelled, may have arrived: the same input told again is the
 * same act, never a second one. A refused one left nothing behind, and may be tried again under its key.
 */
export function useIdempotencyKey<Input>(): (input: Input) => string {
  const last = useRef<{ key: string; input: Input } | null>(null);
  return useCallback((input) => {
    if (!last.current || !isSame(last.current.input, input)) last.current = { key: newUuid(), input };
    return last.current.key;
  }, []);
}
