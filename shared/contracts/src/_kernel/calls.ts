import type { Schema } from 'yup';
import type { Auth, Endpoint, Method } from './endpoint';
import { type JsonSchema, toJsonSchema } from './json-schema';

/**
 * What both sides of a call take for granted, as data: a build keeps that of each call that it makes, the API tells that of each call that
 * it serves, and a release that does not fit is not activated.
 */
export interface CallShape {
  method: Method;
  path: string;
  auth: Auth;
  body?: 'json' | 'multipart';
  input: JsonSchema;
  output: JsonSchema;
}

/** By the ids of the calls. */
export type CallShapes = Record<string, CallShape>;

/** Whether an export of a contract is a call. */
export function isEndpoint(exported: unknown): exported is Endpoint {
  const { id, method, input, output } = (exported ?? {}) as Partial<Endpoint>;
  return typeof id === 'string' && typeof method === 'string' && input !== undefined && output !== undefined;
}

/** The shapes of calls, in the order of their ids: the same calls are the same text. */
export function shapesOf(endpoints: readonly Endpoint[]): CallShapes {
  const shapes = endpoints.map(({ id, method, path, auth, body, input, output }): [string, CallShape] => [
    id,
    { method, path, auth, ...(body && { body }), input: toJsonSchema(input as Schema), output: toJsonSchema(output as Schema) },
  ]);
  return Object.fromEntries(shapes.sort(([a], [b]) => (a < b ? -1 : 1)));
}
