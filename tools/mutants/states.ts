import { createHash } from 'node:crypto';
import { placesOfSurvivors, type Report, withLater } from './score';

type StateNow = (path: string) => string;

/** What a verdict on a file rests on, in short: its text, and those of the tests that meet it. */
export const stateOf = (path: string, tests: readonly string[], read: (path: string) => string): string =>
  createHash('sha256')
    .update(JSON.stringify([path, ...[...tests].sort()].map((one) => [one, read(one)])))
    .digest('hex');

/** The files of what Stryker was asked to mutate, whole or at a place. */
export const pathsOf = (mutate: readonly string[]): string[] => [...new Set(mutate.map((one) => one.replace(/:\d+:\d+-\d+:\d+$/, '')))];

/**
 * A report in which each file says of which state it is. A file that was not asked for keeps its state as long as that stands. Once it
 * does not, the file is of no state until it is run: Stryker has dropped the mutants whose code went, and keeps the others as if they
 * were of today.
 */
export const stamped = (report: Report, before: Report, asked: readonly string[], stateNow: StateNow): Report => ({
  ...report,
  files: Object.fromEntries(
    Object.entries(report.files).map(([path, file]) => {
      const state = stateNow(path);
      return [path, { ...file, state: asked.includes(path) || before.files[path]?.state === state ? state : '' }];
    }),
  ),
});

/** What is known of a domain after some of its parts. */
export interface Standing {
  report: Report;
  /** What this run was asked for. */
  asked: ReadonlySet<string>;
  /** Files that changed since they were judged, or whose tests did: nothing is known of them as they stand. */
  older: ReadonlySet<string>;
}
export const nothingKnown: Standing = { report: { files: {} }, asked: new Set(), older: new Set() };

interface Met {
  /** The part's own files. */
  mutate: readonly string[];
  /** What became of them, and of survivors of the parts before; of this run, or kept. */
  report: Report;
  asked: readonly string[];
}

/** Adds a part. What it says of files of another state than today's is not taken. */
export function withPart(before: Standing, { mutate, report, asked }: Met, stateNow: StateNow): Standing {
  const wasAsked = new Set([...before.asked, ...asked]);
  const met = [...new Set([...mutate, ...Object.keys(before.report.files)])].filter((path) => path in report.files);
  const isOfNow = (path: string) => report.files[path]?.state === stateNow(path);
  // A file that was just met by the tests of its own part stands on those alone when what the others said is too old.
  const rests = (path: string) => mutate.includes(path) || (!wasAsked.has(path) && placesOfSurvivors(before.report, [path]).length > 0);
  const older = new Set([...before.older, ...met.filter((path) => !isOfNow(path) && rests(path))]);
  const only = (files: Report['files'], isKept: (path: string) => boolean) =>
    Object.fromEntries(Object.entries(files).filter(([path]) => isKept(path)));
  const now = { files: only(report.files, (path) => met.includes(path) && isOfNow(path)) };
  const own = only(now.files, (path) => mutate.includes(path));
  const files = only({ ...withLater(before.report, now).files, ...own }, (path) => !older.has(path));
  return { report: { files }, asked: wasAsked, older };
}
