import type { ViewReport, VitalsReport } from '@portal/mf-kit/healthReport';
import { emptyStats, type VersionStats } from './version-stats';

/** Sender of a report. The host determines both fields; a page cannot choose them. */
export interface Reporter {
  device: string;
  network: string;
}

/** How many views one device and one network can count for a version until the counters are reset. */
const MOST_VIEWS = { device: 10, network: 20 };
const MOST_WITNESSES = 20_000;
/** Equal to the views of a network, so that one network with many new devices does not use the space of others. */
const MOST_DEVICES = MOST_VIEWS.network;
const MOST_CAUSES = 10;
/** Devices and networks are forgotten after this time; their counts stay. */
const FORGET_MS = 24 * 60 * 60_000;
/** Reports of one device about one route within this time belong to one view. */
const VIEW_MS = 60_000;

interface ReporterState {
  views: number;
  failed: boolean;
  threw: boolean;
  rated: boolean;
}
interface Network extends ReporterState {
  devices: number;
}
interface Device extends ReporterState {
  /** Route -> time of the last view, in ms. */
  routes: Map<string, number>;
}
const unheard = (): ReporterState => ({ views: 0, failed: false, threw: false, rated: false });

/** The limits of a poor value in the definition of web vitals; ms, except `cls`. */
const POOR = { lcp: 4000, inp: 500, cls: 0.25 };
const isSlow = ({ lcp, inp, cls }: VitalsReport) => (lcp ?? 0) > POOR.lcp || (inp ?? 0) > POOR.inp || (cls ?? 0) > POOR.cls;

/**
 * Counts the reports about one version. A device counts ten views. A device and its network count one failure of each kind, so the number
 * of failures is the number of affected networks.
 */
export class VersionCounts {
  readonly tally: VersionStats = emptyStats();
  private readonly devices = new Map<string, Device>();
  private readonly networks = new Map<string, Network>();
  private since: number;

  constructor(now: number) {
    this.since = now;
  }

  private heard({ device, network }: Reporter, now: number) {
    if (now - this.since >= FORGET_MS) {
      this.devices.clear();
      this.networks.clear();
      this.since = now;
    }
    const all = this.networks.get(network) ?? { ...unheard(), devices: 0 };
    let one = this.devices.get(device);
    if (!one) {
      if (all.devices >= MOST_DEVICES || this.devices.size >= MOST_WITNESSES) return null;
      one = { ...unheard(), routes: new Map() };
      all.devices++;
    }
    if (!this.networks.has(network) && this.networks.size >= MOST_WITNESSES) return null;
    this.devices.set(device, one);
    this.networks.set(network, all);
    return { one, all };
  }

  /** Returns whether a view counts: none counts after the limit of its device or network. Reports of one view count it once. */
  private view(route: string, { one, all }: { one: Device; all: ReporterState }, now: number): boolean {
    const seen = one.routes.get(route);
    if (seen !== undefined && now - seen < VIEW_MS) return true;
    if (one.views >= MOST_VIEWS.device || all.views >= MOST_VIEWS.network) return false;
    one.routes.set(route, now);
    one.views++;
    all.views++;
    this.tally.views++;
    this.routeOf(route).views++;
    return true;
  }

  private routeOf(route: string) {
    this.tally.routes[route] ??= { views: 0, failed: 0 };
    return this.tally.routes[route];
  }

  record(witness: Reporter, { route, ended, cause }: Omit<ViewReport, 'name' | 'version'>, now: number): boolean {
    const heard = this.heard(witness, now);
    if (!heard) return false;
    const { one, all } = heard;
    if (ended === 'stood') {
      this.view(route, heard, now);
      return false;
    }
    if (one[ended] || all[ended] || !this.view(route, heard, now)) return false;
    one[ended] = true;
    all[ended] = true;
    this.tally[ended]++;
    if (ended === 'failed') this.routeOf(route).failed++;
    const { causes } = this.tally;
    if (cause && (cause in causes || Object.keys(causes).length < MOST_CAUSES)) causes[cause] = (causes[cause] ?? 0) + 1;
    return true;
  }

  /**
   * Counts the vitals of the first device of a network once, because a slow network is not a fault of the release. Returns whether they
   * count against the version.
   */
  recordVitals(witness: Reporter, rating: VitalsReport, now: number): boolean {
    const heard = this.heard(witness, now);
    if (!heard || (rating.lcp === null && rating.inp === null && rating.cls === null)) return false;
    const { one, all } = heard;
    if (one.rated || all.rated) return false;
    one.rated = true;
    all.rated = true;
    this.tally.rated++;
    if (isSlow(rating)) this.tally.slow++;
    return isSlow(rating);
  }
}
