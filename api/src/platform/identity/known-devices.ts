import type { Visit } from '../http/http-binding';
import { isSignatureOf, signature } from './keyring';
import { newToken } from './secrets';

const COOKIE = 'device';
const SECONDS = 180 * 86_400;
/** Of guards who share a device, so many are remembered there. */
const GUARDS_AT_MOST = 5;

/** Of whom a device is known: the account, and its password. With another password, as after a reset, all its devices are strangers again. */
export interface Known {
  /** The e-mail address in small letters: under another one the device is a stranger until the next log-in. */
  account: string;
  /** As it is stored; empty for an account that is not there. */
  passwordHash: string;
}

const claim = (device: string, { account, passwordHash }: Known) => `${device} ${account} ${passwordHash}`;

function read(visit: Pick<Visit, 'cookie'>): { device: string; signatures: string[] } | null {
  const [device, ...signatures] = visit.cookie(COOKIE)?.split('.') ?? [];
  return device && /^[\w-]{43}$/.test(device) ? { device, signatures: signatures.slice(0, GUARDS_AT_MOST) } : null;
}

/**
 * The device that this account has logged in with since it has its password, null for any other. It opens nothing: its tries are counted
 * apart from those of strangers, so that who guesses cannot shut the guard out.
 */
export function knownDevice(visit: Pick<Visit, 'cookie'>, known: Known): string | null {
  const kept = read(visit);
  return kept?.signatures.some((one) => isSignatureOf(claim(kept.device, known), one)) ? kept.device : null;
}

/** Has the browser remember that this account has logged in here. `passwordHash` is the one that the caller was let in under. */
export function rememberDevice(visit: Pick<Visit, 'cookie' | 'setCookie'>, known: Known): void {
  const { device, signatures } = read(visit) ?? { device: newToken(), signatures: [] };
  const others = signatures.filter((one) => !isSignatureOf(claim(device, known), one));
  const all = [signature(claim(device, known)), ...others].slice(0, GUARDS_AT_MOST);
  visit.setCookie(COOKIE, [device, ...all].join('.'), SECONDS);
}
