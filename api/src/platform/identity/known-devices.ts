import type { Visit } from '../http/http-binding';
import { isSignatureOf, signature } from './keyring';
import { newToken } from './secrets';

const COOKIE = 'device';
const SECONDS = 180 * 86_400;
/** Of guards who share a device, so many are remembered there. */
const GUARDS_AT_MOST = 5;

const claim = (device: string, account: string) => `${device} ${account}`;

function read(visit: Pick<Visit, 'cookie'>): { device: string; signatures: string[] } | null {
  const [device, ...signatures] = visit.cookie(COOKIE)?.split('.') ?? [];
  return device && /^[\w-]{43}$/.test(device) ? { device, signatures: signatures.slice(0, GUARDS_AT_MOST) } : null;
}

/**
 * The device that this account has logged in with before, null for any other. It opens nothing: its tries are counted apart from those of
 * strangers, so that who guesses cannot shut the guard out.
 * @param account the e-mail address in small letters: under another one the device is a stranger until the next log-in.
 */
export function knownDevice(visit: Pick<Visit, 'cookie'>, account: string): string | null {
  const kept = read(visit);
  return kept?.signatures.some((one) => isSignatureOf(claim(kept.device, account), one)) ? kept.device : null;
}

/** Has the browser remember that this account has logged in here. */
export function rememberDevice(visit: Pick<Visit, 'cookie' | 'setCookie'>, account: string): void {
  const { device, signatures } = read(visit) ?? { device: newToken(), signatures: [] };
  const others = signatures.filter((one) => !isSignatureOf(claim(device, account), one));
  const all = [signature(claim(device, account)), ...others].slice(0, GUARDS_AT_MOST);
  visit.setCookie(COOKIE, [device, ...all].join('.'), SECONDS);
}
