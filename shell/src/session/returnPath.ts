import { authPaths } from '@portal/contracts/auth/auth.paths';
import { tab } from '@portal/device/storage';

const KEY = 'portal.returnTo';

/** The path that a missing or refused session interrupted; for this tab only, and taken once. */
export function createReturnPath() {
  return {
    keep(path: string): void {
      if (!path.startsWith(authPaths.login())) tab.setItem(KEY, path);
    },
    take(): string | null {
      const path = tab.getItem(KEY);
      tab.removeItem(KEY);
      return path;
    },
  };
}
