import { createHash, createHmac, hkdfSync, randomUUID, timingSafeEqual } from 'node:crypto';

const HOURS_8_MS = 8 * 3_600_000;
const MINUTE_MS = 60_000;
/** Wrong tokens per minute: of one address, and of all. */
const MOST_OF_ONE = 5;
const MOST_OF_ALL = 50;

const digest = (text: string) => createHash('sha256').update(text).digest();
export const isSame = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

/** The signed-in person; `token`: the id of their token, if the store has tokens. */
export interface Holder {
  name: string;
  token?: string;
}
interface Claim extends Holder {
  id: string;
  until: number;
}

/** Derives the key of the seals. With a key of codes the token alone makes no badge. */
const sealKey = (token: string, codeKey: Buffer | null): Buffer =>
  codeKey ? Buffer.from(hkdfSync('sha256', codeKey, digest(token), 'ops badge', 32)) : digest(token);

/** Issues and reads the badges of the operations page. Another token or another key of codes ends every badge. */
export function openBadges(token: string, codeKey: Buffer | null, now: () => number) {
  const key = sealKey(token, codeKey);
  const sealOf = (claim: string) => createHmac('sha256', key).update(claim).digest('base64url');
  /** Badges of persons who signed out, until they expire. */
  const ended = new Map<string, number>();

  function open(badge: string | undefined): Claim | null {
    const [text = '', seal = ''] = badge?.split('.') ?? [];
    if (!isSame(seal, sealOf(text))) return null;
    const claim = JSON.parse(Buffer.from(text, 'base64url').toString()) as Claim;
    return claim.until > now() && !ended.has(claim.id) ? claim : null;
  }
  return {
    issue(holder: Holder): string {
      const text = Buffer.from(JSON.stringify({ ...holder, id: randomUUID(), until: now() + HOURS_8_MS })).toString('base64url');
      return `${text}.${sealOf(text)}`;
    },
    /** The owner of a badge; null if it has ended or another key sealed it. */
    read: (badge: string | undefined): Holder | null => open(badge),
    end(badge: string | undefined): void {
      for (const [id, until] of ended) if (until <= now()) ended.delete(id);
      const claim = open(badge);
      if (claim) ended.set(claim.id, claim.until);
    },
  };
}

/** Counts wrong tokens. Returns whether there are many, of this address or in total. A right token is always accepted. */
export function countWrong(now: () => number): (address: string) => boolean {
  let wrong: { address: string; at: number }[] = [];
  return (address) => {
    wrong = wrong.filter(({ at }) => now() - at < MINUTE_MS);
    if (wrong.length >= MOST_OF_ALL || wrong.filter((one) => one.address === address).length >= MOST_OF_ONE) return true;
    wrong.push({ address, at: now() });
    return false;
  };
}
