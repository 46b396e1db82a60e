import { homeZone } from '@portal/contracts/_kernel/clock';
import { deviceZone } from '@portal/contracts/_kernel/deviceZone';

const written = (instant: Date, timeZone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, ...options }).format(instant);
const day = { weekday: 'short', day: 'numeric', month: 'short' } as const;

/** `6:05 p.m.` today, `Sun, Mar 14, 6:05 p.m.` on another day; with the zone (`6:05 p.m. CST`) on a device outside Toronto's time. */
export function formatDeviceTime(iso: string, now: Date): string {
  const zone = deviceZone();
  const instant = new Date(iso);
  const time = written(instant, zone, { hour: 'numeric', minute: '2-digit', ...(zone !== homeZone && { timeZoneName: 'short' }) });
  const on = written(instant, zone, day);
  return on === written(now, zone, day) ? time : `${on}, ${time}`;
}
