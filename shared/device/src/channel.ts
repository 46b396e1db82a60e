/** Opens a channel to the other tabs of this browser; null if the browser has none or blocks it. */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}
