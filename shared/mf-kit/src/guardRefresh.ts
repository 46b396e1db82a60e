import type { PortalSession } from './portal';

/**
 * Runs `read` until the session's guard did not change during it (by a save or another tab), because such a reply may be older than the
 * change. Rejects as `read` does.
 */
export async function readUntilUnchanged<Answer>(session: Pick<PortalSession, 'current'>, read: () => Promise<Answer>): Promise<Answer> {
  const before = session.current()?.guard;
  const answer = await read();
  const now = session.current()?.guard;
  return now && now !== before ? readUntilUnchanged(session, read) : answer;
}
