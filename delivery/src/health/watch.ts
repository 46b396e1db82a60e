import { randomBytes } from 'node:crypto';
import type { HealthReport } from '@portal/mf-kit/healthReport';
import type { Registry } from '@portal/mf-kit/module';
import type { Desk } from '../desk';
import type { Store } from '../store';
import type { Witness } from './counts';
import { leftToPeople, type Trial, takeBack } from './heal';
import { dropSilent, type Kept, keyOf, readKept, SAY_MS } from './kept';
import { Ledger } from './ledger';
import { judge, reasonOf, type Verdict } from './tally';

/** How a release is taken back; or why this host does not. */
export type Healing = { desk: () => Promise<Desk> } | { off: string };

export interface WatchParts {
  store: Pick<Store, 'history' | 'keepHealth' | 'health'>;
  healing: Healing;
  now: () => number;
  log(line: string): void;
}

/** A release is judged for this long and for so many views: what goes wrong later is not the release. */
const TRIAL_MS = 24 * 60 * 60_000;
const TRIAL_VIEWS = 5_000;
/** What was refused is tried again after this time. */
const AGAIN_MS = 15_000;

/** What should have been done and was not. */
interface Judged {
  note: string;
  /** When it is judged anew; never, where it is left to people. */
  again: number;
}

interface Running extends Trial {
  at: string;
  /** What it is compared with: what would run instead. */
  before: string;
}

/** The versions that are new in a registry, each with the one that would run instead; those without one are nobody's trial. */
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

/** Counts what pages tell of each version, and takes back the one that is worse than the one before it. Each host decides by what it heard itself. */
export class Watch {
  private readonly host = randomBytes(6).toString('hex');
  private readonly ledger = new Ledger();
  private trials = new Map<string, Running>();
  /** Trials that were judged, by `keyOf`: a revision that changes something else does not end them. */
  private readonly judged = new Map<string, Judged>();
  private readonly acting = new Set<string>();
  private isNews = true;
  private keptAt = Number.NEGATIVE_INFINITY;
  private writes: Promise<void> = Promise.resolve();
  /** One after the other: each begins with what the one before left. */
  private acts: Promise<void> = Promise.resolve();

  constructor(private readonly parts: WatchParts) {}

  /** Follows what runs: what is new is judged from now on. */
  follow(registry: Registry): void {
    this.ledger.follow(registry);
    const before = this.trials;
    this.trials = new Map();
    for (const trial of trialsIn(registry)) {
      const key = keyOf(trial.name, trial.version);
      const running = before.get(key);
      const isSame = running?.at === trial.at && running.isCanary === trial.isCanary;
      if (!isSame) {
        this.ledger.begin(key);
        this.judged.delete(key);
      }
      this.trials.set(key, trial);
    }
    for (const key of this.judged.keys()) if (!this.trials.has(key)) this.judged.delete(key);
    this.isNews = true;
  }

  /** What a page told that shows this revision. */
  hear(witness: Witness, revision: number, told: HealthReport): void {
    for (const key of this.ledger.hear(witness, revision, told, this.parts.now())) this.examine(key);
    this.isNews = true;
  }

  /** Judges anew what could not be done: it may be possible now, and nobody may ever report of it again. */
  lookAgain(): void {
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
    this.acts = this.acts.then(() => this.act(healing.desk, key, trial, verdict)).finally(() => void this.acting.delete(key));
  }

  private verdictOn(key: string, { name, before }: Running): Verdict | null {
    const tally = this.ledger.sinceBegun(key);
    return tally.views > TRIAL_VIEWS ? null : judge(tally, this.ledger.total(keyOf(name, before)));
  }

  private async act(desk: () => Promise<Desk>, key: string, trial: Running, verdict: Verdict): Promise<void> {
    const why = reasonOf(verdict, trial.before);
    const named = `${trial.name} ${trial.version}`;
    const judged = await this.tryTakeBack(desk, trial, why).then<Judged | null, Judged>(
      (left) => (left === null ? null : { note: `${named} is left to people (${why}): ${left}`, again: Number.POSITIVE_INFINITY }),
      (error: Error) => ({ note: `${named} should go back (${why}): ${error.message}`, again: this.parts.now() + AGAIN_MS }),
    );
    const isNew = judged?.note !== this.judged.get(key)?.note;
    // Somebody else may have ended it meanwhile.
    if (!judged) this.judged.delete(key);
    else if (this.trials.has(key)) this.judged.set(key, judged);
    if (judged && isNew) this.parts.log(judged.note);
    this.isNews = true;
  }

  /** Why it is left to people; null when it was taken back, by this host or by whoever was quicker. */
  private async tryTakeBack(desk: () => Promise<Desk>, trial: Running, why: string): Promise<string | null> {
    const left = leftToPeople(await this.parts.store.history(), trial);
    if (left === null && (await takeBack(await desk(), trial, why)))
      this.parts.log(`${trial.name} ${trial.version} was taken back: ${why}`);
    return left;
  }

  /** Puts what was counted into the store, and once a minute that this host is there. Rejects when the store refuses; it is tried again. */
  async keep(): Promise<void> {
    const { now, healing } = this.parts;
    if (!this.isNews && now() - this.keptAt < SAY_MS) return;
    await this.write('off' in healing ? `off: ${healing.off}` : 'on', [...this.judged.values()].map(({ note }) => note).join('; '));
  }

  /** Says goodbye: what was counted stays in the store, and what this host would have done is no longer said. Rejects when the store refuses. */
  leave(): Promise<void> {
    return this.write(null, '');
  }

  /** One after the other: the last word stands. */
  private write(healing: Kept['healing'], note: string): Promise<void> {
    const { store, now } = this.parts;
    this.isNews = false;
    this.keptAt = now();
    const kept: Kept = { at: new Date(this.keptAt).toISOString(), healing, note: note || null, versions: this.ledger.versions() };
    const written = this.writes.then(() => store.keepHealth(this.host, JSON.stringify(kept)));
    this.writes = written.catch(() => {
      this.isNews = true;
    });
    return written;
  }

  /** Reads what the other hosts have counted: of the version before, more is known by all of them. */
  async learn(): Promise<void> {
    const { store, now } = this.parts;
    this.ledger.learn((await readKept(store, now(), this.host)).values());
    await dropSilent(store, now());
  }

  /** Whether something is being taken back. */
  isActing(): boolean {
    return this.acting.size > 0;
  }

  /** Settles when nothing is being taken back. */
  settled(): Promise<void> {
    return this.acts;
  }
}
