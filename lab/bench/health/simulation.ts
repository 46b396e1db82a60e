import type { ViewReport, VitalsReport } from '@portal/mf-kit/healthReport';
import type { Registry } from '@portal/mf-kit/module';
import { random as randomOf } from '../../../api/seed/random';
import type { HostHealth } from '../../../delivery/src/health/host-health';
import { keyOf } from '../../../delivery/src/health/host-health';
import { ReleaseMonitor } from '../../../delivery/src/health/release-monitor';
import { emptyStats } from '../../../delivery/src/health/version-stats';

/** Faults of a release. */
export const faults = ['mount', 'route', 'loads', 'slow'] as const;
export type Fault = (typeof faults)[number];

/** Result of one activation in simulated time. */
export interface ActivationRun {
  seed: number;
  fault: Fault | null;
  /** Views per second of its portal. */
  pace: number;
  /** Time, views and reason of its rollback; null: never rolled back. */
  trip: { seconds: number; views: number; why: string } | null;
}

const MODULE = 'mf-jobs';
const [BEFORE, AFTER] = ['1.0.0', '1.1.0'];
const BEGIN = Date.parse('2026-01-01T00:00:00Z');
const CLEAN_VIEWS = 1_000;
const BAD_VIEWS = 600;

type Chance = ReturnType<typeof chanceOf>;
function chanceOf(seed: number) {
  const { between, chance, pick } = randomOf(seed);
  const share = () => between(0, 1_000_000) / 1_000_000;
  return { chance, pick, between, share, log: (low: number, high: number) => low * (high / low) ** share() };
}

/** A portal: its guards, its routes, and its error rates with a good release. */
function portalOf({ between, log, share, chance }: Chance) {
  const routes = Array.from({ length: between(3, 40) }, (_, at) => ({ pattern: `/route-${at}`, weight: 1 / (at + 1) }));
  const all = routes.reduce((sum, { weight }) => sum + weight, 0);
  const shares = routes.map(({ pattern, weight }) => ({ pattern, part: weight / all }));
  const devices = Math.round(log(60, 20_000));
  // One module in ten has a history of failures.
  const isFrail = chance(0.1);
  return {
    shares,
    devices,
    networks: Math.max(30, Math.round(devices / log(1, 8))),
    pace: log(0.05, 20),
    failed: isFrail ? log(0.001, 0.01) : share() * 0.0002,
    threw: share() * 0.005,
    slow: 0.02 + share() * 0.1,
    history: Math.round(isFrail ? log(5_000, 50_000) : log(1_000, 50_000)),
  };
}
type Place = ReturnType<typeof portalOf>;

const drawn = (shares: Place['shares'], at: number): string => {
  let left = at;
  for (const { pattern, part } of shares) {
    left -= part;
    if (left <= 0) return pattern;
  }
  return shares.at(-1)?.pattern ?? '*';
};

/** Draws how many of `of` fail at this rate: Poisson, and for a mean above 30 the normal distribution. */
function countOf({ share }: Chance, of: number, rate: number): number {
  const mean = of * rate;
  if (mean > 30) {
    const bell = Math.sqrt(-2 * Math.log(1 - share() * 0.999999)) * Math.cos(2 * Math.PI * share());
    return Math.min(of, Math.max(0, Math.round(mean + Math.sqrt(mean) * bell)));
  }
  let count = -1;
  for (let left = 1; left > Math.exp(-mean); count++) left *= share();
  return Math.min(of, count);
}

/** Health data of the previous version. */
function predecessor(chance: Chance, { history, failed, threw, slow, shares }: Place): HostHealth {
  const tally = { ...emptyStats(), views: history, failed: countOf(chance, history, failed), threw: countOf(chance, history, threw) };
  const rated = Math.round(history / 3);
  const routes = Object.fromEntries(
    shares.map(({ pattern, part }) => {
      const views = Math.round(history * part);
      return [pattern, { views, failed: countOf(chance, views, failed) }];
    }),
  );
  const kept = { ...tally, rated, slow: countOf(chance, rated, slow), routes };
  return { at: new Date(BEGIN).toISOString(), healing: 'on', note: null, versions: { [keyOf(MODULE, BEFORE)]: kept } };
}

const versionOf = (version: string) => ({ version, container: version, entry: 'remoteEntry.js', integrity: '' });

function registryOf({ shares }: Place): Registry {
  const word = { by: 'ana', at: new Date(BEGIN).toISOString(), why: 'simulated' };
  const route = { title: '', access: 'guard', chrome: 'guard' } as const;
  const routes = Object.fromEntries(shares.map(({ pattern }) => [pattern, route]));
  const own = { ...versionOf(AFTER), ...word, quarantined: {}, lastGood: versionOf(BEFORE), canary: null, routes };
  return {
    revision: 2,
    at: word.at,
    shell: { ...versionOf('1.0.0'), ...word, quarantined: {}, lastGood: null },
    modules: { [MODULE]: own },
  };
}

interface Heard {
  at: number;
  /** Number of the device that sends the report. */
  device: number;
  sightings: ViewReport[];
  ratings: VitalsReport[];
}

