import type { Handshake } from '@portal/contracts/_kernel/event';
import { backoffMs } from './backoff';
import type { CallOptions } from './call';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 15_000;
const ANSWER_MS = 10_000;

export interface SocketOptions {
  /** Empty for the origin of the page. */
  url: string;
  token: string;
  /** `since` of the handshake, called for each. */
  since?: () => string;
  /** The connection carried something from the server. */
  onAlive?: () => void;
  onEvent: (name: string, payload: unknown) => void;
  /** Called after each connection. Events may have been lost since the last one. */
  onConnected: () => void;
  onDisconnected?: () => void;
  /** The server refused the token, so the socket does not reconnect. */
  onRefused: () => void;
}
export interface OpenSocket {
  /**
   * Sends a call and resolves with its acknowledgement. Rejects without a connection or after the timeout; the call is never sent later.
   */
  call(name: string, input: unknown, key?: string, headers?: CallOptions['headers']): Promise<unknown>;
  /** Reconnects, because the connection may have died unnoticed. */
  renew(): void;
  close(): void;
}

/**
 * Opens the socket of the page: WebSocket only (polling needs sticky sessions), with the token in the handshake. It reconnects with a
 * growing wait until it is closed or refused. Rejects if its library cannot be loaded.
 */
export async function connectSocket({
  url,
  token,
  since,
  onAlive,
  onEvent,
  onConnected,
  onDisconnected,
  onRefused,
}: SocketOptions): Promise<OpenSocket> {
  const { io } = await import(/* webpackChunkName: "socket" */ 'socket.io-client');
  const socket = io(url || window.location.origin, {
    transports: ['websocket'],
    auth: (send) => send({ token, ...(since && { since: since() }) } satisfies Handshake),
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
  /** The library reconnects after a lost connection, but not after a refusal or a shutdown of the server. */
  function again() {
    if (isOver || socket.active) return;
    clearTimeout(timer);
    timer = setTimeout(() => socket.connect(), backoffMs(tries++, FIRST_WAIT_MS, LONGEST_WAIT_MS));
  }

  socket.onAny((name: string, payload: unknown) => {
    onAlive?.();
    onEvent(name, payload);
  });
  socket.io.on('ping', () => onAlive?.());
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
    async call(name, input, key, headers) {
      if (!socket.connected) throw new Error('The socket is not connected');
      return socket.timeout(ANSWER_MS).emitWithAck(name, input, { key, ...headers });
    },
    renew() {
      if (!isOver) socket.disconnect().connect();
    },
  };
}
