import { isRegression, type Measure, type Ratio } from './regression-rule';

/** The counts of one version on one route. */
export interface RouteTally {
  views: number;
  failed: number;
}

/** The counts of one version. Numbers only: no device, no address. */
export interface VersionStats extends RouteTally {
  threw: number;
  /** Page loads with known vitals, and the slow ones of them. */
  rated: number;
  slow: number;
  routes: Record<string, RouteTally>;
  /** Class and place of the first few errors. */
  causes: Record<string, number>;
}

export const emptyStats = (): VersionStats => ({ views: 0, failed: 0, threw: 0, rated: 0, slow: 0, routes: {}, causes: {} });

function added(one: Record<string, number>, other: Record<string, number>): Record<string, number> {
  const sum = { ...one };
  for (const [key, count] of Object.entries(other)) sum[key] = (sum[key] ?? 0) + count;
  return sum;
}

export function addStats(one: VersionStats, other: VersionStats): VersionStats {
  const routes = { ...one.routes };
  for (const [route, { views, failed }] of Object.entries(other.routes)) {
    const known = routes[route] ?? { views: 0, failed: 0 };
    routes[route] = { views: known.views + views, failed: known.failed + failed };
  }
  const { views, failed, threw, rated, slow } = other;
  return {
    ...{ views: one.views + views, failed: one.failed + failed, threw: one.threw + threw },
    ...{ rated: one.rated + rated, slow: one.slow + slow },
    routes,
    causes: added(one.causes, other.causes),
  };
}

const shareOf = ({ views, rated, ...tally }: VersionStats, measure: Measure): Ratio => ({
  bad: tally[measure],
  of: measure === 'slow' ? rated : views,
});
const failedOn = (tally: VersionStats, route: string): Ratio => {
  const { views, failed } = tally.routes[route] ?? { views: 0, failed: 0 };
  return { bad: failed, of: views };
};

export interface RegressionVerdict {
  measure: Measure;
  /** Null for all routes together. */
  route: string | null;
  now: Ratio;
  before: Ratio;
}

const MEASURES: readonly Measure[] = ['failed', 'threw', 'slow'];

/** Compares a version with its predecessor; null if it is not worse. */
export function evaluate(now: VersionStats, before: VersionStats): RegressionVerdict | null {
  for (const measure of MEASURES) {
    const shares = { now: shareOf(now, measure), before: shareOf(before, measure) };
    if (isRegression(shares.now, [shares.before], measure)) return { measure, route: null, ...shares };
  }
  const whole = shareOf(before, 'failed');
  for (const route of Object.keys(now.routes)) {
    const shares = { now: failedOn(now, route), before: failedOn(before, route) };
    if (isRegression(shares.now, [shares.before, whole], 'failed')) return { measure: 'failed', route, ...shares };
  }
  return null;
}

/** At most two decimals, without trailing zeros. */
export const percentText = ({ bad, of }: Ratio): string => `${of === 0 ? 0 : Number(((bad / of) * 100).toFixed(bad / of < 0.1 ? 2 : 0))} %`;
const said = { failed: 'views failed', threw: 'views threw an error', slow: 'page loads were slow' } as const;

/** The reason for the history, with the figures. */
export function reasonOf({ measure, route, now, before }: RegressionVerdict, predecessor: string | null): string {
  const at = route === null ? '' : ` of ${route}`;
  const than = predecessor === null ? '' : `; ${predecessor}: ${before.bad} of ${before.of}`;
  return `${now.bad} of ${now.of} ${said[measure]}${at} (${percentText(now)})${than}`;
}
