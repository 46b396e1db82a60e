import type { FileScore } from './score';

/** One line of docs/reports/mutants.md about survivors. The start of that document describes the format. */
export interface SurvivorLine {
  path: string;
  /** `original -> replacement`; null for "not written down". */
  name: string | null;
  /** Number of survivors that the line names. */
  times: number;
  /** True if the table above counts them; false for mutants outside the sample. */
  isCounted: boolean;
}

const CODE = '(?:`` .+? ``|`[^`]+`)';
const LINE = new RegExp(`^- (\\S+): (?:(${CODE} -> ${CODE})|not written down)(?: \\((?:(\\d+) times?|(not drawn))\\))?: \\S`);
const BEGINS_WITH_A_FILE = /^- \S+\.tsx?: /;

function named(line: string): SurvivorLine {
  const [, path = '', name = null, times = '1', notDrawn] = line.match(LINE) ?? [];
  if (path === '' || times === '0') throw new Error(`docs/reports/mutants.md has a line that names nothing: ${line}`);
  return { path, name, times: Number(times), isCounted: notDrawn === undefined };
}

/** The lines of a text that name survivors. */
export const survivorLinesIn = (text: string): SurvivorLine[] =>
  text
    .split('\n')
    .filter((line) => BEGINS_WITH_A_FILE.test(line))
    .map(named);

/** Survivors that the text does not name, or not often enough, one line each in the text's format. */
export function findUnnamed(files: readonly FileScore[], text: string): string[] {
  const lines = survivorLinesIn(text);
  const timesOf = (path: string, name: string) =>
    lines.filter((line) => line.path === path && line.name === name).reduce((total, { times }) => total + times, 0);
  return files.flatMap(({ path, survivors }) =>
    [...new Set(survivors.map(({ name }) => name))].flatMap((name) => {
      const times = survivors.filter((one) => one.name === name).length;
      return times > timesOf(path, name) ? [`${path}: ${name}${times > 1 ? ` (${times} times)` : ''}`] : [];
    }),
  );
}
