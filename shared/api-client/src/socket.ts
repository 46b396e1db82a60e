import type { Socket } from 'socket.io-client';

export interface SocketOptions {
  /** Empty for the page's own origin. */
  url: string;
  token: () => string | null;
  onEvent: (name: string, payload: unknown) => void;
  /** After a gap, events may have been lost: whoever listens reads again. */
  onConnected: () => void;
}

/** Opens the page's one socket: websocket only (polling would need sticky sessions), the token in the handshake. Loads its library first. */
export async function connectSocket(options: SocketOptions): Promise<{ send(name: string, payload: unknown): void; close(): void }> {
  const { io } = await import('socket.io-client');
  const socket: Socket = io(options.url || window.location.origin, {
    transports: ['websocket'],
    auth: (give) => give({ token: options.token() }),
    reconnectionDelayMax: 15_000,
  });
  socket.onAny(options.onEvent);
  socket.on('connect', options.onConnected);
  return { send: (name, payload) => void socket.emit(name, payload), close: () => void socket.close() };
}
