import { copy } from '@portal/contracts/_kernel/copy';
import type { Schema } from 'yup';
import { ValidationError } from 'yup';
import { fail, failFields } from './errors';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Path, query and body as one object; the path wins, then the query. */
export function joinInput(params: unknown, query: unknown, body: unknown): Record<string, unknown> {
  if (body !== undefined && body !== null && !isRecord(body)) fail(400, 'The body must be an object.');
  return { ...(isRecord(body) ? body : {}), ...(isRecord(query) ? query : {}), ...(isRecord(params) ? params : {}) };
}

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

/** Parses with the contract's own schema. 400 with the first message of every failing field, all at once. */
export function parseInput<T>(schema: Schema<T>, input: Record<string, unknown>): T {
  try {
    const parsed = schema.validateSync(input, { abortEarly: false, stripUnknown: true });
    const nul = pathOfNul(parsed);
    if (nul !== null) failFields({ [nul]: copy.controlCharacters });
    return parsed;
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const fields: Record<string, string> = {};
    for (const one of error.inner.length > 0 ? error.inner : [error]) fields[one.path ?? ''] ??= one.message;
    return failFields(fields);
  }
}

/** What is wrong with a reply by its contract, or null. Checked outside production, where it is a defect that a test must see. */
export function replyDefect(schema: Schema, data: unknown): string | null {
  try {
    schema.validateSync(data, { abortEarly: false, strict: true });
    return null;
  } catch (error) {
    return error instanceof ValidationError ? error.errors.join('; ') : String(error);
  }
}
