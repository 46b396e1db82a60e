import { currentServices } from '../context';
import { afterCommit } from '../database/db';

/** Events for security monitoring. */
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

export type SecurityLine = { security: SecurityEvent; principal: string } & Record<string, unknown>;

export const guardPrincipal = (guardId: string): string => `guard:${guardId}`;

interface Caller {
  guard: { id: string } | null;
  staff: { keyId: string | null; name: string } | null;
}

/** Identifies the caller by an id alone. */
export function principalOf({ guard, staff }: Caller): string {
  if (guard) return guardPrincipal(guard.id);
  return staff ? `staff:${staff.keyId ?? staff.name}` : 'nobody';
}

/** Logs an event after the commit of the surrounding transaction. `more` must not contain an address, a name or a token. */
export const logSecurityEvent = (security: SecurityEvent, principal: string, more: Record<string, unknown> = {}): void =>
  afterCommit(() => currentServices().reports.securityEvent({ security, principal, ...more }));

/** Logs an event immediately, because the surrounding transaction will roll back. */
export const logSecurityEventNow = (security: SecurityEvent, principal: string, more: Record<string, unknown> = {}): void =>
  currentServices().reports.securityEvent({ security, principal, ...more });
