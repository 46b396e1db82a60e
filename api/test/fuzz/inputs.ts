import type { Schema, SchemaDescription, SchemaObjectDescription } from 'yup';
import { ValidationError } from 'yup';
import { makePng } from './pictures';

/** The first message by field path of the contract's schema; null if the input is valid; 'crash' if the schema itself throws. */
export function refusedFields(schema: Schema, input: unknown): Record<string, string> | null | 'crash' {
  try {
    schema.validateSync(input, { abortEarly: false, stripUnknown: true });
    return null;
  } catch (error) {
    if (!(error instanceof ValidationError)) return 'crash';
    const fields: Record<string, string> = {};
    for (const one of error.inner.length > 0 ? error.inner : [error]) fields[one.path ?? ''] ??= one.message;
    return fields;
  }
}

export const fieldsOf = (schema: Schema): Record<string, SchemaDescription> =>
  ((schema.describe() as SchemaObjectDescription).fields ?? {}) as Record<string, SchemaDescription>;

/** A picture, as `upload()` of the contracts declares one. */
export const isUpload = ({ meta }: SchemaDescription): boolean => meta !== undefined && 'upload' in meta;

/** Plausible values; the schema decides which of them are valid. */
const likely: Record<string, readonly unknown[]> = {
  string: [
    ...['Ada', '1990-05-17', '2027-03-12', '2027-03-12T12:00:00Z', '6475550001', 'Quiet-Harbour-7', '12345678', '1234', 'M5V 2T6', '09:00'],
    ...['M5H 2N2', 'x.png', 'https://example.com/', '123', '12345', '1234567', '43.6', 'sign.up@example.com', 'a'.repeat(40)],
    '5f0c1d1e-6a52-4a0b-9a58-0d4f1b8f7a01',
  ],
  number: [1, 2, 0, 3, 5, 20, 43.6, -79.4, 100, 4.5],
  boolean: [true, false],
};

const photo = () => new File([new Uint8Array(makePng(64, 64))], 'photo.png', { type: 'image/png' });

type Known = Readonly<Record<string, readonly unknown[]>>;
type Nested = Schema & { fields?: Record<string, Schema>; innerType?: Schema };

/** Valid values of a key: first from the world, then the choices, then plausible ones. */
function candidates(key: string, schema: Nested, known: Known): unknown[] {
  const field = schema.describe() as SchemaDescription;
  const choices = (field.oneOf ?? []).filter((value) => value !== undefined && value !== null && typeof value !== 'object');
  const own = [...(known[key] ?? []), ...choices, ...(likely[field.type] ?? [])];
  if (isUpload(field)) return [photo()];
  if (field.type === 'array')
    return [...own, ...(schema.innerType ? candidates(key, schema.innerType, known).map((value) => [value]) : [[]])];
  return field.type === 'object' ? [...own, rightInput(schema, known)] : own;
}

/** A valid input with as few optional keys as possible; the nearest one when none is found. */
export function rightInput(schema: Nested, known: Known): Record<string, unknown> {
  const fields = fieldsOf(schema);
  const ways = Object.fromEntries(Object.entries(schema.fields ?? {}).map(([key, field]) => [key, candidates(key, field, known)]));
  const chosen = new Map<string, number>();
  for (const [key, field] of Object.entries(fields)) if (!field.optional || known[key]) chosen.set(key, 0);
  const built = () => Object.fromEntries([...chosen].map(([key, way]) => [key, ways[key]?.[way]]));
  for (let turn = 0; turn < 60; turn++) {
    const refused = refusedFields(schema, built());
    if (refused === null || refused === 'crash') break;
    const wrong = new Set(Object.keys(refused).map((path) => path.split(/[.[]/)[0] ?? ''));
    for (const key of wrong) if (key in fields) chosen.set(key, ((chosen.get(key) ?? -1) + 1) % Math.max(1, ways[key]?.length ?? 1));
    // The object as a whole is invalid: perhaps it lacks an optional key.
    if (wrong.has('')) {
      const missing = Object.keys(fields).find((key) => !chosen.has(key));
      if (missing) chosen.set(missing, 0);
    }
  }
  return built();
}
