import { BASE, TOKEN_HEADER } from '@portal/contracts/_kernel/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterCommit } from '../database/db';
import { clientAddress } from './client-address';
import type { CallContext } from './routes';

function cookieOf(header: string | undefined, name: string): string | null {
  const found = header?.split('; ').find((pair) => pair.startsWith(`${name}=`));
  return found?.slice(name.length + 1) || null;
}

/** What a handler may know of a request, and the cookies that it may set: never readable by a page, never sent from other sites' calls. */
export function createCallContext(request: FastifyRequest, reply: FastifyReply, hostSecret: string | undefined): CallContext {
  const token = request.headers[TOKEN_HEADER];
  const isSecure = request.headers['x-forwarded-proto'] === 'https';
  // A browser refuses `__Host-` from a sibling domain, without `Secure`, and with another path than `/`.
  const [prefix, path, secure] = isSecure ? ['__Host-', '/', '; Secure'] : ['', BASE, ''];
  return {
    address: clientAddress(request, hostSecret),
    userAgent: request.headers['user-agent'] ?? null,
    reference: request.id,
    room: null,
    token: typeof token === 'string' && token ? token : null,
    staff: request.staff,
    cookie: (name) => cookieOf(request.headers.cookie, prefix + name),
    plainCookie: (name) => cookieOf(request.headers.cookie, name),
    setCookie(name, value, seconds) {
      // Of a transaction that is undone, or runs once more, no cookie stays.
      afterCommit(() => {
        // Not its answer: that is the reply itself, which whoever waits for it waits for to be sent.
        reply.header('set-cookie', `${prefix}${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`);
      });
    },
  };
}
