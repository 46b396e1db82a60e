import { BASE, TOKEN_HEADER } from '@portal/contracts/_kernel/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterCommit } from '../database/db';
import { clientAddress } from './client-address';
import type { CallContext } from './routes';

function cookieOf(header: string | undefined, name: string): string | null {
  const found = header?.split('; ').find((pair) => pair.startsWith(`${name}=`));
  return found?.slice(name.length + 1) || null;
}

/** Creates the call context of a request. Its cookies are HttpOnly, and SameSite keeps them from calls of other sites. */
export function createCallContext(request: FastifyRequest, reply: FastifyReply, hostSecret: string | undefined): CallContext {
  const token = request.headers[TOKEN_HEADER];
  const isSecure = request.headers['x-forwarded-proto'] === 'https';
  // Browsers reject `__Host-` from a sibling domain, without `Secure`, and with a path other than `/`.
  const [prefix, path, secure] = isSecure ? ['__Host-', '/', '; Secure'] : ['', BASE, ''];
  return {
    address: clientAddress(request, hostSecret),
    userAgent: request.headers['user-agent'] ?? null,
    reference: request.id,
    room: null,
    token: typeof token === 'string' && token ? token : null,
    staff: request.staff,
    cookie: (name) => cookieOf(request.headers.cookie, prefix + name),
    setCookie(name, value, seconds) {
      // A transaction that rolls back, or runs once more, must leave no cookie.
      afterCommit(() => {
        // Returns nothing: `reply` is a thenable, and awaiting it would wait until the reply is sent.
        reply.header('set-cookie', `${prefix}${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`);
      });
    },
  };
}
