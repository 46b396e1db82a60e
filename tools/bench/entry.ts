import { target } from './calibration';
import { type Estimate, scaled } from './estimate';
import type { Lab, PhoneLab } from './lab';

/** The same of the control: our figure over its figure. */
export interface Ratio extends Estimate {
  /** It counts as much as the figure itself; left out, it is told and no more. */
  atMost?: number;
  detail: string;
}

/** Why there is no such ratio. */
export interface NoRatio {
  none: string;
}

export interface Figure extends Estimate {
  /** What stands behind it, in words; printed under the table. */
  detail: string;
}

export interface Compared extends Figure {
  ratio: Ratio | NoRatio;
}

/** The value may be this at most, or must be this at least. */
type Limit = { atMost: number; atLeast?: never } | { atLeast: number; atMost?: never };

interface NamedFigure {
  id: string;
  what: string;
  /** Only measured with --full, or when named. */
  isLong?: true;
}

type Named = NamedFigure & Limit;

type Unit = '' | 'times' | 'kB' | 'MB' | 's' | '%' | 'requests' | 'writes' | 'a second' | `of ${number}`;

/** Measured without a page, or of a page whose speed does not matter. */
export type HostEntry = Named & {
  on: 'machine';
  unit: Unit | 'ms';
  measure(lab: Lab): Promise<Figure>;
};

/** Milliseconds on the phone, and what the control takes. */
export type PhoneTime = Named & {
  on: 'phone';
  unit: 'ms';
  measure(lab: PhoneLab): Promise<Compared>;
};

/** What else is measured of a page that runs as on the phone. */
export type PhoneFigure = Named & {
  on: 'phone';
  unit: Unit;
  measure(lab: PhoneLab): Promise<Figure>;
};

/** One figure of the bench. */
export type Entry = HostEntry | PhoneTime | PhoneFigure;

/** How the machine ran like the phone while a figure was measured. */
export interface Ran {
  phone: string;
  index: number;
  /** The processor was slowed down by this. */
  rate: number;
  /** Of the machine without that, and with it before and after the measurement. */
  idle: number;
  before: number;
  after: number;
  /** The times were multiplied by this. */
  scale: number;
  /** Before and after are near each other; where they are not, other work was done meanwhile. */
  isSteady: boolean;
}

/** As `--json` writes it. */
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
  ran?: Ran;
  seed: number;
}

export interface Measured {
  result: Result;
  detail: string;
}

const INTERVAL = '95 % by bootstrap, 1,000 resamples';
const rounded = (value: number) => Math.round(value * 1000) / 1000;
const whole = ({ interval }: Estimate) => interval.map(rounded);

const isRatio = (ratio: Ratio | NoRatio | undefined): ratio is Ratio => ratio !== undefined && 'value' in ratio;

const STEADY = 0.2;
const isSteady = ({ before, after }: Pick<Ran, 'before' | 'after'>) => Math.abs(after / before - 1) <= STEADY;

/** A measured figure as a result, its times scaled where the machine is slower than the phone. */
function resultOf(
  { id, what, unit, atMost, atLeast }: Entry,
  seed: number,
  found: Figure & { ratio?: Ratio | NoRatio },
  ran?: Ran,
): Measured {
  const scale = ran && unit === 'ms' ? ran.scale : 1;
  const { value, interval, runs } = scale === 1 ? found : { ...scaled(scale, found) };
  if (!Number.isFinite(found.value) || found.runs < 1)
    throw new Error(`${id} came to ${found.value} of ${found.runs} runs: nothing was measured`);
  const isMet = value <= (atMost ?? Number.POSITIVE_INFINITY) && value >= (atLeast ?? Number.NEGATIVE_INFINITY);
  const { ratio } = found;
  const isRatioMet = !isRatio(ratio) || ratio.value <= (ratio.atMost ?? Number.POSITIVE_INFINITY);
  const about = [
    found.detail,
    ratio && (isRatio(ratio) ? ratio.detail : `no control: ${ratio.none}`),
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

async function measureOnPhone(entry: PhoneTime | PhoneFigure, lab: Lab): Promise<Measured> {
  const onPhone = await lab.onPhone();
  const { rate, idle, index, scale } = onPhone.phone;
  const found = await entry.measure(onPhone);
  const after = await lab.indexNow();
  const ran = { phone: target.name, index: target.index, rate, idle, before: index, after, scale };
  return resultOf(entry, lab.seed, found, { ...ran, isSteady: isSteady(ran) });
}

/** Measures one entry. A failure is a result too: no value, not met, its words as detail. */
export async function measure(entry: Entry, lab: Lab): Promise<Measured> {
  try {
    if (entry.on === 'phone') return await measureOnPhone(entry, lab);
    return resultOf(entry, lab.seed, await entry.measure(lab));
  } catch (error) {
    const { id, what, unit } = entry;
    const nothing = { value: null, met: false, runs: 0, interval: null, intervalIs: INTERVAL, seed: lab.seed };
    return {
      result: { id, what, unit, target: targetOf(entry), command: commandOf(id), ...nothing },
      detail: (error as Error).message,
    };
  }
}
