import { useCallback, useRef } from 'react';
import { newUuid } from './newKey';

type Holder = Readonly<Record<string, unknown>>;
const isHolder = (value: unknown): value is Holder =>
  Array.isArray(value) || (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype);

/** Compares two inputs. Files are equal only if they are the same object. */
function isSame(one: unknown, other: unknown): boolean {
  if (!isHolder(one) || !isHolder(other)) return Object.is(one, other);
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => isSame(one[name], other[name]));
}

/**
 * Returns a function that gives the idempotency key of an input. Equal inputs get the same key, because a write without a reply, or a
 * cancelled one, may have arrived. A refused write stored nothing and can be sent under its key again.
 *
 * ```tsx
 * const keyOf = useIdempotencyKey<Ticket>();
 * write(input, { key: keyOf(input) });
 * ```
 */
export function useIdempotencyKey<Input>(): (input: Input) => string {
  const last = useRef<{ key: string; input: Input } | null>(null);
  return useCallback((input) => {
    if (!last.current || !isSame(last.current.input, input)) last.current = { key: newUuid(), input };
    return last.current.key;
  }, []);
}
