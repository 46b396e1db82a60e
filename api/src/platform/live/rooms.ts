import { currentServices } from '../context';

export const sessionRoom = (sessionId: string): string => `session:${sessionId}`;
export const keyRoom = (keyId: string): string => `staff-key:${keyId}`;

/** Disconnects the sockets in any of the rooms. */
export function disconnectRooms(rooms: string[]): void {
  // socket.io treats an empty list of rooms as all rooms.
  if (rooms.length > 0) currentServices().live.server?.in(rooms).disconnectSockets(true);
}
