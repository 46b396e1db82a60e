import type { ServerContact } from '../platform/serverClock';
import { signal } from '../platform/signal';
import { createTimeRecord } from './timeRecord';

/**
 * A device in simulated time: its clock can be set, its running time stops during sleep, and each page begins a new one. `quartz`: the speed of
 * the running time.
 */
export function createTimedDevice(start: string, quartz = 1) {
  const stored = new Map<string, string>();
  const storage = {
    getJson: <Value>(key: string) => JSON.parse(stored.get(key) ?? 'null') as Value | null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  const state = { true: Date.parse(start), clockError: 0, awake: 0, pages: 0, isSignedIn: true };
  const device = {
    state,
    /** The text that the device has stored. */
    stored: () => stored.get('portal.time') ?? null,
    /** Time passes; `isAsleep`: the running time stops. */
    pass(ms: number, isAsleep = false) {
      state.true += ms;
      if (!isAsleep) state.awake += ms * quartz;
    },
    /** The clock of the device, in ms. */
    clock: () => state.true + state.clockError,
    /** A page of the portal. `contact` is the arrival of a reply with the server's time. `onJump`: the page wants to read it. */
    openPage(hasFocus: () => boolean = () => true, onJump: () => void = () => undefined) {
      const openedAt = state.awake;
      const last = signal<ServerContact | null>(null);
      const monotonic = () => state.awake - openedAt;
      let ahead = 0;
      const jumps: number[] = [];
      const time = createTimeRecord({
        clock: { now: () => new Date(device.clock() + ahead), contact: last },
        guardId: () => (state.isSignedIn ? 'ada' : null),
        onJump() {
          jumps.push(state.true);
          onJump();
        },
        ...{ run: `page ${state.pages++}`, monotonic, storage, hasFocus },
      });
      const contactBeforeStart = (error = 0) => {
        last.set({ server: state.true + error, at: monotonic() });
        ahead = state.true + error - device.clock();
      };
      const contact = (error = 0) => {
        contactBeforeStart(error);
        time.contacted();
      };
      return { ...time, contact, contactBeforeStart, jumps, now: () => device.clock() + ahead };
    },
  };
  return device;
}
export type TimedDevice = ReturnType<typeof createTimedDevice>;
