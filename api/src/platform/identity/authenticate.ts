import { copy } from '@portal/contracts/_kernel/copy';
import type { Auth, Endpoint } from '@portal/contracts/_kernel/endpoint';
import type { OnboardingStep } from '@portal/contracts/onboarding/onboarding.rules';
import { staffMessages } from '@portal/contracts/staff/staff.rules';
import { fail } from '../http/errors';
import { equalsConstantTime } from './secrets';
import { findSession, type SignedIn } from './sessions';
import { authenticateStaff, type StaffMember } from './staff-keys';

export interface Credentials {
  basic: string;
  staffToken: string | null;
}

/** The value of an Authorization header with this scheme; null for another scheme or no value. */
export const readCredential = (scheme: 'Basic' | 'Bearer', header: string | undefined): string | null => {
  const [given, value] = header?.split(' ') ?? [];
  return given?.toLowerCase() === scheme.toLowerCase() && value ? value : null;
};

function requireBasic(header: string | undefined, { basic }: Credentials): void {
  const given = readCredential('Basic', header);
  if (!given || !equalsConstantTime(Buffer.from(given, 'base64').toString(), basic)) fail(401, 'This client is not known here.');
}

const steps: Partial<Record<Auth, readonly OnboardingStep[]>> = { held: ['approval', 'done'], approved: ['done'] };

/**
 * Throws 403 for staff without a required role, and for a guard with a step to finish first. Separate from `authenticate`, so that the log
 * contains the rejected caller.
 */
export function requireRole({ auth, roles }: Pick<Endpoint, 'auth' | 'roles'>, { guard, staff }: Principal): void {
  const allowed = steps[auth];
  if (guard && allowed) requireStep(guard, allowed);
  if (!staff?.role) return;
  if (!Array.isArray(roles)) fail(403, staffMessages.rehearsalOnly);
  else if (!roles.includes(staff.role)) fail(403, staffMessages.otherRole(staff.role, roles));
}

async function requireGuard(header: string | undefined, address: () => string): Promise<SignedIn> {
  const token = readCredential('Bearer', header);
  if (!token) fail(401, copy.sessionMissing);
  return (await findSession(token, address)) ?? fail(401, copy.sessionExpired);
}

/** Throws 403 with `data.nextStep`, to which the portal then navigates; never 401, which would end the session (AUTHZ-40). */
function requireStep(guard: SignedIn, allowed: readonly OnboardingStep[]): void {
  if (!allowed.includes(guard.step))
    fail(403, 'There is a step to finish first.', { data: { nextStep: guard.nextStep, step: guard.step } });
}

/** The caller of an endpoint; both are null for an anonymous call. */
export interface Principal {
  guard: SignedIn | null;
  staff: StaffMember | null;
}

const anonymous: Principal = { guard: null, staff: null };
const asGuard = (guard: SignedIn): Principal => ({ guard, staff: null });

/**
 * Checks the credential that an endpoint requires. Call `requireRole` afterwards.
 * @param address returns the client's address, to be stored with the session.
 * @returns the caller; an `open` call may carry a guard's token.
 */
export async function authenticate(
  auth: Auth,
  header: string | undefined,
  credentials: Credentials,
  address: () => string,
): Promise<Principal> {
  switch (auth) {
    case 'open':
      return header ? asGuard(await requireGuard(header, address)) : anonymous;
    case 'basic':
      requireBasic(header, credentials);
      return anonymous;
    case 'staff':
      return { guard: null, staff: await authenticateStaff(readCredential('Bearer', header), credentials.staffToken) };
    case 'bearer':
    case 'held':
    case 'approved':
      return asGuard(await requireGuard(header, address));
  }
}
