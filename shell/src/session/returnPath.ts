const KEY = 'portal.returnTo';

/** The path that a missing or refused session interrupted; for this tab only, and taken once. */
export function createReturnPath(storage: Storage = window.sessionStorage) {
  return {
    keep: (path: string) => storage.setItem(KEY, path),
    take(): string | null {
      const path = storage.getItem(KEY);
      storage.removeItem(KEY);
      return path;
    },
  };
}
