import { randomBytes } from 'node:crypto';
import type { HealthReport } from '@portal/mf-kit/healthReport';
import type { Registry } from '@portal/mf-kit/module';
import type { Objective } from '@portal/mf-kit/objective';
import type { CommandContext } from '../registry/update-registry';
import type { Store } from '../store/store';
import { manualReason, rollBackVersion, type VersionOnTrial } from './auto-rollback';
import { HealthCounters } from './health-counters';
import { deleteStaleHosts, HEARTBEAT_MS, type HostHealth, keyOf, readHostHealth } from './host-health';
import { storeDays } from './module-budgets';
import type { Reporter } from './version-counts';
import { evaluate, type RegressionVerdict, reasonOf } from './version-stats';

/** How this host rolls back a version, or the reason why self-heal is off. */
export type SelfHealMode = { context: () => Promise<CommandContext> } | { off: string };

export interface WatchParts {
  store: Pick<Store, 'history' | 'writeHealth' | 'health' | 'healthDays' | 'addHealthDay' | 'removeHealthDay'>;
  healing: SelfHealMode;
  now: () => number;
  log(line: string): void;
}

/** A version is on trial for this time and this many views. Later failures are not attributed to the release. */
const TRIAL_MS = 24 * 60 * 60_000;
const TRIAL_VIEWS = 5_000;
/** A failed rollback is tried again after this time. */
const AGAIN_MS = 15_000;

/** A verdict whose rollback was not done. */
interface Judged {
  note: string;
  /** When the trial is judged again, in ms; infinity if an operator has to decide. */
  again: number;
}

interface Running extends VersionOnTrial {
  at: string;
  /** The version that would run instead; its figures are compared. */
  before: string;
}

/** The new versions of a registry, each with its predecessor. A version without a predecessor is not on trial. */
function trialsIn({ shell, modules }: Registry): Running[] {
  const entries = Object.entries<Registry['modules'][string] | Registry['shell']>({ shell, ...modules });
  return entries.flatMap(([name, entry]) => {
    if ('dev' in entry && entry.dev) return [];
    const { version, at, lastGood } = entry;
    const canary = 'canary' in entry ? entry.canary : null;
    return [
      ...(lastGood ? [{ name, version, at, isCanary: false, before: lastGood.version }] : []),
      ...(canary ? [{ name, version: canary.version, at: canary.at, isCanary: true, before: version }] : []),
    ];
  });
}

/**
 * Counts the health reports of each version and rolls back a version that is worse than its predecessor. Each host decides by its own
 * reports.
 */
export class ReleaseMonitor {
  private readonly host = randomBytes(6).toString('hex');
  private readonly ledger = new HealthCounters();
  private trials = new Map<string, Running>();
  /** Verdicts by `keyOf`. A revision that changes other modules does not end them. */
  private readonly judged = new Map<string, Judged>();
  private readonly acting = new Set<string>();
  private isNews = true;
  private keptAt = Number.NEGATIVE_INFINITY;
  private writes: Promise<void> = Promise.resolve();
  /** Runs in sequence: each rollback starts from the revision of the previous one. */
  private acts: Promise<void> = Promise.resolve();

  constructor(private readonly parts: WatchParts) {}

  /** Starts a trial for each new version of the registry. `objectives`: of the active versions, by module. */
  follow(registry: Registry, objectives: ReadonlyMap<string, Objective> = new Map()): void {
    this.ledger.follow(registry, objectives);
    const before = this.trials;
    this.trials = new Map();
    for (const trial of trialsIn(registry)) {
      const key = keyOf(trial.name, trial.version);
      const running = before.get(key);
      const isSame = running?.at === trial.at && running.isCanary === trial.isCanary;
      if (!isSame) {
        this.ledger.startTrial(key);
        this.judged.delete(key);
      }
      this.trials.set(key, trial);
    }
    for (const key of this.judged.keys()) if (!this.trials.has(key)) this.judged.delete(key);
    this.isNews = true;
  }

  /** Counts a report of a page that shows this revision. */
  report(witness: Reporter, revision: number, told: HealthReport): void {
    for (const key of this.ledger.record(witness, revision, told, this.parts.now())) this.examine(key);
    this.isNews = true;
  }

