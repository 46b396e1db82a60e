import type { BrowserContextOptions } from '@playwright/test';
import { makeGuard, removeGuard } from '@portal/contracts/guards/guards.staff';
import { notify } from '@portal/contracts/notifications/notifications.staff';
import { logInAs } from '../../support/api';
import { Staff } from '../../support/staff';
import { ALERT, type GuardLogin } from './fronts';
import type { Portal } from './test-host';

type Kept = NonNullable<Exclude<BrowserContextOptions['storageState'], string>>;

export interface MadeGuard {
  guard: GuardLogin;
  remove(): Promise<unknown>;
}

/** Creates a guard with a notification for a run. */
export async function createMatrixGuard({ url, staffToken }: Portal): Promise<MadeGuard> {
  const staff = new Staff(url, staffToken);
  const guard = await staff.call(makeGuard, {});
  await staff.call(notify, { guard: guard.id, title: ALERT, description: 'To the site office.' });
  return { guard, remove: () => staff.call(removeGuard, { guard: guard.id }) };
}

/** Browser storage with a new session of the guard. */
export async function createSession(url: string, person: GuardLogin): Promise<Kept> {
  const { guard, tokens } = await logInAs(url, person);
  const { token } = tokens.refresh;
  const kept = { token, session: JSON.stringify({ token, guardId: guard.id }), guardId: guard.id, guardInfo: JSON.stringify(guard) };
  const cookie = { name: 'token', value: token, domain: new URL(url).hostname, path: '/', expires: -1 };
  return {
    cookies: [{ ...cookie, httpOnly: false, secure: false, sameSite: 'Lax' }],
    origins: [{ origin: url, localStorage: Object.entries(kept).map(([name, value]) => ({ name, value })) }],
  };
}
