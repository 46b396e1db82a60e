import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookie, plainCookie, setCookie } from './cookie';

/** A page that is open longer says nothing more: what it says of is a day old. */
const PAGE_MS = 24 * 60 * 60_000;
/** Distinguishes the phones that report how releases run; the host knows nothing else of a phone. */
export const DEVICE_COOKIE = 'reporting-device';
/** Its name in the release before, which the API used, too. Read until 2027-01. */
const FORMER_COOKIE = 'device';
const DEVICE_S = 30 * 24 * 60 * 60;

/** What proves that a page, and a device, come from this host. Hosts that share the secret believe each other. */
export interface Tokens {
  /** For a page that shows this revision. */
  page(revision: number): string;
  /** The revision of the page that a token was put into; null when it is not ours, or too old. */
  revisionOf(token: string): number | null;
  /** Gives a device its cookie, when it has none of ours. It is drawn by chance, says nothing of anybody, and no script can read it. */
  greet(request: FastifyRequest, reply: FastifyReply): void;
  /** The device that a request comes from; null without a cookie of ours. */
  deviceOf(request: FastifyRequest): string | null;
}

export function openTokens({ secret, now }: { secret: string | Buffer; now: () => number }): Tokens {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'portal page tokens', 32));
  const signatureOf = (text: string) => createHmac('sha256', key).update(text).digest('base64url').slice(0, 22);
  const signed = (text: string) => `${text}.${signatureOf(text)}`;

  /** What was signed; null when it was not signed here. */
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

/** What one subscriber may have of addresses: one of IPv4, and a /48 of IPv6 (RFC 6177: from a /56 to that). */
export function networkOf(address: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (v4) return v4;
  const [head = '', tail] = address.toLowerCase().split('::');
  const [before, after] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean)) as [string[], string[]];
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array<string>(missing).fill('0'), ...after].slice(0, 3).join(':');
}
