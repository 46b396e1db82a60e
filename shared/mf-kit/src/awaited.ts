/** How many screens of this module wait for a connection. */
let waiting = 0;
const listeners = new Set<() => void>();

export const awaited = {
  some: (): boolean => waiting > 0,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  note(isWaiting: boolean): void {
    waiting += isWaiting ? 1 : -1;
    for (const listener of [...listeners]) listener();
  },
};
