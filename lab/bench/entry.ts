import { type Estimate, scaleEstimate } from './estimate';
import type { Lab, PhoneLab } from './lab';

/** Our figure divided by the monolith's figure. */
export interface Ratio extends Estimate {
  /** Limit that must be met like the figure's own. Without it the ratio is only printed. */
  atMost?: number;
  detail: string;
}

/** Why there is no ratio. */
export interface NoRatio {
  none: string;
}

export interface Figure extends Estimate {
  /** Explanation that is printed under the table. */
  detail: string;
}

export interface ComparedFigure extends Figure {
  ratio: Ratio | NoRatio;
}

/** Upper or lower limit of the value. */
type Limit = { atMost: number; atLeast?: never } | { atLeast: number; atMost?: never };

interface NamedFigure {
  id: string;
  what: string;
  /** Measured with --full or by name only. */
  isLong?: true;
}

type Named = NamedFigure & Limit;

type Unit = '' | 'times' | 'kB' | 'MB' | 's' | '%' | 'requests' | 'writes' | 'a second' | `of ${number}`;

/** Measured without a page, or on a page at any speed. */
export type HostEntry = Named & {
  on: 'machine';
  unit: Unit | 'ms';
  measure(lab: Lab): Promise<Figure>;
};

/** Milliseconds on the simulated phone, for us and for the monolith. */
export type PhoneTime = Named & {
  on: 'phone';
  unit: 'ms';
  measure(lab: PhoneLab): Promise<ComparedFigure>;
};

/** Other figures of a page on the simulated phone. */
export type PhoneFigure = Named & {
  on: 'phone';
  unit: Unit;
  measure(lab: PhoneLab): Promise<Figure>;
};

/** One figure of the bench. */
export type Entry = HostEntry | PhoneTime | PhoneFigure;

/** Calibration of the machine as the phone during a measurement. */
export interface PhoneRun {
  phone: string;
  index: number;
  /** CPU slowdown factor. */
  rate: number;
  /** Benchmark index without slowdown; then with it, before and after the measurement. */
  idle: number;
  before: number;
  after: number;
  /** Factor by which the times were multiplied. */
  scale: number;
  /** The index before and after differ by at most 20 %. Otherwise the machine did other work. */
  isSteady: boolean;
}

/** The format of `--json`. */
export interface Result {
  id: string;
  what: string;
  value: number | null;
  unit: string;
  target: string;
  met: boolean;
  command: string;
  runs: number;
  interval: readonly number[] | null;
  intervalIs: string;
  ratio?: { value: number; interval: readonly number[]; runs: number; target: string | null };
  ran?: PhoneRun;
  seed: number;
}

export interface Measurement {
  result: Result;
  detail: string;
}

const INTERVAL = '95 % by bootstrap, 1,000 resamples';
const rounded = (value: number) => Math.round(value * 1000) / 1000;
const whole = ({ interval }: Estimate) => interval.map(rounded);

const isRatio = (ratio: Ratio | NoRatio | undefined): ratio is Ratio => ratio !== undefined && 'value' in ratio;

const STEADY = 0.2;
const isSteady = ({ before, after }: Pick<PhoneRun, 'before' | 'after'>) => Math.abs(after / before - 1) <= STEADY;

/** Converts a measured figure to a result; times are scaled if the machine is slower than the phone. */
function resultOf(
  { id, what, unit, atMost, atLeast }: Entry,
  seed: number,
  found: Figure & { ratio?: Ratio | NoRatio },
  ran?: PhoneRun,
): Measurement {
  const scale = ran && unit === 'ms' ? ran.scale : 1;
  const { value, interval, runs } = scale === 1 ? found : { ...scaleEstimate(scale, found) };
  if (!Number.isFinite(found.value) || found.runs < 1) throw new Error(`${id}: ${found.value} from ${found.runs} runs is no measurement`);
  const isMet = value <= (atMost ?? Number.POSITIVE_INFINITY) && value >= (atLeast ?? Number.NEGATIVE_INFINITY);
  const { ratio } = found;
  const isRatioMet = !isRatio(ratio) || ratio.value <= (ratio.atMost ?? Number.POSITIVE_INFINITY);
  const about = [
    found.detail,
    ratio && (isRatio(ratio) ? ratio.detail : `without monolith: ${ratio.none}`),
    scale !== 1 && `this machine does not run like the phone: the value is ${rounded(found.value)} ms x ${rounded(scale)}`,
    ran &&
      `as a ${ran.phone}: slowed down ${ran.rate.toFixed(2)} times, index ${Math.round(ran.before)} before and ${Math.round(ran.after)} after`,
    ran && !ran.isSteady && 'the machine did other work meanwhile: measure again when it is quiet',
  ];
  return {
    result: {
      ...{ id, what, unit, seed, runs, value: rounded(value), interval: interval.map(rounded), intervalIs: INTERVAL },
      ...{ target: targetOf({ atMost, atLeast }), met: isMet && isRatioMet, command: commandOf(id) },
      ...(isRatio(ratio) && {
        ratio: {
          ...{ value: rounded(ratio.value), interval: whole(ratio), runs: ratio.runs },
          target: ratio.atMost === undefined ? null : targetOf(ratio),
        },
      }),
      ...(ran && { ran }),
    },
    detail: about.filter(Boolean).join('; '),
  };
}

const targetOf = ({ atMost, atLeast }: { atMost?: number | undefined; atLeast?: number | undefined }) =>
  atMost === undefined ? `>= ${atLeast}` : `<= ${atMost}`;
const commandOf = (id: string) => `npm run bench -- --only ${id}`;

async function measureOnPhone(entry: PhoneTime | PhoneFigure, lab: Lab): Promise<Measurement> {
  const onPhone = await lab.onPhone();
  const { rate, idle, index, scale, model } = onPhone.phone;
  const found = await entry.measure(onPhone);
  const after = await lab.indexNow();
  const ran = { phone: model.name, index: model.index, rate, idle, before: index, after, scale };
  return resultOf(entry, lab.seed, found, { ...ran, isSteady: isSteady(ran) });
}

/** The result of an entry without a value: not met, with the reason as detail. */
export function failedMeasurement({ id, what, unit, ...entry }: Entry, seed: number, detail: string): Measurement {
  const nothing = { value: null, met: false, runs: 0, interval: null, intervalIs: INTERVAL, seed };
  return { result: { id, what, unit, target: targetOf(entry), command: commandOf(id), ...nothing }, detail };
}

/** Measures one entry. A failure is a result too. */
export async function measure(entry: Entry, lab: Lab): Promise<Measurement> {
  try {
    if (entry.on === 'phone') return await measureOnPhone(entry, lab);
    return resultOf(entry, lab.seed, await entry.measure(lab));
  } catch (error) {
    return failedMeasurement(entry, lab.seed, (error as Error).message);
  }
}
