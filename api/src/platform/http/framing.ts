import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { admitRequest, admitRequests, refuseConnection } from '@portal/contracts/_kernel/connections';
import type { FastifyInstance } from 'fastify';
import { ApiError, errorEnvelope, unparsedMessages } from './errors';

const refuse = (socket: Socket, status: number): Promise<void> =>
  refuseConnection(socket, { status, body: JSON.stringify(errorEnvelope(new ApiError(status, unparsedMessages[status] ?? ''))) });

const statuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Rejects bytes that are no request, or an incomplete one, with the API's envelope. */
export function rejectUnparsed({ code = '' }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ECONNRESET') socket.destroy();
  else void refuse(socket, statuses[code] ?? 400);
}

/** As the contracts' `admitRequest`, with error replies in the API's envelope. */
export const admitFraming = (request: IncomingMessage, reply: ServerResponse): boolean => admitRequest(request, reply, refuse);

/** Rejects irregular framing as the portal host does, because nginx sends calls to the API without that host in between. */
export function refuseIrregularFraming(app: FastifyInstance): void {
  const isIgnored = admitRequests(app.server, refuse);
  app.addHook('onRequest', async ({ raw }, reply) => (isIgnored(raw) ? reply.hijack() : undefined));
}
