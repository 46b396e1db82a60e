import type { ModuleEvent } from './moduleEvents';

export type FailureEvent = Extract<ModuleEvent, { what: 'fell' }>;

interface PendingFailure {
  fall: FailureEvent;
  /** `proven`: only when another version comes up on the same line. `refused`: only when the host says that it has not got the file. */
  counts: 'always' | 'proven' | 'refused';
  /** Another version stands, and only the host's word is awaited. */
  isShown: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Another version has shown by then whether it does better. */
const UNDECIDED_MS = 8_000;

/** A line, a proxy or a store that is in trouble looks like a lost file, and what this browser has kept of another version comes up all the same. */
const countsWhen = ({ error }: FailureEvent): PendingFailure['counts'] => {
  if (error.name === 'LateError') return 'proven';
  return ['ChunkLoadError', 'FileError'].includes(error.name) ? 'refused' : 'always';
};

export interface FailureAttributionDeps {
  /** Whether the host itself says that it has not got the file. */
  isRefused(error: Error): Promise<boolean>;
  onFallen(fall: FailureEvent): void;
}

/**
 * Whether a failure counts against its release. What was thrown does; so does a file that the host refuses; a file that
 * only did not come never does. What came too late counts only when another version of the module comes up in this page afterwards: on a line
 * that carries one version it was not the line that took the other. What both versions fail at was given to both, by the API or the guard's device, and counts against neither.
 */
export function createFailureAttribution({ isRefused, onFallen }: FailureAttributionDeps) {
  const doubts = new Set<PendingFailure>();
  /** Module and route at which several versions failed. */
  const shared = new Set<string>();
  const placeOf = ({ name, route }: FailureEvent) => `${name} ${route}`;

  function end(doubt: PendingFailure, isFallen: boolean) {
    clearTimeout(doubt.timer);
    if (doubts.delete(doubt) && isFallen) onFallen(doubt.fall);
  }
  const wait = (doubt: PendingFailure, ms: number, isFallen: () => boolean) => {
    clearTimeout(doubt.timer);
    doubt.timer = setTimeout(() => end(doubt, isFallen()), ms);
  };
  const of = (name: string) => [...doubts].filter(({ fall }) => fall.name === name);

  function begin(fall: FailureEvent) {
    const doubt: PendingFailure = { fall, counts: countsWhen(fall), isShown: false, timer: undefined };
    if (doubt.counts !== 'always' && !navigator.onLine) return;
    doubts.add(doubt);
    wait(doubt, UNDECIDED_MS, () => doubt.counts === 'always');
    if (doubt.counts !== 'refused') return;
    void isRefused(fall.error).then((refused) => {
      if (!refused) return;
      doubt.counts = 'always';
      if (doubt.isShown) end(doubt, true);
    });
  }
  function confirm(doubt: PendingFailure) {
    if (doubt.counts === 'refused') doubt.isShown = true;
    else end(doubt, true);
  }

  return {
    onFailed(fall: FailureEvent): void {
      if (shared.has(placeOf(fall))) return;
      const known = of(fall.name);
      const others = known.filter((doubt) => doubt.fall.version !== fall.version);
      for (const doubt of others) {
        shared.add(placeOf(doubt.fall));
        end(doubt, false);
      }
      if (others.length > 0) return void shared.add(placeOf(fall));
      const same = known.find((doubt) => doubt.fall.version === fall.version);
      if (!same) begin(fall);
      // The slot says a second time what it has proven by now.
      else if (fall.scope === 'version' && same.fall.scope === 'screen') confirm(same);
    },
    /** A version stands on the page. */
    onShown({ name, version }: { name: string; version: string }): void {
      for (const doubt of of(name)) {
        // The module host decides when another version has proven a screen's failure, and then reports the version.
        if (doubt.fall.version !== version && doubt.fall.scope === 'version') confirm(doubt);
      }
    },
    /** The page goes: what is certain by now is told. */
    close(): void {
      for (const doubt of doubts) end(doubt, doubt.counts === 'always');
    },
  };
}
