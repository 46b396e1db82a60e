import type { Schema } from 'yup';
import type { Auth, Endpoint, Method } from './endpoint';
import { type JsonSchema, toJsonSchema } from './json-schema';

/**
 * The method, path, access and schemas of a call as data. Every build records the shapes of its calls, and the API lists the shapes that it
 * serves. A release whose calls do not match is not activated.
 */
export interface CallShape {
  method: Method;
  path: string;
  auth: Auth;
  body?: 'json' | 'multipart';
  input: JsonSchema;
  output: JsonSchema;
}

export type CallShapes = Record<string, CallShape>;

export function isEndpoint(exported: unknown): exported is Endpoint {
  const { id, method, input, output } = (exported ?? {}) as Partial<Endpoint>;
  return typeof id === 'string' && typeof method === 'string' && input !== undefined && output !== undefined;
}

/** The shapes of endpoints, sorted by id, so that the same endpoints always give the same text. */
export function shapesOf(endpoints: readonly Endpoint[]): CallShapes {
  const shapes = endpoints.map(({ id, method, path, auth, body, input, output }): [string, CallShape] => [
    id,
    { method, path, auth, ...(body && { body }), input: toJsonSchema(input as Schema), output: toJsonSchema(output as Schema) },
  ]);
  return Object.fromEntries(shapes.sort(([a], [b]) => (a < b ? -1 : 1)));
}
