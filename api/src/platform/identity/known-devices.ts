import type { CallContext } from '../http/routes';
import { isSignatureOf, shortTags, signature } from './keyring';
import { newToken } from './secrets';

const COOKIE = 'known-device';
const SECONDS = 180 * 86_400;
/** Number of guards that are remembered on a shared device. */
const GUARDS_AT_MOST = 5;
/** The account's tag, then the signature. By the tag an entry under a former password is found and replaced. */
const entry = /^([\w-]{8})([\w-]{43})$/;

/** The account and password for which a device is known. After a change of the password, all its devices are unknown. */
export interface DeviceOwner {
  /** The e-mail address in lower case: after a change of the address the device is unknown until the next login. */
  account: string;
  /** The stored hash; empty if the account does not exist. */
  passwordHash: string;
}

const signedText = (device: string, { account, passwordHash }: DeviceOwner) => `${device} ${account} ${passwordHash}`;

interface Entry {
  tag: string;
  signed: string;
}

type Cookies = Pick<CallContext, 'cookie'>;

function read(context: Cookies): { device: string; entries: Entry[] } | null {
  const [device, ...rest] = context.cookie(COOKIE)?.split('.') ?? [];
  if (!device || !/^[\w-]{43}$/.test(device)) return null;
  const entries = rest.flatMap((one) => {
    const [, tag, signed] = entry.exec(one) ?? [];
    return tag && signed ? [{ tag, signed }] : [];
  });
  return { device, entries: entries.slice(0, GUARDS_AT_MOST) };
}

/**
 * The device token if this account has logged in on the device since its last password change, otherwise null. It grants no access: attempts of known
 * devices are counted separately, so that an attacker on other devices cannot lock the guard out.
 */
export function knownDevice(context: Cookies, known: DeviceOwner): string | null {
  const kept = read(context);
  return kept?.entries.some(({ signed }) => isSignatureOf(signedText(kept.device, known), signed)) ? kept.device : null;
}

/** Stores in a cookie that this account has logged in here. `passwordHash` is the hash that the login used. */
export function rememberDevice(context: Cookies & Pick<CallContext, 'setCookie'>, known: DeviceOwner): void {
  const { device, entries } = read(context) ?? { device: newToken(), entries: [] };
  const own = shortTags(`${device} ${known.account}`);
  const others = entries.filter(({ tag }) => !own.includes(tag)).map(({ tag, signed }) => tag + signed);
  const all = [`${own[0]}${signature(signedText(device, known))}`, ...others].slice(0, GUARDS_AT_MOST);
  context.setCookie(COOKIE, [device, ...all].join('.'), SECONDS);
}
