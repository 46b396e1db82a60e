import { array, type Schema, ValidationError } from 'yup';
import { words } from './shapes';

/** Validation messages for a list that staff write as JSON. */
export const rowMessages = {
  notJson: 'This is no JSON.',
  notJsonAt: (line: number) => `This is no JSON. Please look at line ${line}.`,
  notList: 'This must be a list of rows, as JSON: [ … ].',
  notRow: 'this is no row',
  tooMany: (most: number) => `At most ${most} rows`,
} as const;

const MOST_ROWS = 200;

/** A text in a row. `name` is its label for staff, `most` the maximum length in characters. */
export const cellText = (name: string, most: number) => words(`${name} is missing`, most, `${name}: at most ${most} characters`);

/** Translates `[1].questionAnswers[0].answer` to row numbers that start at 1. */
export function placeOf(path: string): string {
  const [row, inner] = [...path.matchAll(/\[(\d+)\]/g)].map(([, index]) => Number(index) + 1);
  return row === undefined ? '' : `Row ${row}${inner === undefined ? '' : `, question ${inner}`}: `;
}

/** Parses a list that staff wrote as JSON. Returns the rows, or the message of the first problem. */
export function readRows<Row>(row: Schema<Row>, text: string): { rows: Row[] } | { problem: string } {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (error) {
    const [, place] = /position (\d+)/.exec((error as Error).message) ?? [];
    return { problem: place === undefined ? rowMessages.notJson : rowMessages.notJsonAt(text.slice(0, Number(place)).split('\n').length) };
  }
  if (!Array.isArray(given)) return { problem: rowMessages.notList };
  const list = array(row as Schema)
    .required()
    .max(MOST_ROWS, rowMessages.tooMany(MOST_ROWS));
  try {
    return { rows: list.validateSync(given, { stripUnknown: true }) as Row[] };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    // A row that is not an object has no message of its own, so it gets the general one.
    return { problem: placeOf(error.path ?? '') + (error.message.includes('final value was') ? rowMessages.notRow : error.message) };
  }
}
