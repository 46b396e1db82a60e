import type { PortalSession } from './portal';

/**
 * What `read` answers of the session's guard. When the guard changed while it was asked (a save, another tab), the answer may be from before
 * that and would take them a step back: it is asked again. Rejects as `read` does.
 */
export async function readUntilUnchanged<Answer>(session: Pick<PortalSession, 'current'>, read: () => Promise<Answer>): Promise<Answer> {
  const before = session.current()?.guard;
  const answer = await read();
  const now = session.current()?.guard;
  return now && now !== before ? readUntilUnchanged(session, read) : answer;
}
