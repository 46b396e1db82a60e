const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const count = (amount: number, unit: string) => `${amount} ${unit}${amount === 1 ? '' : 's'}`;

function durationText(ms: number): string {
  if (ms < 1.5 * HOUR_MS) return count(Math.round(ms / 60_000), 'minute');
  return ms < 2 * DAY_MS ? count(Math.round(ms / HOUR_MS), 'hour') : count(Math.round(ms / DAY_MS), 'day');
}

/** The text about a wrong device clock. `ahead`: server time minus device time, in ms. */
export const clockDriftText = (ahead: number): string =>
  `This device's clock is off by ${durationText(Math.abs(ahead))}. Times here follow our server.`;
