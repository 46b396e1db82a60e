import { NOT_ATTRIBUTABLE } from './errorOrigin';
import type { ModuleEvent } from './moduleEvents';

export type FailureEvent = Extract<ModuleEvent, { what: 'fell' }>;

interface PendingFailure {
  failure: FailureEvent;
  /** `proven`: if another version is shown afterwards. `refused`: if the portal host confirms that the file is missing. */
  counts: 'always' | 'proven' | 'refused';
  /** Another version is shown, and only the reply of the portal host is missing. */
  isShown: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** After this time no other version can prove or disprove a failure. */
const UNDECIDED_MS = 8_000;

/**
 * Network, proxy and storage faults look like a missing file, while another version loads from the cache. An error of the API or a timeout is
 * the fault of a version only if another version works at the same time.
 */
const countsWhen = ({ error: { name } }: FailureEvent): PendingFailure['counts'] => {
  if (['ChunkLoadError', 'FileError'].includes(name)) return 'refused';
  return NOT_ATTRIBUTABLE.includes(name) ? 'proven' : 'always';
};

export interface FailureAttributionDeps {
  /** Whether the portal host confirms that the file is missing. */
  isRefused(error: Error): Promise<boolean>;
  onCounted(failure: FailureEvent): void;
}

/**
 * Decides whether a failure counts against its version. A thrown error counts, and a file that the portal host confirms as missing. A timeout
 * or an error of the API counts only if another version of the module is shown afterwards, which shows that both work. If two versions of a
 * module fail, neither failure counts: the API or the device is the cause.
 */
export function createFailureAttribution({ isRefused, onCounted }: FailureAttributionDeps) {
  const pendingFailures = new Set<PendingFailure>();
  /** Modules and routes with failures of several versions. */
  const shared = new Set<string>();
  const keyOf = ({ name, route }: FailureEvent) => `${name} ${route}`;

  function end(pending: PendingFailure, isCounted: boolean) {
    clearTimeout(pending.timer);
    if (pendingFailures.delete(pending) && isCounted) onCounted(pending.failure);
  }
  const wait = (pending: PendingFailure, ms: number, isCounted: () => boolean) => {
    clearTimeout(pending.timer);
    pending.timer = setTimeout(() => end(pending, isCounted()), ms);
  };
  const findPending = (name: string) => [...pendingFailures].filter(({ failure }) => failure.name === name);

  function begin(failure: FailureEvent) {
    const pending: PendingFailure = { failure, counts: countsWhen(failure), isShown: false, timer: undefined };
    if (pending.counts !== 'always' && !navigator.onLine) return;
    pendingFailures.add(pending);
    wait(pending, UNDECIDED_MS, () => pending.counts === 'always');
    if (pending.counts !== 'refused') return;
    void isRefused(failure.error).then((refused) => {
      if (!refused) return;
      pending.counts = 'always';
      if (pending.isShown) end(pending, true);
    });
  }
  function confirm(pending: PendingFailure) {
    if (pending.counts === 'refused') pending.isShown = true;
    else end(pending, true);
  }

  return {
    onFailed(failure: FailureEvent): void {
      if (shared.has(keyOf(failure))) return;
      const known = findPending(failure.name);
      const others = known.filter((pending) => pending.failure.version !== failure.version);
      for (const pending of others) {
        shared.add(keyOf(pending.failure));
        end(pending, false);
      }
      if (others.length > 0) return void shared.add(keyOf(failure));
      const same = known.find((pending) => pending.failure.version === failure.version);
      if (!same) begin(failure);
      // The module host reports the version after it has proven the failure of the screen.
      else if (failure.scope === 'version' && same.failure.scope === 'screen') confirm(same);
    },
    onShown({ name, version }: { name: string; version: string }): void {
      for (const pending of findPending(name)) {
        // The module host itself proves the failure of a screen.
        if (pending.failure.version !== version && pending.failure.scope === 'version') confirm(pending);
      }
    },
    /** The page closes: counts the failures that need no more proof. */
    close(): void {
      for (const pending of pendingFailures) end(pending, pending.counts === 'always');
    },
  };
}
