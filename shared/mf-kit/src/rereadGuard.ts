import { call, isApiError } from '@portal/api-client/call';
import type { Guard } from '@portal/contracts/_kernel/guard';
import { profile } from '@portal/contracts/guards/guards.endpoints';
import { readUntilUnchanged } from './guardRefresh';
import type { Portal } from './portal';

/** Brings the session's guard up to date after a save. Where they cannot be read, the session gets `known`: the save itself is done. */
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