  /** Repeats failed rollbacks: they may be possible now, and no further report may arrive for the version. */
  retryPending(): void {
    for (const key of [...this.judged.keys()]) this.examine(key);
  }

  private examine(key: string): void {
    const { now, healing } = this.parts;
    const trial = this.trials.get(key);
    if (!trial || 'off' in healing || this.acting.has(key)) return;
    const isOver = now() - Date.parse(trial.at) > TRIAL_MS;
    if (!isOver && now() < (this.judged.get(key)?.again ?? 0)) return;
    const verdict = isOver ? null : this.verdictOn(key, trial);
    if (!verdict) {
      if (this.judged.delete(key)) this.isNews = true;
      return;
    }
    this.acting.add(key);
    this.acts = this.acts.then(() => this.act(healing.context, key, trial, verdict)).finally(() => void this.acting.delete(key));
  }

  private verdictOn(key: string, { name, before }: Running): RegressionVerdict | null {
    const tally = this.ledger.countsOnTrial(key);
    return tally.views > TRIAL_VIEWS ? null : evaluate(tally, this.ledger.total(keyOf(name, before)));
  }

  private async act(context: () => Promise<CommandContext>, key: string, trial: Running, verdict: RegressionVerdict): Promise<void> {
    const why = reasonOf(verdict, trial.before);
    const named = `${trial.name} ${trial.version}`;
    const judged = await this.tryRollback(context, trial, why).then<Judged | null, Judged>(
      (left) => (left === null ? null : { note: `${named} is left to people (${why}): ${left}`, again: Number.POSITIVE_INFINITY }),
      (error: Error) => ({ note: `${named} should go back (${why}): ${error.message}`, again: this.parts.now() + AGAIN_MS }),
    );
    const isNew = judged?.note !== this.judged.get(key)?.note;
    // Another host or an operator may have ended the trial during the rollback.
    if (!judged) this.judged.delete(key);
    else if (this.trials.has(key)) this.judged.set(key, judged);
    if (judged && isNew) this.parts.log(judged.note);
    this.isNews = true;
  }

  /** Returns why an operator has to decide; null if this host or another process rolled the version back. */
  private async tryRollback(context: () => Promise<CommandContext>, trial: Running, why: string): Promise<string | null> {
    const left = manualReason(await this.parts.store.history(), trial);
    if (left === null && (await rollBackVersion(await context(), trial, why)))
      this.parts.log(`${trial.name} ${trial.version} was rolled back: ${why}`);
    return left;
  }

  /**
   * Writes the counts to the store, and once a minute a sign that this host runs. Rejects if the store fails; the next call tries again.
   */
  async keep(): Promise<void> {
    const { now, healing } = this.parts;
    if (!this.isNews && now() - this.keptAt < HEARTBEAT_MS) return;
    await this.write('off' in healing ? `off: ${healing.off}` : 'on', [...this.judged.values()].map(({ note }) => note).join('; '));
  }

  /** Writes the final counts without notes and marks this host as stopped. Rejects if the store fails. */
  close(): Promise<void> {
    return this.write(null, '');
  }

  /** Runs in sequence, so that the last call writes last. */
  private write(healing: HostHealth['healing'], note: string): Promise<void> {
    const { store, now } = this.parts;
    this.isNews = false;
    this.keptAt = now();
    const at = new Date(this.keptAt).toISOString();
    const [versions, events] = [this.ledger.versions(), this.ledger.budgets.kept(this.keptAt)];
    const kept: HostHealth = { at, healing, note: note || null, versions, events };
    const written = this.writes.then(() => store.writeHealth(this.host, JSON.stringify(kept)));
    this.writes = written.catch(() => {
      this.isNews = true;
    });
    return written;
  }

  /** Reads the counts of the other hosts, because together they know more about the predecessor. Stores the sums of the past days. */
  async learn(): Promise<void> {
    const { store, now } = this.parts;
    this.ledger.setOtherHosts((await readHostHealth(store, now(), this.host)).values());
    await storeDays(store, now());
    await deleteStaleHosts(store, now());
  }

  isActing(): boolean {
    return this.acting.size > 0;
  }

  /** Resolves when no rollback is running. */
  settled(): Promise<void> {
    return this.acts;
  }
}