/** Seconds until a page sends its report: views without an error are sent in batches. */
const DELAY = { stood: [4, 12], failed: [0, 2], rating: [5, 9] } as const;

/** Health reports about the new version, in view order. */
function* viewsOf(chance: Chance, place: Place, fault: Fault | null): Generator<Heard> {
  const { share, between } = chance;
  const within = ([low, high]: readonly [number, number]) => low + share() * (high - low);
  const common = place.shares.filter(({ part }) => part >= 0.08);
  const badRoute = common.length > 0 ? chance.pick(common).pattern : null;
  const named = { name: MODULE, version: AFTER };
  let at = 0;
  for (let count = 0; count < (fault ? BAD_VIEWS : CLEAN_VIEWS); count++) {
    at += -Math.log(1 - share() * 0.999999) / place.pace;
    const device = between(1, place.devices);
    const route = drawn(place.shares, share());
    const isBad =
      fault === 'mount' ||
      (fault === 'route' && route === badRoute) ||
      (fault === 'loads' && chance.chance(0.05)) ||
      chance.chance(place.failed);
    const ended = isBad ? 'failed' : chance.chance(place.threw) ? 'threw' : 'stood';
    yield { at: at + within(DELAY[ended === 'stood' ? 'stood' : 'failed']), device, sightings: [{ ...named, route, ended }], ratings: [] };
    // Every third view loads a page.
    if (isBad || !chance.chance(1 / 3)) continue;
    const isSlow = chance.chance(fault === 'slow' ? 0.8 : place.slow);
    const rating = { ...named, lcp: isSlow ? 5000 : 1800, inp: null, cls: null };
    yield { at: at + within(DELAY.rating), device, sightings: [], ratings: [rating] };
  }
}

/** Runs one activation: 1,000 views of a clean one, 600 of a bad one, or until it is rolled back. */
export async function runActivation(seed: number, fault: Fault | null): Promise<ActivationRun> {
  const chance = chanceOf(seed);
  const place = portalOf(chance);
  const clock = { now: BEGIN };
  const kept = predecessor(chance, place);
  let why: string | null = null;
  const watch = new ReleaseMonitor({
    store: {
      history: async () => [],
      writeHealth: async () => undefined,
      health: async () => new Map([['0', JSON.stringify(kept)]]),
      healthDays: async () => new Map(),
      addHealthDay: async () => undefined,
      removeHealthDay: async () => undefined,
    },
    healing: { context: () => Promise.reject(new Error('nothing is there to be taken back')) },
    now: () => clock.now,
    log: (line) => {
      why ??= line;
    },
  });
  watch.follow(registryOf(place));
  await watch.learn();
  const heard = [...viewsOf(chance, place, fault)];
  const made = heard.filter(({ sightings }) => sightings.length > 0).map(({ at }) => at);
  heard.sort((a, b) => a.at - b.at);
  for (const { at, device, sightings, ratings } of heard) {
    clock.now = BEGIN + at * 1000;
    watch.report({ device: `${device}`, network: `${device % place.networks}` }, 2, { token: '', sightings, ratings });
    if (!watch.isActing()) continue;
    await watch.settled();
    const views = made.filter((one) => one <= at).length;
    return { seed, fault, pace: place.pace, trip: { seconds: at, views, why: why ?? '' } };
  }
  return { seed, fault, pace: place.pace, trip: null };
}

/** Within a minute at five or more views per second, otherwise within 200 views. */
export const isInTime = ({ pace, trip }: ActivationRun): boolean => trip !== null && (pace >= 5 ? trip.seconds <= 60 : trip.views <= 200);

/** Clean and bad activations, each with a seed derived from `seed`. */
export async function runActivations(seed: number, clean: number, bad: number): Promise<{ clean: ActivationRun[]; bad: ActivationRun[] }> {
  const { between } = randomOf(seed);
  const run = async (count: number, faultOf: (at: number) => Fault | null) => {
    const all: ActivationRun[] = [];
    for (let at = 0; at < count; at++) all.push(await runActivation(between(1, 2 ** 30), faultOf(at)));
    return all;
  };
  return { clean: await run(clean, () => null), bad: await run(bad, (at) => faults[at % faults.length] ?? 'mount') };
}

/** A run in one line, with the seed that repeats it. */
export const describeRun = ({ seed, fault, pace, trip }: ActivationRun): string =>
  `seed ${seed}, ${fault ?? 'clean'}, ${pace.toFixed(2)} views a second: ${trip ? `after ${trip.seconds.toFixed(0)} s and ${trip.views} views, ${trip.why}` : 'never'}`;

/** Wrong decisions: clean releases that were rolled back, bad ones that never were, and bad ones rolled back too late. */
export const failuresOf = ({ clean, bad }: { clean: ActivationRun[]; bad: ActivationRun[] }): ActivationRun[] => [
  ...clean.filter(({ trip }) => trip !== null),
  ...bad.filter(({ trip }) => trip === null),
  ...bad.filter((one) => one.trip !== null && !isInTime(one)),
];
