import type { Socket } from 'node:net';
import { admitRequests as admit, refuseConnection as refuse } from '@portal/contracts/_kernel/connections';
import type { FastifyInstance } from 'fastify';
import { refusalOf } from './refusal';

/** As the contracts' `refuseConnection`, with a reply of this host. */
export const refuseConnection = (socket: Socket, status: number): Promise<void> =>
  refuse(socket, { status, body: JSON.stringify(refusalOf(status)) });

const statuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Refuses bytes that are no request, or break one off. */
export function refuseUnread({ code = '' }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ECONNRESET') socket.destroy();
  else void refuseConnection(socket, statuses[code] ?? 400);
}

/** Refuses requests with irregular framing, before any route sees them, and everything behind them on their connection. */
export function admitRequests(app: FastifyInstance): void {
  const isIgnored = admit(app.server, refuseConnection);
  app.addHook('onRequest', async ({ raw }, reply) => (isIgnored(raw) ? reply.hijack() : undefined));
}
