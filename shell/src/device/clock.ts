/** The instant by the server's clock: the device's, moved by what the last session check said. */
export function createServerClock() {
  let ahead = 0;
  return {
    learn(serverNow: string) {
      const instant = Date.parse(serverNow);
      if (!Number.isNaN(instant)) ahead = instant - Date.now();
    },
    now: () => new Date(Date.now() + ahead),
  };
}
