import { copy } from '@portal/contracts/_kernel/copy';
import type { Schema } from 'yup';
import { ValidationError } from 'yup';
import { fail, failValidation } from './errors';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Path, query and body as one object; the path wins, then the query. */
export function mergeInput(params: unknown, query: unknown, body: unknown): Record<string, unknown> {
  if (body !== undefined && body !== null && !isRecord(body)) fail(400, 'The body must be an object.');
  return { ...(isRecord(body) ? body : {}), ...(isRecord(query) ? query : {}), ...(isRecord(params) ? params : {}) };
}

const NOT_VALID = 'This is not valid here.';
const DEEPEST = 16;
/** What a schema asks every value for: whoever sends one of these as data would decide what it answers. */
const inherited = new Set(['toString', 'valueOf', 'toJSON', 'constructor', 'hasOwnProperty', '__proto__']);

/** What is wrong with a value that no schema survives: nesting without end, or a stand-in for an object's own functions. */
function unsafeValue(value: unknown, depth = 0): string | null {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return null;
  if (depth > DEEPEST) return 'This is nested too deeply.';
  for (const [key, one] of Object.entries(value)) {
    const found = inherited.has(key) ? NOT_VALID : unsafeValue(one, depth + 1);
    if (found) return found;
  }
  return null;
}

/** A rule without words of its own repeats what was sent, in terms of the program. */
const wordsOf = ({ message }: ValidationError): string => (message.includes(' but the final value was: ') ? NOT_VALID : message);

/** PostgreSQL stores no NUL character, so none may come in. */
function pathOfNul(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return value.includes('\u0000') ? path : null;
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return null;
  for (const [key, one] of Object.entries(value)) {
    const found = pathOfNul(one, path ? `${path}.${key}` : key);
    if (found !== null) return found;
  }
  return null;
}

type Fields = Record<string, string>;

/** What the schema makes of an input: its value, the first message of every failing field, or null when a rule itself throws. */
function validate<T>(schema: Schema<T>, input: Record<string, unknown>): { value: T } | { fields: Fields } | null {
  try {
    return { value: schema.validateSync(input, { abortEarly: false, stripUnknown: true }) };
  } catch (error) {
    if (!(error instanceof ValidationError)) return null;
    const fields: Fields = {};
    for (const one of error.inner.length > 0 ? error.inner : [error]) fields[one.path ?? ''] ??= wordsOf(one);
    return { fields };
  }
}

/** Parses with the contract's own schema. 400 with the first message of every failing field, all at once. */
export function parseInput<T>(schema: Schema<T>, input: Record<string, unknown>): T {
  const given = Object.entries(input).filter(([key]) => !inherited.has(key));
  const refused: Fields = {};
  for (const [key, value] of given) {
    const words = unsafeValue(value);
    if (words) refused[key] = words;
  }
  const harmless = () => Object.fromEntries(given.filter(([key]) => !(key in refused)));
  let outcome = validate(schema, harmless());
  if (!outcome) {
    // Rules of text take every value for text: a list where text belongs throws in them.
    for (const [key, value] of given) if (!(key in refused) && !validate(schema, { [key]: value })) refused[key] = NOT_VALID;
    outcome = validate(schema, harmless());
  }
  if (!outcome) throw new Error('A rule of this input throws');
  if ('fields' in outcome) return failValidation({ ...outcome.fields, ...refused });
  const nul = pathOfNul(outcome.value);
  if (nul !== null) refused[nul] = copy.controlCharacters;
  return Object.keys(refused).length > 0 ? failValidation(refused) : outcome.value;
}

/** What is wrong with a reply by its contract, or null. Checked outside production, where it is a defect that a test must see. */
export function replyMismatch(schema: Schema, data: unknown): string | null {
  try {
    schema.validateSync(data, { abortEarly: false, strict: true });
    return null;
  } catch (error) {
    return error instanceof ValidationError ? error.errors.join('; ') : String(error);
  }
}
