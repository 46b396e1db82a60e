import type { Portal } from '@portal/mf-kit/portal';
import { act } from '@testing-library/react';

/** A server clock that is unknown until `learn` sets its instant. Until then `now` is the device's time, one hour ahead. */
export function unknownClock(device: string): Required<Pick<Portal, 'now' | 'clock'>> & { learn(server: string): void } {
  const listeners = new Set<() => void>();
  let [reading, instant] = [0, device];
  return {
    now: () => new Date(instant),
    clock: {
      reading: () => reading,
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    learn(server) {
      reading++;
      instant = server;
      act(() => {
        for (const listener of [...listeners]) listener();
      });
    },
  };
}
