/** What a shift really pays: an estimate from the guard's address and way of travelling. All arithmetic is on whole numbers: no float cents. */

/** Roads are longer than the straight line by about a third. */
const ROAD_TENTHS = 13;
/** Road kilometres in the city; what lies beyond goes faster. */
export const cityKm = 30;

interface Commute {
  /** Kilometres in an hour in the city, and beyond it. */
  speed: number;
  far: number;
  /** Minutes each way that do not depend on the distance: parking, or walking and waiting. */
  fixed: number;
  words: string;
}
/** By the work profile's `isGoWith`. */
export const travel: Readonly<Record<number, Commute>> = {
  1: { speed: 40, far: 90, fixed: 5, words: 'by your own vehicle' },
  2: { speed: 20, far: 60, fixed: 10, words: 'by public transport' },
};

export interface PayInput {
  /** Dollars an hour, exact decimal text. */
  hourlyRate: string;
  /** ISO instants of the shift. */
  startTime: string;
  endTime: string;
  /** Straight kilometres from the guard's base; null when it is not known. */
  distanceFromBase: number | null;
  /** 1 own vehicle, 2 public transport. */
  isGoWith: number | null;
}

export interface PayEstimate {
  /** Dollars for the shift, cents rounded half up, as the wage itself is. */
  pay: string;
  /** Minutes of the shift. */
  minutes: number;
  /** By road, each way, to a tenth of a kilometre; null, with the two below, when base or commute is not known. */
  roadKm: string | null;
  travelMinutes: number | null;
  /** Dollars for each hour away from home. */
  perHour: string | null;
}

const halfUp = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor);

/** `24.5` -> 2450n: at most two decimals count. */
function cents(amount: string): bigint {
  const [whole = '0', decimals = ''] = amount.split('.');
  return BigInt(whole) * 100n + BigInt(`${decimals}00`.slice(0, 2));
}
const dollars = (amount: bigint): string => {
  const digits = String(amount).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** Minutes of one way, without the fixed part, from hundredths of road kilometres. */
function minutesOf(road: bigint, { speed, far }: Commute): number {
  const city = BigInt(cityKm) * 100n;
  const [near, beyond] = road < city ? [road, 0n] : [city, road - city];
  return Number(halfUp((near * BigInt(far) + beyond * BigInt(speed)) * 60n, BigInt(speed * far) * 100n));
}

/** Pay of one shift, the way to it and back, and what is left for an hour of all of it. Pure; the formula is `payMessages.formula`. */
export function estimatePay({ hourlyRate, startTime, endTime, distanceFromBase, isGoWith }: PayInput): PayEstimate {
  const minutes = Math.max(0, Math.round((Date.parse(endTime) - Date.parse(startTime)) / 60_000));
  const pay = halfUp(cents(hourlyRate) * BigInt(minutes), 60n);
  const commute = isGoWith === null ? undefined : travel[isGoWith];
  if (distanceFromBase === null || !commute) return { pay: dollars(pay), minutes, roadKm: null, travelMinutes: null, perHour: null };
  const road = BigInt(Math.round(distanceFromBase * 10) * ROAD_TENTHS);
  const roadTenths = halfUp(road, 10n);
  const travelMinutes = minutesOf(road, commute) + commute.fixed;
  // Never 0: every way takes a few minutes.
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
