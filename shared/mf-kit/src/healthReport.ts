/** What a page tells its host of the versions that it ran: no address, no message, nobody's name. */

/** Where it is told. */
export const REPORT_PATH = '/registry/sightings';

/** The header of a file that the host itself refuses, which no proxy before it sets: `missing` or `changed`. */
export const MISSING_FILE_HEADER = 'x-portal-refused';
/** A page tells no more than this at once. */
export const MOST_BYTES = 1000;

/** Of a view: it stood, it failed (did not load, did not mount, threw while it was drawn), or something else in it threw. */
export type ViewOutcome = 'stood' | 'failed' | 'threw';
const LETTERS = { stood: 's', failed: 'f', threw: 't' } as const satisfies Record<ViewOutcome, string>;

/** One view of one route, under the version that ran it. */
export interface ViewReport {
  /** A module, or the shell. */
  name: string;
  version: string;
  /** The route's pattern as it is declared, never an address; `*` of the shell. */
  route: string;
  ended: ViewOutcome;
  /** Of a failure: the error's class, and a hash of where it was thrown. */
  cause?: string;
}

/** How a page loaded and answered, by the version whose screen stood in it. Milliseconds, and the layout's shift. */
export interface VitalsReport {
  name: string;
  version: string;
  lcp: number | null;
  inp: number | null;
  cls: number | null;
}

export interface HealthReport {
  /** What the host put into this page, so that it hears no other. */
  token: string;
  sightings: ViewReport[];
  ratings: VitalsReport[];
}

/** As short as it can be sent. */
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

/** What a page told; null for anything else. Whoever reads it trusts none of it. */
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
