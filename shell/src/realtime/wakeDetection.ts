const LOOK_MS = 15_000;
/** Unseen or asleep for this long, nobody knows what was heard and whether the connection still stands. */
const SLEPT_MS = 60_000;

/** Tells when the page is seen again after it was hidden, frozen or its device asleep for long. */
export function onWake(listener: () => void): void {
  let seenAt = Date.now();
  function look() {
    if (document.visibilityState !== 'visible') return;
    const sleptMs = Date.now() - seenAt;
    seenAt = Date.now();
    if (sleptMs > SLEPT_MS) listener();
  }
  document.addEventListener('visibilitychange', look);
  setInterval(look, LOOK_MS);
}
