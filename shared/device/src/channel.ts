/** A channel to the browser's other tabs; null where the browser has none or blocks it. */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}
