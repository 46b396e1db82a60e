import type { Page, WebSocket } from '@playwright/test';

/** The server's word that it took the handshake. */
const ACCEPTED = '40{';

/** Opens an address anew and resolves with its socket once the server took it: from then on the page hears what changes. */
export async function openLive(page: Page, path: string): Promise<WebSocket> {
  // The socket of the page before may open while this one is asked for: only what comes after the move counts.
  await page.goto(path, { waitUntil: 'commit' });
  return new Promise((resolve) => {
    page.on('websocket', (socket) => {
      // Listened to from its first moment: the word may come before anybody could wait for it.
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).startsWith(ACCEPTED)) resolve(socket);
      });
    });
  });
}
