import type { Scored } from './score';

/** What a line of docs/reports/mutants.md says of survivors; the head of that document says how it is written. */
export interface Named {
  path: string;
  /** `original -> replacement`; null of those that nobody wrote down. */
  name: string | null;
  /** How many survivors it names. */
  times: number;
  /** Whether the table above it counts them: what its sample did not draw it does not. */
  isCounted: boolean;
}

const CODE = '(?:`` .+? ``|`[^`]+`)';
const LINE = new RegExp(`^- (\\S+): (?:(${CODE} -> ${CODE})|not written down)(?: \\((?:(\\d+) times?|(not drawn))\\))?: \\S`);
const BEGINS_WITH_A_FILE = /^- \S+\.tsx?: /;

function named(line: string): Named {
  const [, path = '', name = null, times = '1', notDrawn] = line.match(LINE) ?? [];
  if (path === '' || times === '0') throw new Error(`docs/reports/mutants.md has a line that names nothing: ${line}`);
  return { path, name, times: Number(times), isCounted: notDrawn === undefined };
}

/** The lines of a text that name survivors. */
export const namedIn = (text: string): Named[] =>
  text
    .split('\n')
    .filter((line) => BEGINS_WITH_A_FILE.test(line))
    .map(named);

/** The survivors that a text does not name as often as they are, each a line as the text would name them. */
export function unnamed(files: readonly Scored[], text: string): string[] {
  const lines = namedIn(text);
  const timesOf = (path: string, name: string) =>
    lines.filter((line) => line.path === path && line.name === name).reduce((total, { times }) => total + times, 0);
  return files.flatMap(({ path, survivors }) =>
    [...new Set(survivors.map(({ name }) => name))].flatMap((name) => {
      const times = survivors.filter((one) => one.name === name).length;
      return times > timesOf(path, name) ? [`${path}: ${name}${times > 1 ? ` (${times} times)` : ''}`] : [];
    }),
  );
}
