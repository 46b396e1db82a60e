import { copy } from '@portal/contracts/_kernel/copy';
import type { Auth } from '@portal/contracts/_kernel/endpoint';
import type { Step } from '@portal/contracts/onboarding/onboarding.rules';
import { fail } from './errors';
import { isSame } from './secrets';
import { findSession, type SignedIn } from './sessions';

export interface Credentials {
  basic: string;
  staffToken: string | null;
}

const credential = (scheme: 'Basic' | 'Bearer', header: string | undefined): string | null => {
  const [given, value] = header?.split(' ') ?? [];
  return given?.toLowerCase() === scheme.toLowerCase() && value ? value : null;
};

function requireBasic(header: string | undefined, { basic }: Credentials): void {
  const given = credential('Basic', header);
  if (!given || !isSame(Buffer.from(given, 'base64').toString(), basic)) fail(401, 'This client is not known here.');
}

function requireStaff(header: string | undefined, { staffToken }: Credentials): void {
  const given = credential('Bearer', header);
  if (!given || !staffToken || !isSame(given, staffToken)) fail(401, 'The staff token is missing or not right.');
}

async function requireGuard(header: string | undefined, address: () => string): Promise<SignedIn> {
  const token = credential('Bearer', header);
  if (!token) fail(401, copy.sessionMissing);
  return (await findSession(token, address)) ?? fail(401, copy.sessionExpired);
}

/** 403 with `data.nextStep`, where the portal then goes; never 401, which would end the session (AUTHZ-40). */
function requireStep(guard: SignedIn, steps: readonly Step[]): void {
  if (!steps.includes(guard.step)) fail(403, 'There is a step to finish first.', { data: { nextStep: guard.nextStep, step: guard.step } });
}

/**
 * Checks the credential that an endpoint asks for.
 * @param address where the call comes from, asked for when the session notes that it was seen.
 * @returns the guard, or null where the call has none; an `open` call may carry a guard's token.
 */
export async function authenticate(
  auth: Auth,
  header: string | undefined,
  credentials: Credentials,
  address: () => string,
): Promise<SignedIn | null> {
  switch (auth) {
    case 'open':
      return header ? requireGuard(header, address) : null;
    case 'basic':
      requireBasic(header, credentials);
      return null;
    case 'staff':
      requireStaff(header, credentials);
      return null;
    case 'bearer':
      return requireGuard(header, address);
    case 'held':
    case 'approved': {
      const guard = await requireGuard(header, address);
      requireStep(guard, auth === 'held' ? ['approval', 'done'] : ['done']);
      return guard;
    }
  }
}
