import type { Witnessed } from './witness';

export type Fall = Extract<Witnessed, { what: 'fell' }>;

interface Doubt {
  fall: Fall;
  /** It counts only when another version comes up on the same line. */
  needsProof: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Another version has shown by then whether it does better. */
const UNDECIDED_MS = 8_000;
/** How long another version's screen must stand before it proves anything. */
const STANDS_MS = 3_000;

/** A line that is lost looks like a lost file. */
const isOfTheLine = ({ error }: Fall) => ['ChunkLoadError', 'FileError', 'LateError'].includes(error.name);

export interface DoubtsParts {
  /** Whether the host answered for the file, and says no. */
  isRefused(error: Error): Promise<boolean>;
  onFallen(fall: Fall): void;
}

/**
 * Whether a failure counts against its release. What was thrown does; so does a file that the host refuses. What did not come, or came too
 * late, only when another version of the module comes up in this page afterwards: on a line that carries one version it was not the line
 * that took the other. What both versions fail at was given to both, by the API or the guard's device, and counts against neither.
 */
export function createDoubts({ isRefused, onFallen }: DoubtsParts) {
  const doubts = new Set<Doubt>();
  /** Module and route at which several versions failed. */
  const shared = new Set<string>();
  const placeOf = ({ name, route }: Fall) => `${name} ${route}`;

  function end(doubt: Doubt, isFallen: boolean) {
    clearTimeout(doubt.timer);
    if (doubts.delete(doubt) && isFallen) onFallen(doubt.fall);
  }
  const wait = (doubt: Doubt, ms: number, isFallen: () => boolean) => {
    clearTimeout(doubt.timer);
    doubt.timer = setTimeout(() => end(doubt, isFallen()), ms);
  };
  const of = (name: string) => [...doubts].filter(({ fall }) => fall.name === name);

  function begin(fall: Fall) {
    const doubt: Doubt = { fall, needsProof: isOfTheLine(fall), timer: undefined };
    if (doubt.needsProof && !navigator.onLine) return;
    doubts.add(doubt);
    wait(doubt, UNDECIDED_MS, () => !doubt.needsProof);
    if (!doubt.needsProof) return;
    void isRefused(fall.error).then((refused) => {
      if (refused) doubt.needsProof = false;
    });
  }

  return {
    fell(fall: Fall): void {
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
      else if (fall.of === 'version' && same.fall.of === 'screen') end(same, true);
    },
    /** A version stands on the page. */
    shown({ name, version }: { name: string; version: string }): void {
      for (const doubt of of(name)) {
        if (doubt.fall.version === version) continue;
        if (doubt.fall.of === 'screen') wait(doubt, STANDS_MS, () => true);
        else end(doubt, true);
      }
    },
    /** The page goes: what is certain by now is told. */
    close(): void {
      for (const doubt of doubts) end(doubt, !doubt.needsProof);
    },
  };
}
