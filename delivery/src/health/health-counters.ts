import type { HealthReport } from '@portal/mf-kit/healthReport';
import type { Registry } from '@portal/mf-kit/module';
import { defaultObjective, type Objective } from '@portal/mf-kit/objective';
import { BudgetCounts } from './budget-counts';
import { type HostHealth, keyOf, totalOf } from './host-health';
import { type Reporter, VersionCounts } from './version-counts';
import { addStats, emptyStats, type VersionStats } from './version-stats';

/** For routes that a version does not declare. */
const OTHER = 'other';
/** A page may show an earlier revision; versions that the last 100 revisions did not name are not counted. */
const REVISIONS = 100;

/** The counts of this host for each version, by `keyOf`, and the counts of other hosts. */
export class HealthCounters {
  /** The last revision that named a version, and its routes. */
  private readonly known = new Map<string, { revision: number; routes: Set<string> }>();
  private readonly counts = new Map<string, VersionCounts>();
  /** The counts of a version before its current trial. */
  private readonly past = new Map<string, VersionStats>();
  private others: readonly HostHealth[] = [];
  private objectives: ReadonlyMap<string, Objective> = new Map();
  /** The events of each module for its error budget. */
  readonly budgets = new BudgetCounts();

  private know(revision: number, name: string, version: string, routes: Iterable<string>): void {
    const key = keyOf(name, version);
    this.known.set(key, { revision, routes: new Set([...(this.known.get(key)?.routes ?? []), ...routes]) });
  }

  /** Starts counting for the versions of this registry. `objectives`: of the active versions, by module. */
  follow({ revision, shell, modules }: Registry, objectives: ReadonlyMap<string, Objective>): void {
    this.objectives = objectives;
    for (const one of [shell, shell.lastGood]) if (one) this.know(revision, 'shell', one.version, ['*']);
    for (const [name, { version, lastGood, canary, routes }] of Object.entries(modules)) {
      const declared = Object.keys(routes);
      this.know(revision, name, version, declared);
      if (lastGood) this.know(revision, name, lastGood.version, declared);
      if (canary) this.know(revision, name, canary.version, canary.routes ? Object.keys(canary.routes) : declared);
    }
    for (const [key, { revision: last }] of this.known) {
      if (last > revision - REVISIONS) continue;
      for (const map of [this.known, this.counts, this.past]) map.delete(key);
    }
  }

  /** Starts the trial of a version; its earlier counts are kept apart. */
  startTrial(key: string): void {
    this.past.set(key, this.own(key));
    this.counts.delete(key);
  }

  /** Counts a report. Returns the keys of the versions that it counts against. */
  record(witness: Reporter, revision: number, { sightings, ratings }: HealthReport, now: number): Set<string> {
    const against = new Set<string>();
    const place = (name: string, version: string) => {
      const key = keyOf(name, version);
      const one = this.known.get(key);
      // Neither the page's revision nor a later one named this version.
      if (!one || one.revision < revision) return null;
      const counted = this.counts.get(key) ?? new VersionCounts(now);
      this.counts.set(key, counted);
      return { key, counted, routes: one.routes };
    };
    for (const { name, version, route, ...sighting } of sightings) {
      const found = place(name, version);
      if (!found) continue;
      const seen = { ...sighting, route: found.routes.has(route) ? route : OTHER };
      if (found.counted.record(witness, seen, now)) against.add(found.key);
      this.budgets.recordView(name, witness, seen, now);
    }
    for (const rating of ratings) {
      const found = place(rating.name, rating.version);
      if (!found) continue;
      if (found.counted.recordVitals(witness, rating, now)) against.add(found.key);
      const { latencyMs } = this.objectives.get(rating.name) ?? defaultObjective;
      this.budgets.recordLoad(witness, rating, latencyMs, now);
    }
    return against;
  }

  /** The counts of a version since the start of its trial. */
  countsOnTrial(key: string): VersionStats {
    return this.counts.get(key)?.tally ?? emptyStats();
  }

  private own(key: string): VersionStats {
    return addStats(this.past.get(key) ?? emptyStats(), this.countsOnTrial(key));
  }

  /** The counts of a version by all hosts. */
  total(key: string): VersionStats {
    return addStats(this.own(key), totalOf(this.others, key));
  }

  versions(): Record<string, VersionStats> {
    const all = [...this.known.keys()].map((key) => [key, this.own(key)] as const);
    return Object.fromEntries(all.filter(([, { views, rated }]) => views + rated > 0));
  }

  setOtherHosts(others: Iterable<HostHealth>): void {
    this.others = [...others];
  }
}
