import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookie, plainCookie, setCookie } from './cookie';

/** An older page may send no reports, because its data is a day old. */
const PAGE_MS = 24 * 60 * 60_000;
/** Distinguishes the phones that report how releases run; the host knows nothing else of a phone. */
export const DEVICE_COOKIE = 'reporting-device';
/** The name in the previous release, which the API used, too. Read until 2027-01. */
const FORMER_COOKIE = 'device';
const DEVICE_S = 30 * 24 * 60 * 60;

/** Signed tokens of pages and devices. Hosts with the same secret accept each other's tokens. */
export interface Tokens {
  page(revision: number): string;
  /** The revision of a page's token; null if it is invalid or too old. */
  revisionOf(token: string): number | null;
  /** Sets the device cookie if it is missing or invalid. The value is random and not readable by scripts. */
  greet(request: FastifyRequest, reply: FastifyReply): void;
  /** The device of a request; null without a valid cookie. */
  deviceOf(request: FastifyRequest): string | null;
}

export function openTokens({ secret, now }: { secret: string | Buffer; now: () => number }): Tokens {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'portal page tokens', 32));
  const signatureOf = (text: string) => createHmac('sha256', key).update(text).digest('base64url').slice(0, 22);
  const signed = (text: string) => `${text}.${signatureOf(text)}`;

  /** The signed text; null if this host's secret did not sign it. */
  function open(token: string): string | null {
    const at = token.lastIndexOf('.');
    const [text, given] = [token.slice(0, at), Buffer.from(token.slice(at + 1))];
    const wanted = Buffer.from(signatureOf(text));
    return given.length === wanted.length && timingSafeEqual(given, wanted) ? text : null;
  }

  const deviceOf = (request: FastifyRequest) => {
    const value = cookie(request, DEVICE_COOKIE) ?? plainCookie(request, FORMER_COOKIE);
    return /^d\.([\w-]{16})$/.exec(open(value ?? '') ?? '')?.[1] ?? null;
  };

  return {
    page: (revision) => signed(`p.${revision}.${Math.floor((now() + PAGE_MS) / 1000).toString(36)}`),
    revisionOf(token) {
      const [, revision, until] = /^p\.(\d+)\.([0-9a-z]+)$/.exec(open(token) ?? '') ?? [];
      return revision !== undefined && until !== undefined && Number.parseInt(until, 36) * 1000 > now() ? Number(revision) : null;
    },
    greet(request, reply) {
      if (deviceOf(request) !== null) return;
      const value = signed(`d.${randomBytes(12).toString('base64url')}`);
      void setCookie(request, reply, DEVICE_COOKIE, value, { seconds: DEVICE_S });
    },
    deviceOf,
  };
}

/** The network of an address, as one subscriber has it: one IPv4 address, or an IPv6 /48 (RFC 6177 assigns a /56 to a /48). */
export function networkOf(address: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (v4) return v4;
  const [head = '', tail] = address.toLowerCase().split('::');
  const [before, after] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean)) as [string[], string[]];
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array<string>(missing).fill('0'), ...after].slice(0, 3).join(':');
}
