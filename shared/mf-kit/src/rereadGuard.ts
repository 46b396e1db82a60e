import { call, isApiError } from '@portal/api-client/call';
import type { Guard } from '@portal/contracts/_kernel/guard';
import { profile } from '@portal/contracts/guards/guards.endpoints';
import { readUntilUnchanged } from './guardRefresh';
import type { Portal } from './portal';

/** Reads the session's guard again after a save. If that fails, the session gets `known`, because the save succeeded. */
export async function rereadGuard(session: Portal['session'], known: Partial<Guard>): Promise<void> {
  const before = session.current()?.guard;
  if (!before) return;
  try {
    session.update((await readUntilUnchanged(session, () => call(profile, { id: before.id }))).data.guard);
  } catch (error) {
    if (!isApiError(error)) throw error;
    session.update({ ...(session.current()?.guard ?? before), ...known });
  }
}
