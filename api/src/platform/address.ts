import type { IncomingMessage } from 'node:http';
import { isSame } from './secrets';

/** The portal host proves itself with this header when PORTAL_HOST_SECRET is set. */
export const HOST_SECRET_HEADER = 'x-portal-host';

const isLoopback = (peer: string) => peer === '::1' || /^(::ffff:)?127\./.test(peer);

/** One home often holds a whole IPv6 /64: counting single addresses there would count nothing. */
const subject = (address: string) =>
  address.includes(':') && !address.startsWith('::ffff:') ? address.split(':').slice(0, 4).join(':') : address.replace('::ffff:', '');

/** The caller's address: the one that the portal host forwards, believed from the host only; else the peer itself. */
export function callerAddress(request: Pick<IncomingMessage, 'socket' | 'headers'>, hostSecret: string | undefined): string {
  const peer = request.socket.remoteAddress ?? 'unknown';
  const given = request.headers[HOST_SECRET_HEADER];
  const isHost = hostSecret ? typeof given === 'string' && isSame(given, hostSecret) : isLoopback(peer);
  const forwarded = request.headers['x-forwarded-for'];
  const last = isHost && typeof forwarded === 'string' ? forwarded.split(',').at(-1)?.trim() : undefined;
  return subject(last || peer);
}
