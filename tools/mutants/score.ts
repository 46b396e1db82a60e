import { NOT_REACHED } from './not-reached.mjs';

interface Place {
  line: number;
  column: number;
}
interface Span {
  start: Place;
  end: Place;
}
export interface Mutant {
  status: string;
  statusReason?: string;
  replacement: string;
  location: Span;
}
interface ReportedFile {
  source: string;
  mutants: Mutant[];
  /** Of which code and tests it is (`states.ts`); Stryker knows nothing of it. */
  state?: string;
}
/** What is read of a report in Stryker's form. */
export interface Report {
  files: Record<string, ReportedFile>;
}
export interface Scored {
  path: string;
  killed: number;
  survived: number;
  unreached: number;
  invalid: number;
  /** Of those killed: they took too long. */
  late: number;
  /** Of those that survived: no test reaches them. */
  unmet: number;
  survivors: { line: number; isReached: boolean; name: string }[];
}

const verdicts: Readonly<Record<string, 'killed' | 'survived'>> = {
  Killed: 'killed',
  Timeout: 'killed',
  Survived: 'survived',
  NoCoverage: 'survived',
};

/** The text between two places of a source, on one line. */
function cut(source: string, { start, end }: Span): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const rest = lines.slice(1, -1);
  const [first = '', last = ''] = [lines[0], lines.at(-1)];
  if (lines.length === 1) return first.slice(start.column - 1, end.column - 1);
  return [first.slice(start.column - 1), ...rest, last.slice(0, end.column - 1)].join(' ');
}

const code = (text: string) => {
  const line = text.replace(/\s+/g, ' ').trim() || ' ';
  return line.includes('`') ? `\`\` ${line} \`\`` : `\`${line}\``;
};

const isUnreached = ({ statusReason }: Mutant) => statusReason === NOT_REACHED;

/**
 * What became of the mutants of these files in a report of Stryker's: how many were killed, survived, or could not be judged, and by
 * name those that survived, as docs/reports/mutants.md writes them.
 */
export function scoreOf(report: Report, paths: readonly string[]): Scored[] {
  return paths.map((path) => {
    const { mutants, source } = report.files[path] ?? { mutants: [], source: '' };
    const counts = { killed: 0, survived: 0, unreached: 0, invalid: 0 };
    for (const mutant of mutants) counts[isUnreached(mutant) ? 'unreached' : (verdicts[mutant.status] ?? 'invalid')] += 1;
    const survivors = mutants.filter(isSurvivor).map(({ location, replacement, status }) => ({
      line: location.start.line,
      isReached: status === 'Survived',
      name: `${code(cut(source, location))} -> ${code(replacement)}`,
    }));
    const of = (wanted: string) => mutants.filter(({ status }) => status === wanted).length;
    return { path, ...counts, late: of('Timeout'), unmet: of('NoCoverage'), survivors };
  });
}

const isSurvivor = ({ status }: Mutant) => verdicts[status] === 'survived';
const sameAs = (one: Mutant) => (other: Mutant) =>
  other.replacement === one.replacement && JSON.stringify(other.location) === JSON.stringify(one.location);

/** Where the survivors of these files stand, as Stryker takes it: columns count from 0 there. */
export const placesOfSurvivors = (report: Report, paths: readonly string[]): string[] => [
  ...new Set(
    paths.flatMap((path) =>
      (report.files[path]?.mutants ?? [])
        .filter(isSurvivor)
        .map(({ location: { start, end } }) => `${path}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`),
    ),
  ),
];

/** A report with what other tests killed later of its survivors. */
export const withLater = (report: Report, later: Report): Report => ({
  ...report,
  files: Object.fromEntries(
    Object.entries(report.files).map(([path, file]) => {
      const met = later.files[path]?.mutants ?? [];
      return [path, { ...file, mutants: file.mutants.map((one) => (isSurvivor(one) && met.find(sameAs(one))) || one) }];
    }),
  ),
});

const onlyThose = (report: Report, isKept: (mutant: Mutant) => boolean): Report => ({
  ...report,
  files: Object.fromEntries(Object.entries(report.files).map(([path, file]) => [path, { ...file, mutants: file.mutants.filter(isKept) }])),
});

/** What need not be met again while its code and the test that killed it are the same. What survived is met again: a test may have come; what took too long as well: the machine may have been busy. */
export const settled = (report: Report): Report => onlyThose(report, ({ status }) => status === 'Killed');

/** What a run of several pieces need not meet again in the next one: all that was judged. */
export const judged = (report: Report): Report => onlyThose(report, ({ status }) => status in verdicts);

const sum = (files: readonly Scored[], what: 'killed' | 'survived') => files.reduce((total, file) => total + file[what], 0);
export const percent = (killed: number, survived: number): number =>
  killed + survived === 0 ? 0 : Math.floor((1000 * killed) / (killed + survived)) / 10;

/** Between what scores that of all lies where these are a sample by chance: Wilson's interval, 19 times of 20, in percent. */
export function between(killed: number, survived: number): readonly [low: number, high: number] {
  const total = killed + survived;
  if (total === 0) return [0, 100];
  const z = 1.96;
  const middle = (killed + (z * z) / 2) / (total + z * z);
  const half = (z / (total + z * z)) * Math.sqrt((killed * survived) / total + (z * z) / 4);
  return [Math.floor(1000 * (middle - half)) / 10, Math.ceil(1000 * (middle + half)) / 10];
}

/** The rows of docs/reports/mutants.md: a file each, and all of them. */
export function tableOf(files: readonly Scored[]): string[] {
  const row = (name: string, one: Pick<Scored, 'killed' | 'survived'>) =>
    one.killed + one.survived === 0
      ? `| ${name} | none known | | | |`
      : `| ${name} | ${one.killed + one.survived} | ${one.killed} | ${one.survived} | ${percent(one.killed, one.survived)} % |`;
  const all = { killed: sum(files, 'killed'), survived: sum(files, 'survived') };
  return [
    '| file | mutants | killed | survived | score |',
    '|---|---|---|---|---|',
    ...files.map((file) => row(file.path, file)),
    row('all', all),
  ];
}
