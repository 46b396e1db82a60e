import type { Lab } from './lab';

export interface Figure {
  value: number;
  /** What stands behind it, in words; printed under the table. */
  detail: string;
}

/** One figure of the bench. */
export interface Entry {
  id: string;
  what: string;
  unit: string;
  /** The value may be this at most, or must be this at least. */
  atMost?: number;
  atLeast?: number;
  /** Only measured with --full, or when named. */
  isLong?: true;
  measure(lab: Lab): Promise<Figure>;
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
}

export interface Measured {
  result: Result;
  detail: string;
}

const rounded = (value: number) => Math.round(value * 1000) / 1000;

/** Measures one entry. A failure is a result too: no value, not met, its words as detail. */
export async function measure({ id, what, unit, atMost, atLeast, measure: run }: Entry, lab: Lab): Promise<Measured> {
  const target = atMost === undefined ? `>= ${atLeast}` : `<= ${atMost}`;
  const isMet = (value: number) => value <= (atMost ?? Number.POSITIVE_INFINITY) && value >= (atLeast ?? Number.NEGATIVE_INFINITY);
  const frame = { id, what, unit, target, command: `npm run bench -- --only ${id}` };
  try {
    const { value, detail } = await run(lab);
    return { result: { ...frame, value: rounded(value), met: isMet(value) }, detail };
  } catch (error) {
    return { result: { ...frame, value: null, met: false }, detail: (error as Error).message };
  }
}
