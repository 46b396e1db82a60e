/** The request header of a write from the outbox: the bounds of its time, which do not depend on the clock of the device. */
export const DEVICE_TIME_HEADER = 'x-device-time';

/** Instants in ms since 1970, durations in ms. */
export interface DeviceTime {
  /** The device's corrected clock when the write was made. */
  clock: number;
  /** As `clock`, but never before an earlier write of the device, so a clock that is set back keeps the order. It counts if it is within the bounds. */
  estimate: number;
  /** The write was made at or after this instant: the last server time plus the time that is known to have passed since. */
  earliest: number;
  /** At least this time has passed since the write was made. */
  waited: number;
}

const names = ['clock', 'estimate', 'earliest', 'waited'] as const;
const form = new RegExp(`^${names.map((name) => `${name}=(?<${name}>\\d{1,14})`).join('; ')}$`);

/** `clock=1805036400000; estimate=1805036400000; earliest=1805036390000; waited=5000` */
export const formatDeviceTime = (time: DeviceTime): string => names.map((name) => `${name}=${Math.floor(time[name])}`).join('; ');

/** Null for any other text, so that a defect of a page refuses no write. */
export function parseDeviceTime(text: unknown): DeviceTime | null {
  const found = typeof text === 'string' ? form.exec(text)?.groups : undefined;
  return found ? (Object.fromEntries(names.map((name) => [name, Number(found[name])])) as unknown as DeviceTime) : null;
}
