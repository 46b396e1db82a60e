import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

const HOURS_8_MS = 8 * 3_600_000;
const MINUTE_MS = 60_000;
/** Wrong tokens in a minute: of one address, and of all. */
const MOST_OF_ONE = 5;
const MOST_OF_ALL = 50;

const digest = (text: string) => createHash('sha256').update(text).digest();
const isSame = (a: string, b: string) => timingSafeEqual(digest(a), digest(b));

/** Who has the token of the operations page, and for how long this browser is believed to. Another token ends every badge. */
export function openBadges(token: string, now: () => number) {
  const sealOf = (claim: string) => createHmac('sha256', digest(token)).update(claim).digest('base64url');
  let wrong: { address: string; at: number }[] = [];

  return {
    /** The badge of `name`, for a cookie; null: another token. `'later'`: too many wrong ones lately, this one was not looked at. */
    issue(given: string, name: string, address: string): string | null | 'later' {
      wrong = wrong.filter(({ at }) => now() - at < MINUTE_MS);
      if (wrong.length >= MOST_OF_ALL || wrong.filter((one) => one.address === address).length >= MOST_OF_ONE) return 'later';
      if (!isSame(given, token)) {
        wrong.push({ address, at: now() });
        return null;
      }
      const claim = Buffer.from(JSON.stringify({ name, until: now() + HOURS_8_MS })).toString('base64url');
      return `${claim}.${sealOf(claim)}`;
    },
    /** Whose badge it is; null for one that has ended or that this token did not make. */
    read(badge: string | undefined): string | null {
      const [claim = '', seal = ''] = badge?.split('.') ?? [];
      if (!isSame(seal, sealOf(claim))) return null;
      const { name, until } = JSON.parse(Buffer.from(claim, 'base64url').toString()) as { name: string; until: number };
      return until > now() ? name : null;
    },
  };
}
export type Badges = ReturnType<typeof openBadges>;
