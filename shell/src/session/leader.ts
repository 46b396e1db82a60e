/**
 * Resolves when this tab leads the portal's tabs, which it does until it closes: it alone holds the event stream and the socket,
 * since browsers allow six connections to an origin. Where there are no locks every tab leads.
 */
export function lead(name: string): Promise<void> {
  return new Promise((resolve) => {
    if (!('locks' in navigator)) return resolve();
    void navigator.locks.request(name, () => {
      resolve();
      return new Promise(() => undefined);
    });
  });
}
