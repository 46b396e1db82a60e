import { afterCommit } from '../database/db';

/** What whoever watches over the portal looks for. */
export type SecurityEvent =
  | 'unauthenticated'
  | 'forbidden'
  | 'limited'
  | 'session opened'
  | 'session ended'
  | 'sessions ended'
  | 'sealed number does not open'
  | 'sealed file does not open'
  | 'second factor added'
  | 'second factor removed';

type Say = (line: { security: SecurityEvent; principal: string } & Record<string, unknown>) => void;

let say: Say = () => {};

/** Says where security events are written. */
export function onSecurityEvents(listener: Say): void {
  say = listener;
}

export const guardPrincipal = (guardId: string): string => `guard:${guardId}`;

interface Caller {
  guard: { id: string } | null;
  staff: { keyId: string | null; name: string } | null;
}

/** Who it was, by an id alone. */
export function principalOf({ guard, staff }: Caller): string {
  if (guard) return guardPrincipal(guard.id);
  return staff ? `staff:${staff.keyId ?? staff.name}` : 'nobody';
}

/** Notes an event with whom it is about, once the transaction around it has committed. Never an address, a name or a token. */
export const logSecurityEvent = (security: SecurityEvent, principal: string, more: Record<string, unknown> = {}): void =>
  afterCommit(() => say({ security, principal, ...more }));

/** The same of what is refused for it: at once, because the transaction around it is rolled back. */
export const logSecurityEventNow = (security: SecurityEvent, principal: string, more: Record<string, unknown> = {}): void =>
  say({ security, principal, ...more });
