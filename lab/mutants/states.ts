import { createHash } from 'node:crypto';
import { placesOfSurvivors, type Report, withLater } from './score';

type StateNow = (path: string) => string;

/** Hash of a file and of the tests that cover it. A mutation result is valid while this hash is unchanged. */
export const stateOf = (path: string, tests: readonly string[], read: (path: string) => string): string =>
  createHash('sha256')
    .update(JSON.stringify([path, ...[...tests].sort()].map((one) => [one, read(one)])))
    .digest('hex');

/** The file paths of Stryker's `mutate` patterns, without positions. */
export const pathsOf = (mutate: readonly string[]): string[] => [...new Set(mutate.map((one) => one.replace(/:\d+:\d+-\d+:\d+$/, '')))];

/**
 * Adds its state to each file of the report. A file outside this run keeps its state while that equals the current one. Otherwise its state is empty
 * until it is run again, because Stryker dropped the mutants of deleted code and kept the others as if they were current.
 */
export const withStates = (report: Report, before: Report, asked: readonly string[], stateNow: StateNow): Report => ({
  ...report,
  files: Object.fromEntries(
    Object.entries(report.files).map(([path, file]) => {
      const state = stateNow(path);
      return [path, { ...file, state: asked.includes(path) || before.files[path]?.state === state ? state : '' }];
    }),
  ),
});

/** Results of a domain after some of its parts ran. */
export interface DomainResults {
  report: Report;
  /** Files of this run. */
  asked: ReadonlySet<string>;
  /** Files whose code or tests changed since their last run, so their results are invalid. */
  older: ReadonlySet<string>;
}
export const nothingKnown: DomainResults = { report: { files: {} }, asked: new Set(), older: new Set() };

interface Met {
  /** The part's own files. */
  mutate: readonly string[];
  /** Results for these files and for survivors of earlier parts, from this run or stored. */
  report: Report;
  asked: readonly string[];
}

/** Adds the results of a part. Results with an outdated state are ignored. */
export function withPart(before: DomainResults, { mutate, report, asked }: Met, stateNow: StateNow): DomainResults {
  const wasAsked = new Set([...before.asked, ...asked]);
  const met = [...new Set([...mutate, ...Object.keys(before.report.files)])].filter((path) => path in report.files);
  const isOfNow = (path: string) => report.files[path]?.state === stateNow(path);
  // A file that was just run against its own part's tests is judged by those alone if the other parts' results are outdated.
  const rests = (path: string) => mutate.includes(path) || (!wasAsked.has(path) && placesOfSurvivors(before.report, [path]).length > 0);
  const older = new Set([...before.older, ...met.filter((path) => !isOfNow(path) && rests(path))]);
  const only = (files: Report['files'], isKept: (path: string) => boolean) =>
    Object.fromEntries(Object.entries(files).filter(([path]) => isKept(path)));
  const now = { files: only(report.files, (path) => met.includes(path) && isOfNow(path)) };
  const own = only(now.files, (path) => mutate.includes(path));
  const files = only({ ...withLater(before.report, now).files, ...own }, (path) => !older.has(path));
  return { report: { files }, asked: wasAsked, older };
}
