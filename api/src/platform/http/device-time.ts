import { DEVICE_TIME_HEADER, type DeviceTime, parseDeviceTime } from '@portal/contracts/_kernel/deviceTime';
import { extendContext, findContext } from '../context';

declare module '../context' {
  interface Context {
    /** When the write of this call was made, by the device that kept it. */
    readonly deviceTime?: DeviceTime;
  }
}

/** The statement of the device about the write of the current call; null without one. */
export const currentDeviceTime = (): DeviceTime | null => findContext()?.deviceTime ?? null;

/** Runs a call with the statement of its device. */
export function withDeviceTime<T>(headers: Readonly<Record<string, unknown>>, act: () => T): T {
  const deviceTime = parseDeviceTime(headers[DEVICE_TIME_HEADER]);
  return deviceTime ? extendContext({ deviceTime }, act) : act();
}
