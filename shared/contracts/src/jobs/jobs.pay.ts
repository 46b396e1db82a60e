/**
 * Estimates what a shift pays per hour if the way to it counts as time, by the guard's address and means of travel. All arithmetic uses integers, because floats cannot
 * represent cents exactly.
 */

/** Roads are about a third longer than the straight line. */
const ROAD_TENTHS = 13;
/** Road kilometres at city speed; travel beyond them is faster. */
export const cityKm = 30;

interface Commute {
  /** Kilometres per hour in the city. */
  speed: number;
  far: number;
  /** Minutes each way that do not depend on the distance: parking, or walking and waiting. */
  fixed: number;
  words: string;
}
/** Keyed by the work profile's `isGoWith`. */
export const travel: Readonly<Record<number, Commute>> = {
  1: { speed: 40, far: 90, fixed: 5, words: 'by your own vehicle' },
  2: { speed: 20, far: 60, fixed: 10, words: 'by public transport' },
};

export interface PayInput {
  /** Dollars per hour, an exact decimal as text. */
  hourlyRate: string;
  startTime: string;
  endTime: string;
  /** Kilometres in a straight line from the guard's address; null if unknown. */
  distanceFromBase: number | null;
  /** 1: own vehicle, 2: public transport. */
  isGoWith: number | null;
}

export interface PayEstimate {
  /** Dollars for the shift, cents rounded half up like the wage. */
  pay: string;
  /** The length of the shift in minutes. */
  minutes: number;
  /** Kilometres by road, each way, with one decimal. Null if the address or the means of travel is unknown, like the next two fields. */
  roadKm: string | null;
  travelMinutes: number | null;
  /** Dollars per hour away from home. */
  perHour: string | null;
}

const halfUp = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor);

/** `24.5` -> 2450n. Further decimals than two are ignored. */
function cents(amount: string): bigint {
  const [whole = '0', decimals = ''] = amount.split('.');
  return BigInt(whole) * 100n + BigInt(`${decimals}00`.slice(0, 2));
}
const dollars = (amount: bigint): string => {
  const digits = String(amount).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** Minutes of one way without the fixed part. `road` in hundredths of kilometres. */
function minutesOf(road: bigint, { speed, far }: Commute): number {
  const city = BigInt(cityKm) * 100n;
  const [near, beyond] = road < city ? [road, 0n] : [city, road - city];
  return Number(halfUp((near * BigInt(far) + beyond * BigInt(speed)) * 60n, BigInt(speed * far) * 100n));
}

/** The pay of one shift, the travel both ways, and the pay per hour of both. The formula is `payMessages.formula`. */
export function estimatePay({ hourlyRate, startTime, endTime, distanceFromBase, isGoWith }: PayInput): PayEstimate {
  const minutes = Math.max(0, Math.round((Date.parse(endTime) - Date.parse(startTime)) / 60_000));
  const pay = halfUp(cents(hourlyRate) * BigInt(minutes), 60n);
  const commute = isGoWith === null ? undefined : travel[isGoWith];
  if (distanceFromBase === null || !commute) return { pay: dollars(pay), minutes, roadKm: null, travelMinutes: null, perHour: null };
  const road = BigInt(Math.round(distanceFromBase * 10) * ROAD_TENTHS);
  const roadTenths = halfUp(road, 10n);
  const travelMinutes = minutesOf(road, commute) + commute.fixed;
  // Never 0, because every way takes a few minutes.
  const away = BigInt(minutes + 2 * travelMinutes);
  return {
    pay: dollars(pay),
    minutes,
    roadKm: `${roadTenths / 10n}.${roadTenths % 10n}`,
    travelMinutes,
    perHour: dollars(halfUp(pay * 60n, away)),
  };
}

/** `95` -> `1 h 35 min`. */
export function timeSpan(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ');
}

export const payMessages = {
  title: 'What it really pays',
  estimate: 'An estimate: the shift’s pay for every hour away from home, travel included. Fuel, fares and taxes are not counted.',
  formula: ({ speed, far, fixed }: Commute) =>
    `pay ÷ (hours of the shift + 2 × travel). Travel = distance × 1.3, ${cityKm} km of it at ${speed} km/h and the rest at ${far} km/h, + ${fixed} min`,
  how: 'How is this worked out?',
  noBase: 'Add your address to your work profile to see travel time and what an hour really pays.',
  noCommute: 'Add how you travel to your work profile to see travel time and what an hour really pays.',
  toProfile: 'Open my work profile',
  card: (perHour: string, minutes: number) => `About ${perHour} / hour with ${timeSpan(2 * minutes)} of travel`,
};
