/** The health report of a page: versions and outcomes, without addresses, messages or names. */

export const REPORT_PATH = '/registry/sightings';
export const MOST_BYTES = 1000;

/** The outcome of a view. `stood`: it was shown. `failed`: it did not load, mount or render. `threw`: an error occurred later. */
export type ViewOutcome = 'stood' | 'failed' | 'threw';
const LETTERS = { stood: 's', failed: 'f', threw: 't' } as const satisfies Record<ViewOutcome, string>;

/** One view of one route by one version. */
export interface ViewReport {
  /** The name of the module, or of the shell. */
  name: string;
  version: string;
  /** The declared pattern of the route, never an address; `*` for the shell. */
  route: string;
  ended: ViewOutcome;
  /** Of a failure: the class of the error, and a hash of its position. */
  cause?: string;
}

/** Loading and response times of a page in ms, and its layout shift, by the version of its screen. */
export interface VitalsReport {
  name: string;
  version: string;
  lcp: number | null;
  inp: number | null;
  cls: number | null;
}

export interface HealthReport {
  /** The token that the portal host rendered into this page. It rejects reports without one. */
  token: string;
  sightings: ViewReport[];
  ratings: VitalsReport[];
}

export const encodeReport = ({ token, sightings, ratings }: HealthReport): string =>
  JSON.stringify([
    token,
    sightings.map(({ name, version, route, ended, cause }) => [name, version, route, LETTERS[ended], ...(cause ? [cause] : [])]),
    ratings.map(({ name, version, lcp, inp, cls }) => [name, version, lcp, inp, cls]),
  ]);

const isText = (value: unknown, most: number): value is string => typeof value === 'string' && value.length > 0 && value.length <= most;
const isAmount = (value: unknown): value is number | null =>
  value === null || (typeof value === 'number' && Number.isFinite(value) && value >= 0);
const isCause = (value: unknown): value is string => typeof value === 'string' && /^[A-Za-z]{1,40} [0-9a-f]{1,8}$/.test(value);

function sightingOf(value: unknown): ViewReport | null {
  if (!Array.isArray(value)) return null;
  const [name, version, route, letter, cause] = value as unknown[];
  const ended = (Object.keys(LETTERS) as ViewOutcome[]).find((one) => LETTERS[one] === letter);
  if (!isText(name, 60) || !isText(version, 80) || !isText(route, 200) || !ended) return null;
  return { name, version, route, ended, ...(isCause(cause) && { cause }) };
}

function ratingOf(value: unknown): VitalsReport | null {
  if (!Array.isArray(value)) return null;
  const [name, version, lcp, inp, cls] = value as unknown[];
  return isText(name, 60) && isText(version, 80) && isAmount(lcp) && isAmount(inp) && isAmount(cls)
    ? { name, version, lcp, inp, cls }
    : null;
}

/** Returns null if the text is no report. Its content comes from a browser and cannot be trusted. */
export function decodeReport(text: string): HealthReport | null {
  try {
    const [token, sightings, ratings] = JSON.parse(text) as unknown[];
    if (!isText(token, 200) || !Array.isArray(sightings) || !Array.isArray(ratings)) return null;
    return {
      token,
      sightings: sightings.map(sightingOf).filter((one) => one !== null),
      ratings: ratings.map(ratingOf).filter((one) => one !== null),
    };
  } catch {
    return null;
  }
}
