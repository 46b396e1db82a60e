import { hkdfSync } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { UserError } from './errors';

const SHORTEST_KEY_BYTES = 20;
const SECRET_BYTES = 20;

/** Reads PORTAL_OPS_CODE_KEY; null if it is not set. Throws a Refusal that names the setting. */
export function opsCodeKey(given: string | undefined): Buffer | null {
  if (!given) return null;
  const key = Buffer.from(given, 'base64');
  if (key.length < SHORTEST_KEY_BYTES)
    throw new UserError(`PORTAL_OPS_CODE_KEY is shorter than ${SHORTEST_KEY_BYTES} bytes: openssl rand -base64 32`);
  return key;
}

/**
 * The six-digit codes (RFC 6238) of one person at the operations page. Each person has a secret of their own, derived from the host's key
 * and the name, so that hosts share one setting and the store holds no secret.
 */
export const opsCodesOf = (key: Buffer, name: string): TOTP =>
  new TOTP({
    issuer: 'Guard Portal operations',
    label: name,
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
    secret: new Secret({ buffer: hkdfSync('sha256', key, '', `ops code of ${name.trim().toLowerCase()}`, SECRET_BYTES) }),
  });
