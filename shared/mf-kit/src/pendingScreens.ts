/** Number of screens of this module that wait for a connection. */
let waiting = 0;
const listeners = new Set<() => void>();

export const pendingScreens = {
  hasAny: (): boolean => waiting > 0,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  change(isWaiting: boolean): void {
    waiting += isWaiting ? 1 : -1;
    for (const listener of [...listeners]) listener();
  },
};
