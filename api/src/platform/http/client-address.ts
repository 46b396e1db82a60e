import type { IncomingMessage } from 'node:http';
import { FORWARDED_REFUSAL, isForwarded } from '@portal/contracts/_kernel/mode';
import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Env } from '../config/env';
import { equalsConstantTime } from '../identity/secrets';

/** Header by which the portal host and nginx authenticate if PORTAL_HOST_SECRET is set. */
export const HOST_SECRET_HEADER = 'x-portal-host';

const isLoopback = (peer: string) => peer === '::1' || /^(::ffff:)?127\./.test(peer);

/** A household often has a whole IPv6 /64, so a limit per address would not limit it. Returns the first address of the /64. */
function rateLimitKey(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4 || parsed.range() === 'loopback') return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/64`).toString();
}

type Asked = Pick<IncomingMessage, 'socket' | 'headers'>;

function provesHost({ headers }: Pick<Asked, 'headers'>, hostSecret: string): boolean {
  const given = headers[HOST_SECRET_HEADER];
  return typeof given === 'string' && equalsConstantTime(given, hostSecret);
}

/** Whether a demonstration must reject the request, because a proxy other than the portal host forwarded it. */
export const isForwardedDemo = (request: Pick<Asked, 'headers'>, { mode, hostSecret }: Pick<Env, 'mode' | 'hostSecret'>): boolean =>
  mode === 'demo' && isForwarded(request.headers) && !(hostSecret && provesHost(request, hostSecret));

/** A demonstration behind a proxy would expose its known password and its staff calls to everybody. */
export function refuseForwardedDemo(app: FastifyInstance, env: Pick<Env, 'mode' | 'hostSecret'>): void {
  app.addHook('onRequest', async (request, reply) => {
    if (isForwardedDemo(request.raw, env)) return reply.code(403).type('text/plain').send(`${FORWARDED_REFUSAL}\n`);
  });
}

/** Whether the portal host or nginx sent the request. */
export const cameThroughHost = (request: Asked, hostSecret: string | undefined): boolean =>
  hostSecret ? provesHost(request, hostSecret) : isLoopback(request.socket.remoteAddress ?? '');

/** The client's address: the one that the portal host or nginx forwarded, if one of them sent the request; otherwise the peer's address. */
export function clientAddress(request: Asked, hostSecret: string | undefined): string {
  const peer = request.socket.remoteAddress ?? 'unknown';
  const forwarded = request.headers['x-forwarded-for'];
  const last = cameThroughHost(request, hostSecret) && typeof forwarded === 'string' ? forwarded.split(',').at(-1)?.trim() : undefined;
  return rateLimitKey(last || peer);
}
