import { backoffMs } from './backoff';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 15_000;
const ANSWER_MS = 10_000;

export interface SocketOptions {
  /** Empty for the page's own origin. */
  url: string;
  token: string;
  onEvent: (name: string, payload: unknown) => void;
  /** At first and after each gap, in which events may have been lost. */
  onConnected: () => void;
  onDisconnected?: () => void;
  /** The server does not take the token: nothing is tried again. */
  onRefused: () => void;
}
export interface OpenSocket {
  /** Sends a call; its acknowledgement. Rejects when there is no connection, or none in time: nothing is sent later. */
  call(name: string, input: unknown, key?: string): Promise<unknown>;
  /** The connection may have died unnoticed: it is made anew. */
  renew(): void;
  close(): void;
}

/**
 * Opens the page's one socket: websocket only (polling would need sticky sessions), the token in the handshake. It comes back with
 * a growing wait until it is closed or refused. Loads its library first; rejects when that cannot be had.
 */
export async function connectSocket({ url, token, onEvent, onConnected, onDisconnected, onRefused }: SocketOptions): Promise<OpenSocket> {
  const { io } = await import(/* webpackChunkName: "socket" */ 'socket.io-client');
  const socket = io(url || window.location.origin, {
    transports: ['websocket'],
    auth: { token },
    reconnectionDelay: FIRST_WAIT_MS,
    reconnectionDelayMax: LONGEST_WAIT_MS,
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  let isOver = false;

  function close() {
    isOver = true;
    clearTimeout(timer);
    socket.close();
  }
  /** The library comes back by itself from a lost connection, not from a server that said no or that shut down. */
  function again() {
    if (isOver || socket.active) return;
    clearTimeout(timer);
    timer = setTimeout(() => socket.connect(), backoffMs(tries++, FIRST_WAIT_MS, LONGEST_WAIT_MS));
  }

  socket.onAny(onEvent);
  socket.on('connect', () => {
    tries = 0;
    onConnected();
  });
  socket.on('disconnect', () => {
    onDisconnected?.();
    again();
  });
  socket.on('connect_error', ({ message }) => {
    if (message !== '401') return again();
    close();
    onRefused();
  });
  return {
    close,
    async call(name, input, key) {
      if (!socket.connected) throw new Error('The socket is not connected');
      return socket.timeout(ANSWER_MS).emitWithAck(name, input, { key });
    },
    renew() {
      if (!isOver) socket.disconnect().connect();
    },
  };
}
