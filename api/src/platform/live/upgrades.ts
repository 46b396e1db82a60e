import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { ignoreUpgrade, isForWebsocket, isRefused, waitForReplies } from '@portal/contracts/_kernel/connections';
import { framingDefect } from '@portal/contracts/_kernel/framing';
import type { FastifyInstance } from 'fastify';

type Listener = (request: IncomingMessage, socket: Socket, head: Buffer) => void;

/**
 * Gives requests for a websocket at the path to the listeners that the server has for upgrades. Any other `Upgrade` is ignored: the request is
 * served as if it had none.
 * @param opened requests with an open websocket; the connections of others are destroyed after `upgradeMs`.
 */
export function routeUpgrades(
  { server }: Pick<FastifyInstance, 'server'>,
  path: string,
  opened: WeakSet<IncomingMessage>,
  upgradeMs: number,
): void {
  const listeners = server.listeners('upgrade') as Listener[];
  server.removeAllListeners('upgrade');
  const isServed = (request: IncomingMessage) =>
    request.url?.startsWith(`${path}/`) && isForWebsocket(request) && framingDefect(request) === null;

  function limit(request: IncomingMessage, socket: Socket): void {
    const timer = setTimeout(() => {
      if (!opened.has(request)) socket.destroy();
    }, upgradeMs);
    socket.once('close', () => clearTimeout(timer));
  }

  server.on('upgrade', async (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const onError = () => socket.destroy();
    socket.on('error', onError);
    await waitForReplies(socket);
    if (socket.destroyed) return;
    if (isRefused(socket)) return void socket.resume();
    socket.off('error', onError);
    if (!isServed(request)) return ignoreUpgrade(server, request, socket, head);
    limit(request, socket);
    for (const listener of listeners) listener(request, socket, head);
  });
}
