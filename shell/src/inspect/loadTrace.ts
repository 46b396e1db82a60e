/** One step of a load, as the module host marked it (`within` in hostEffects.ts). */
export interface TraceStep {
  version: string;
  step: 'manifest' | 'load' | 'bootstrap' | 'mount';
  /** Milliseconds after the start of the page. */
  at: number;
  /** Null while the step runs. */
  ms: number | null;
}

/** The cause of a failure, as the module host attributed it. */
export interface Attributed {
  cause: 'network' | 'version';
  message: string;
  at: number;
}

export type Mark = Pick<PerformanceEntry, 'name' | 'startTime'>;

const STEP = /^(manifest|load|bootstrap|mount) (\S+)( ended)?$/;
const CAUSE = /^(network|version) (.*)$/s;

/** Marks begin with the name of their module. */
function marksOf(module: string, marks: readonly Mark[]) {
  const prefix = `${module} `;
  return marks.flatMap(({ name, startTime }) => (name.startsWith(prefix) ? [{ text: name.slice(prefix.length), at: startTime }] : []));
}

/** The steps of all loads of a module in this page, oldest first. */
export function readTrace(module: string, marks: readonly Mark[]): TraceStep[] {
  const steps: TraceStep[] = [];
  for (const { text, at } of marksOf(module, marks)) {
    const [, step, version = '', ended] = STEP.exec(text) ?? [];
    if (!step) continue;
    const open = ended && steps.find((one) => one.step === step && one.version === version && one.ms === null);
    if (open) open.ms = at - open.at;
    else if (!ended) steps.push({ step: step as TraceStep['step'], version, at, ms: null });
  }
  return steps.map(({ at, ms, ...step }) => ({ ...step, at: Math.round(at), ms: ms === null ? null : Math.round(ms) }));
}

/** The attributions of a module in this page, oldest first. */
export const readAttributions = (module: string, marks: readonly Mark[]): Attributed[] =>
  marksOf(module, marks).flatMap(({ text, at }) => {
    const [, cause, message = ''] = CAUSE.exec(text) ?? [];
    return cause ? [{ cause: cause as Attributed['cause'], message, at }] : [];
  });

const names: Record<TraceStep['step'], string> = {
  manifest: 'Check that the version has this path',
  load: 'Download and run its entry',
  bootstrap: 'Start',
  mount: 'Mount the screen',
};
export const stepText = (step: TraceStep['step']): string => names[step];
