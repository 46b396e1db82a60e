import { call, isApiError } from '@portal/api-client/call';
import type { Output } from '@portal/contracts/_kernel/endpoint';
import type { session as endpoint } from '@portal/contracts/auth/auth.endpoints';
import { sessionCall } from '@portal/contracts/auth/auth.session';
import { readUntilUnchanged } from '@portal/mf-kit/guardRefresh';
import type { SessionCore } from './session';

const EVERY_MS = 30_000;
const LATEST_MS = 2000;
/** No reply, or a proxy's reply for a missing server. */
const UNANSWERED = [0, 502, 503, 504];

const whenIdle = (run: () => void) =>
  'requestIdleCallback' in window ? window.requestIdleCallback(run, { timeout: LATEST_MS }) : setTimeout(run, LATEST_MS);

export function createSessionRefresh(session: SessionCore, onRead: (read: Omit<Output<typeof endpoint>, 'guard'>) => void) {
  let asked = Number.NEGATIVE_INFINITY;
  /** Reads the guard from the server. Resolves with whether the portal answered; never rejects. A visitor's page sends nothing. */
  async function now(): Promise<boolean> {
    const token = session.token();
    if (!token) return navigator.onLine;
    asked = performance.now();
    try {
      const { data } = await readUntilUnchanged(session, () => call(sessionCall as unknown as typeof endpoint, {}));
      if (session.token() !== token) return true;
      const own = session.current()?.guardId;
      if (own !== undefined && own !== data.guard.id) {
        session.endForOtherGuard();
        return true;
      }
      session.update(data.guard);
      onRead(data);
      return true;
    } catch (error) {
      // The transport has handled a refusal already.
      return isApiError(error) && !UNANSWERED.includes(error.code);
    }
  }
  return {
    now,
    /** For moves: at most every 30 s, when the page is idle. */
    refreshIfStale() {
      if (performance.now() - asked > EVERY_MS) whenIdle(now);
    },
  };
}
