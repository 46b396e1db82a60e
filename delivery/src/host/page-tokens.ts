import { hkdfSync, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors, jwtVerify, SignJWT } from 'jose';
import { cookie, setCookie } from './cookie';

/** An older page may send no reports, because its data is a day old. */
const PAGE_MS = 24 * 60 * 60_000;
/** Distinguishes the phones that report how releases run; the host knows nothing else of a phone. */
export const DEVICE_COOKIE = 'reporting-device';
const DEVICE_S = 30 * 24 * 60 * 60;
const ALGORITHM = 'HS256';
type Audience = 'page' | 'device';

/** Signed tokens of pages and devices. Hosts with the same secret accept each other's tokens. */
export interface PageTokens {
  page(revision: number): Promise<string>;
  /** The revision of a page's token; null if it is invalid or too old. */
  revisionOf(token: string): Promise<number | null>;
  /** Sets the device cookie if it is missing or invalid. The value is random and not readable by scripts. */
  ensureDeviceCookie(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** The device of a request; null without a valid cookie. */
  deviceOf(request: FastifyRequest): Promise<string | null>;
}

export function createPageTokens({ secret, now }: { secret: string | Buffer; now: () => number }): PageTokens {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'portal page tokens', 32));

  const sign = (audience: Audience, subject: string, ms: number) =>
    new SignJWT()
      .setProtectedHeader({ alg: ALGORITHM })
      .setAudience(audience)
      .setSubject(subject)
      .setExpirationTime(new Date(now() + ms))
      .sign(key);

  /** The subject of a token; null if it has expired, is of another kind, or is not signed with this host's secret. */
  async function subjectOf(audience: Audience, token: string): Promise<string | null> {
    try {
      const rules = { algorithms: [ALGORITHM], audience, requiredClaims: ['sub', 'exp'], currentDate: new Date(now()) };
      return (await jwtVerify(token, key, rules)).payload.sub ?? null;
    } catch (error) {
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  }

  const deviceOf = (request: FastifyRequest) => subjectOf('device', cookie(request, DEVICE_COOKIE) ?? '');

  return {
    page: (revision) => sign('page', String(revision), PAGE_MS),
    async revisionOf(token) {
      const revision = await subjectOf('page', token);
      return revision === null ? null : Number(revision);
    },
    async ensureDeviceCookie(request, reply) {
      if ((await deviceOf(request)) !== null) return;
      const value = await sign('device', randomBytes(12).toString('base64url'), DEVICE_S * 1000);
      void setCookie(request, reply, DEVICE_COOKIE, value, { seconds: DEVICE_S });
    },
    deviceOf,
  };
}

/** The network of an address, as one subscriber has it: one IPv4 address, or an IPv6 /48 (RFC 6177 assigns a /56 to a /48). */
export function networkPrefix(address: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (v4) return v4;
  const [head = '', tail] = address.toLowerCase().split('::');
  const [before, after] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean)) as [string[], string[]];
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array<string>(missing).fill('0'), ...after].slice(0, 3).join(':');
}
