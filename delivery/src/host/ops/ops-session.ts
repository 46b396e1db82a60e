import { createHash, hkdfSync, randomUUID, timingSafeEqual } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';

const HOURS_8_MS = 8 * 3_600_000;
const MINUTE_MS = 60_000;
/** Wrong tokens per minute: of one address, and of all. */
const MOST_OF_ONE = 5;
const MOST_OF_ALL = 50;

const digest = (text: string) => createHash('sha256').update(text).digest();
export const isSame = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

/** The signed-in person; `token`: the id of their token, if the store has tokens. */
export interface OpsUser {
  name: string;
  token?: string;
}
const ALGORITHM = 'HS256';
const TYPE = 'ops-badge+jwt';

/** Derives the key of the badges. With a key of codes the token alone makes no badge. */
const badgeKey = (token: string, codeKey: Buffer | null): Uint8Array =>
  codeKey ? new Uint8Array(hkdfSync('sha256', codeKey, digest(token), 'ops badge', 32)) : digest(token);

/** Issues and reads the badges of the operations page. Another token or another key of codes ends every badge. */
export function createOpsSessions(token: string, codeKey: Buffer | null, now: () => number) {
  const key = badgeKey(token, codeKey);
  /** Badges of persons who signed out, until they expire. */
  const ended = new Map<string, number>();

  async function open(badge: string | undefined): Promise<JWTPayload | null> {
    if (badge === undefined) return null;
    try {
      const rules = { algorithms: [ALGORITHM], typ: TYPE, requiredClaims: ['sub', 'jti', 'exp'], currentDate: new Date(now()) };
      const { payload } = await jwtVerify(badge, key, rules);
      return ended.has(payload.jti ?? '') ? null : payload;
    } catch (error) {
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  }
  return {
    issue: ({ name, token: id }: OpsUser): Promise<string> =>
      new SignJWT(id === undefined ? {} : { token: id })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
        .setSubject(name)
        .setJti(randomUUID())
        .setExpirationTime(new Date(now() + HOURS_8_MS))
        .sign(key),
    /** The person of a session token; null if it has ended or was signed with another key. */
    async read(badge: string | undefined): Promise<OpsUser | null> {
      const claims = await open(badge);
      return claims && { name: claims.sub ?? '', ...(typeof claims.token === 'string' && { token: claims.token }) };
    },
    async end(badge: string | undefined): Promise<void> {
      for (const [id, until] of ended) if (until <= now()) ended.delete(id);
      const { jti, exp } = (await open(badge)) ?? {};
      if (jti !== undefined && exp !== undefined) ended.set(jti, exp * 1_000);
    },
  };
}

/** Counts wrong tokens. Returns whether there are many, of this address or in total. A right token is always accepted. */
export function countFailedSignIns(now: () => number): (address: string) => boolean {
  let wrong: { address: string; at: number }[] = [];
  return (address) => {
    wrong = wrong.filter(({ at }) => now() - at < MINUTE_MS);
    if (wrong.length >= MOST_OF_ALL || wrong.filter((one) => one.address === address).length >= MOST_OF_ONE) return true;
    wrong.push({ address, at: now() });
    return false;
  };
}
