import type { FastifyReply, FastifyRequest } from 'fastify';

export const isSecure = (request: FastifyRequest) => request.protocol === 'https';
/** On https the prefix `__Host-`: the browser refuses such a cookie from a sibling domain, and without `Secure`. */
const fullName = (request: FastifyRequest, name: string) => (isSecure(request) ? `__Host-${name}` : name);

export const cookie = (request: FastifyRequest, name: string): string | undefined =>
  new RegExp(`(?:^|;\\s*)${fullName(request, name)}=([^;]*)`).exec(request.headers.cookie ?? '')?.[1];

export interface CookieOptions {
  /** 0 removes the cookie; without it the cookie ends with the browser. */
  seconds?: number;
  /** Of a cookie that only some pages read; `__Host-` allows no path but `/`, so https ignores it. */
  path?: string;
  sameSite?: 'Lax' | 'Strict';
  /** The shell reads it. */
  isForPage?: boolean;
}

/** A cookie of this host alone, with its attributes. */
export function cookieLine(request: FastifyRequest, name: string, value: string, options: CookieOptions): string {
  const { seconds, path = '/', sameSite = 'Lax', isForPage = false } = options;
  const age = seconds === undefined ? '' : `; Max-Age=${seconds}`;
  const secure = isSecure(request);
  const rest = `${age}${isForPage ? '' : '; HttpOnly'}; SameSite=${sameSite}${secure ? '; Secure' : ''}`;
  return `${fullName(request, name)}=${value}; Path=${secure ? '/' : path}${rest}`;
}

export const setCookie = (request: FastifyRequest, reply: FastifyReply, ...cookie: [string, string, CookieOptions]): FastifyReply =>
  reply.header('set-cookie', cookieLine(request, ...cookie));
