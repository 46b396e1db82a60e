import type { DomainNotices } from '@portal/contracts/_kernel/persistentNotices';
import { currentServices } from '../context';

/** The persistent notices for a guard, by domain. They are loaded with the session; pages reload them after a change event of the domain. */
export const persistentNotices = (guardId: string): Promise<DomainNotices[]> =>
  Promise.all(
    Object.entries(currentServices().hooks.persistentNotices).map(async ([domain, read]) => ({ domain, notices: await read(guardId) })),
  );
