/** Notifies modules and chrome that the data of a domain changed. */
export function createDataChanges() {
  const listeners = new Map<string, Set<() => void>>();
  return {
    invalidate(domain: string) {
      for (const listener of [...(listeners.get(domain) ?? []), ...(listeners.get('*') ?? [])]) listener();
    },
    /** After a gap any data may have changed. */
    invalidateAll() {
      for (const those of listeners.values()) for (const listener of [...those]) listener();
    },
    /** `*` as the domain: any domain. */
    onChanged(domain: string, listener: () => void) {
      const those = listeners.get(domain) ?? new Set();
      listeners.set(domain, those.add(listener));
      return () => void those.delete(listener);
    },
  };
}
export type Changes = ReturnType<typeof createDataChanges>;
