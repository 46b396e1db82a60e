import type { CallContext } from '../http/routes';
import { isSignatureOf, shortTags, signature } from './keyring';
import { newToken } from './secrets';

const COOKIE = 'known-device';
/** Its name in the release before, which the portal host used, too. Its signature proves it. Read until 2027-05. */
const FORMER_COOKIE = 'device';
const SECONDS = 180 * 86_400;
/** Of guards who share a device, so many are remembered there. */
const GUARDS_AT_MOST = 5;
/** The account's letters, then the signature: what was signed under its former password is found by them, and gives its place away. */
const entry = /^([\w-]{8})([\w-]{43})$/;

/** Of whom a device is known: the account, and its password. With another password, as after a reset, all its devices are strangers again. */
export interface DeviceOwner {
  /** The e-mail address in small letters: under another one the device is a stranger until the next log-in. */
  account: string;
  /** As it is stored; empty for an account that is not there. */
  passwordHash: string;
}

const signedText = (device: string, { account, passwordHash }: DeviceOwner) => `${device} ${account} ${passwordHash}`;

interface Entry {
  tag: string;
  signed: string;
}

type Cookies = Pick<CallContext, 'cookie' | 'plainCookie'>;

function read(context: Cookies): { device: string; entries: Entry[] } | null {
  const [device, ...rest] = (context.cookie(COOKIE) ?? context.plainCookie(FORMER_COOKIE))?.split('.') ?? [];
  if (!device || !/^[\w-]{43}$/.test(device)) return null;
  const entries = rest.flatMap((one) => {
    const [, tag, signed] = entry.exec(one) ?? [];
    return tag && signed ? [{ tag, signed }] : [];
  });
  return { device, entries: entries.slice(0, GUARDS_AT_MOST) };
}

/**
 * The device that this account has logged in with since it has its password, null for any other. It opens nothing: its tries are counted
 * apart from those of strangers, so that who guesses cannot shut the guard out.
 */
export function knownDevice(context: Cookies, known: DeviceOwner): string | null {
  const kept = read(context);
  return kept?.entries.some(({ signed }) => isSignatureOf(signedText(kept.device, known), signed)) ? kept.device : null;
}

/** Has the browser remember that this account has logged in here. `passwordHash` is the one that the caller was let in under. */
export function rememberDevice(context: Cookies & Pick<CallContext, 'setCookie'>, known: DeviceOwner): void {
  const { device, entries } = read(context) ?? { device: newToken(), entries: [] };
  const own = shortTags(`${device} ${known.account}`);
  const others = entries.filter(({ tag }) => !own.includes(tag)).map(({ tag, signed }) => tag + signed);
  const all = [`${own[0]}${signature(signedText(device, known))}`, ...others].slice(0, GUARDS_AT_MOST);
  context.setCookie(COOKIE, [device, ...all].join('.'), SECONDS);
}
