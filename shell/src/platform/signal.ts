import { useSyncExternalStore } from 'react';

/** An observable value, shared by React roots. */
export interface Signal<T> {
  get(): T;
  set(next: T): void;
  subscribe(listener: () => void): () => void;
}

export function signal<T>(initial: T): Signal<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const useSignal = <T>(source: Signal<T>): T => useSyncExternalStore(source.subscribe, source.get);
