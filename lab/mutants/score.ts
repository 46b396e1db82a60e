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
  /** Hash of the code and tests it belongs to (`states.ts`); not written by Stryker. */
  state?: string;
}
/** The parts of Stryker's report that are read here. */
export interface Report {
  files: Record<string, ReportedFile>;
}
export interface FileScore {
  path: string;
  killed: number;
  survived: number;
  unreached: number;
  invalid: number;
  /** Killed by a timeout. */
  late: number;
  /** Survived because no test reaches them. */
  unmet: number;
  survivors: { line: number; isReached: boolean; name: string }[];
}

const verdicts: Readonly<Record<string, 'killed' | 'survived'>> = {
  Killed: 'killed',
  Timeout: 'killed',
  Survived: 'survived',
  NoCoverage: 'survived',
};

/** The text between two positions of a source, on one line. */
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
 * Counts killed, survived, unreached and invalid mutants per file of a Stryker report. Lists the survivors in the format of docs/reports/mutants.md.
 */
export function scoreOf(report: Report, paths: readonly string[]): FileScore[] {
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

/** Positions of these files' survivors in Stryker's `mutate` format, in which columns start at 0. */
export const placesOfSurvivors = (report: Report, paths: readonly string[]): string[] => [
  ...new Set(
    paths.flatMap((path) =>
      (report.files[path]?.mutants ?? [])
        .filter(isSurvivor)
        .map(({ location: { start, end } }) => `${path}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`),
    ),
  ),
];

/** A report in which results of later tests replace those of its survivors. */
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

/**
 * Results that stay valid while code and tests are unchanged: killed mutants. Survivors run again because a test may have been added, timeouts
 * because the machine may have been busy.
 */
export const keepSettled = (report: Report): Report => onlyThose(report, ({ status }) => status === 'Killed');

/** Results that the next part of one long run reuses: all killed and survived mutants. */
export const keepJudged = (report: Report): Report => onlyThose(report, ({ status }) => status in verdicts);

const sum = (files: readonly FileScore[], what: 'killed' | 'survived') => files.reduce((total, file) => total + file[what], 0);
export const percent = (killed: number, survived: number): number =>
  killed + survived === 0 ? 0 : Math.floor((1000 * killed) / (killed + survived)) / 10;

/** Wilson interval at 95 % for the score of all mutants, in percent, if these are a random sample. */
export function scoreInterval(killed: number, survived: number): readonly [low: number, high: number] {
  const total = killed + survived;
  if (total === 0) return [0, 100];
  const z = 1.96;
  const middle = (killed + (z * z) / 2) / (total + z * z);
  const half = (z / (total + z * z)) * Math.sqrt((killed * survived) / total + (z * z) / 4);
  return [Math.floor(1000 * (middle - half)) / 10, Math.ceil(1000 * (middle + half)) / 10];
}

/** The rows of docs/reports/mutants.md: one per file, and one for all. */
export function tableOf(files: readonly FileScore[]): string[] {
  const row = (name: string, one: Pick<FileScore, 'killed' | 'survived'>) =>
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
