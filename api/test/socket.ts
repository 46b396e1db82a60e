import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import type { Envelope } from '@portal/contracts/_kernel/envelope';
import { io, type Socket } from 'socket.io-client';

/** The credential of the socket: a guard's token, or the staff token. */
export interface SocketAuth {
  token?: string | null;
  staffToken?: string;
  since?: unknown;
}

/** Opens a separate socket, as a page would; rejects with '401' when it is not admitted. Close it at the end. `hear` receives all events from the start. */
export function openSocket(url: string, auth: SocketAuth, hear?: (name: string, payload: unknown) => void): Promise<Socket> {
  const socket = io(url, { transports: ['websocket'], auth, reconnection: false, forceNew: true });
  if (hear) socket.onAny(hear);
  return new Promise((resolve, reject) => {
    const refuse = (error: Error) => {
      socket.close();
      reject(error);
    };
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', refuse);
    // A server that dies after the connection and before its first event causes no connect_error.
    socket.once('disconnect', (reason) => refuse(new Error(`The socket was closed before it was admitted: ${reason}`)));
  });
}

/** The next event of this name. */
export const waitForEvent = <Payload = unknown>(socket: Socket, event: string): Promise<Payload> =>
  new Promise((resolve) => socket.once(event, resolve));

/** Sends a call like the page. @returns the envelope of its acknowledgement. Rejects when the connection is lost, before or after the call. */
export async function emit(socket: Socket, name: string, ...given: unknown[]): Promise<Envelope> {
  // Without this, socket.io would keep the call for a later connection.
  if (!socket.connected) throw new Error('The socket is closed');
  return socket.emitWithAck(name, ...given);
}

/** The domains of the change events that an open page of this guard receives, in order, during `act`. */
export async function collectChanges(url: string, token: string, act: () => Promise<unknown>): Promise<string[]> {
  const domains: string[] = [];
  const socket = await openSocket(url, { token }, (name, payload) => {
    if (name === 'changed') domains.push((payload as { domain: string }).domain);
  });
  try {
    await act();
    // Earlier events arrive before the reply to this call.
    await emit(socket, 'get_rooms', {});
    return domains;
  } finally {
    socket.close();
  }
}

/** Socket calls of a test, over one socket for each token. */
export function createSocketCaller(url: string) {
  const sockets = new Map<string, Promise<Socket>>();
  function socketOf(token: string): Promise<Socket> {
    const known = sockets.get(token) ?? openSocket(url, { token });
    sockets.set(token, known);
    known.then(
      (socket) => socket.once('disconnect', () => sockets.delete(token)),
      () => sockets.delete(token),
    );
    return known;
  }
  return {
    async call({ path }: Endpoint, input: unknown, token: string, key: string | undefined): Promise<Envelope> {
      try {
        return await emit(await socketOf(token), path, input, { key });
      } catch (error) {
        if ((error as Error).message !== '401') throw error;
        return { code: 401, message: 'The handshake was refused', data: null };
      }
    },
    async close() {
      for (const socket of await Promise.allSettled(sockets.values())) if (socket.status === 'fulfilled') socket.value.close();
    },
  };
}
