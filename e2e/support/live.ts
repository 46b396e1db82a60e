import type { Page, WebSocket } from '@playwright/test';

/** The server's message that it accepted the handshake. */
const ACCEPTED = '40{';

/** Loads an address and resolves with its socket after the server accepted it. From then on the page receives events. */
export async function openLive(page: Page, path: string): Promise<WebSocket> {
  // The socket of the previous page may open late, so only sockets after the navigation count.
  await page.goto(path, { waitUntil: 'commit' });
  return new Promise((resolve) => {
    page.on('websocket', (socket) => {
      // Listens from the start, because the message may arrive before a later listener.
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).startsWith(ACCEPTED)) resolve(socket);
      });
    });
  });
}
