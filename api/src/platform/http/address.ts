import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import { isSame } from '../identity/secrets';

/** The portal host proves itself with this header when PORTAL_HOST_SECRET is set. */
export const HOST_SECRET_HEADER = 'x-portal-host';

const isLoopback = (peer: string) => peer === '::1' || /^(::ffff:)?127\./.test(peer);

/** One home often holds a whole IPv6 /64: counting single addresses there would count nothing. It is written as the first address of it. */
function subject(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4 || parsed.range() === 'loopback') return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/64`).toString();
}

/** The caller's address: the one that the portal host forwards, believed from the host only; else the peer itself. */
export function callerAddress(request: Pick<IncomingMessage, 'socket' | 'headers'>, hostSecret: string | undefined): string {
  const peer = request.socket.remoteAddress ?? 'unknown';
  const given = request.headers[HOST_SECRET_HEADER];
  const isHost = hostSecret ? typeof given === 'string' && isSame(given, hostSecret) : isLoopback(peer);
  const forwarded = request.headers['x-forwarded-for'];
  const last = isHost && typeof forwarded === 'string' ? forwarded.split(',').at(-1)?.trim() : undefined;
  return subject(last || peer);
}
