import { copy } from '@portal/contracts/_kernel/copy';
import type { Schema } from 'yup';
import { ValidationError } from 'yup';
import { fail, failValidation } from './errors';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Path, query and body as one object. Values of the path win over the query, and those over the body. */
export function mergeInput(params: unknown, query: unknown, body: unknown): Record<string, unknown> {
  if (body !== undefined && body !== null && !isRecord(body)) fail(400, 'The body must be an object.');
  return { ...(isRecord(body) ? body : {}), ...(isRecord(query) ? query : {}), ...(isRecord(params) ? params : {}) };
}

const NOT_VALID = 'This is not valid here.';
const DEEPEST = 16;
/** Properties that a schema calls on each value: a client that sends one as data would control the result. */
const inherited: ReadonlySet<string> = new Set(['toString', 'valueOf', 'toJSON', 'constructor', 'hasOwnProperty', '__proto__']);

/** The problem of a value that would break a schema: deep nesting, or data in place of an inherited method; null if there is none. */
function unsafeValue(value: unknown, depth = 0): string | null {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return null;
  if (depth > DEEPEST) return 'This is nested too deeply.';
  for (const [key, one] of Object.entries(value)) {
    const found = inherited.has(key) ? NOT_VALID : unsafeValue(one, depth + 1);
    if (found) return found;
  }
  return null;
}

/** yup's default message repeats the sent value in technical terms. */
const wordsOf = ({ message }: ValidationError): string => (message.includes(' but the final value was: ') ? NOT_VALID : message);

/** PostgreSQL cannot store NUL characters. */
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

/** Validates an input. @returns its value, or the first message of every invalid field, or null if a rule itself throws. */
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

/** Validates with the schema of the contract. Throws 400 with the first message of every invalid field. */
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
    // Text rules expect a text: they throw for a list.
    for (const [key, value] of given) if (!(key in refused) && !validate(schema, { [key]: value })) refused[key] = NOT_VALID;
    outcome = validate(schema, harmless());
  }
  if (!outcome) throw new Error('A rule of this input throws');
  if ('fields' in outcome) return failValidation({ ...outcome.fields, ...refused });
  const nul = pathOfNul(outcome.value);
  if (nul !== null) refused[nul] = copy.controlCharacters;
  return Object.keys(refused).length > 0 ? failValidation(refused) : outcome.value;
}

/** The mismatch between a reply and its contract, or null. Checked outside production, where tests must notice it. */
export function replyMismatch(schema: Schema, data: unknown): string | null {
  try {
    schema.validateSync(data, { abortEarly: false, strict: true });
    return null;
  } catch (error) {
    return error instanceof ValidationError ? error.errors.join('; ') : String(error);
  }
}
