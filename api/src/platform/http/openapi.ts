import {
  type Auth,
  BASE,
  type Endpoint,
  fullPath,
  isSocketCall,
  pathKeys,
  STAFF_BASE,
  usesIdempotencyKey,
} from '@portal/contracts/_kernel/endpoint';
import { refusalReasons } from '@portal/contracts/_kernel/envelope';
import { type JsonSchema, toJsonSchema } from '@portal/contracts/_kernel/json-schema';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Schema } from 'yup';
import type { Route } from './routes';

const security = {
  basic: [{ client: [] }],
  bearer: [{ guard: [] }],
  held: [{ guard: [] }],
  approved: [{ guard: [] }],
  staff: [{ staff: [] }],
  open: [],
};

const envelope = (data: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['code', 'message', 'data'],
  properties: { code: { type: 'integer', example: 200 }, message: { type: 'string' }, data },
});

const refusal: JsonSchema = {
  type: 'object',
  properties: {
    code: { type: 'integer' },
    message: { type: 'string' },
    data: {},
    userMessage: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'string' } },
    reference: { type: 'string' },
    reason: { type: 'string', enum: [...refusalReasons] },
  },
};

const summaries: Partial<Record<Auth, string>> = {
  held: 'For a guard with nothing left to do but wait for approval.',
  approved: 'For a guard with nothing left to do.',
};

/** The parts of a multipart body: lists as JSON text, and the files of their rows as separate parts. */
function partsOf({ jsonRows = {} }: Endpoint, fields: [string, JsonSchema][]): [string, JsonSchema][] {
  return fields.flatMap(([name, schema]): [string, JsonSchema][] => {
    const prefix = jsonRows[name];
    if (prefix === undefined) return [[name, schema]];
    const keys = Object.keys(schema.items?.properties ?? {}).filter((key) => prefix === null || key !== 'file');
    const list: [string, JsonSchema] = [name, { type: 'string', description: `A list as JSON, each row with ${keys.join(', ')}` }];
    const file: JsonSchema = {
      type: 'string',
      format: 'binary',
      description: `The file of row 0 of ${name}; ${prefix}1 is the file of row 1`,
    };
    return prefix === null ? [list] : [list, [`${prefix}0`, file]];
  });
}

const keyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Chosen by the caller. A repeated key returns the first reply and does nothing again.',
  schema: { type: 'string', minLength: 8, maxLength: 200 },
};

function operation({ kind, endpoint }: Route) {
  const input = toJsonSchema(endpoint.input as Schema);
  const inPath = new Set(pathKeys(endpoint.path));
  const bodyless = endpoint.method === 'GET' || endpoint.method === 'DELETE';
  const properties = Object.entries(input.properties ?? {});
  const isParameter = (name: string) => inPath.has(name) || bodyless || endpoint.query?.includes(name) === true;
  const body = properties.filter(([name]) => !isParameter(name));
  return {
    operationId: endpoint.id,
    tags: [endpoint.id.split('.')[0]],
    summary: Array.isArray(endpoint.roles) ? `For ${endpoint.roles.join(' and ')}.` : summaries[endpoint.auth],
    security: security[endpoint.auth],
    parameters: [
      ...(usesIdempotencyKey(endpoint) ? [keyHeader] : []),
      ...properties
        .filter(([name]) => isParameter(name))
        .map(([name, schema]) => ({
          name,
          in: inPath.has(name) ? 'path' : 'query',
          required: input.required?.includes(name) ?? false,
          schema,
        })),
    ],
    ...(body.length > 0 && {
      requestBody: {
        content: {
          [endpoint.body === 'multipart' ? 'multipart/form-data' : 'application/json']: {
            schema: {
              type: 'object',
              properties: Object.fromEntries(endpoint.body === 'multipart' ? partsOf(endpoint, body) : body),
              required: input.required?.filter((name) => !isParameter(name)),
            },
          },
        },
      },
    }),
    responses: {
      200: {
        description: endpoint.ok ?? 'OK',
        content:
          kind === 'file' ? { 'image/*': {} } : { 'application/json': { schema: envelope(toJsonSchema(endpoint.output as Schema)) } },
      },
      ...(endpoint.confirmed && {
        403: {
          description: 'With the reason `confirmation`: the session is not confirmed',
          content: { 'application/json': { schema: refusal } },
        },
      }),
      default: { description: 'A refusal', content: { 'application/json': { schema: refusal } } },
    },
  };
}

/** Calls as an OpenAPI document, derived from the contracts. */
export function openApiDocument(routes: readonly Route[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    if (isSocketCall(route.endpoint)) continue;
    const path = fullPath(route.endpoint as Endpoint).replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.endpoint.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.0.3',
    info: { title: 'Guard API', version: '1.0.0' },
    components: {
      securitySchemes: {
        client: { type: 'http', scheme: 'basic' },
        guard: { type: 'http', scheme: 'bearer' },
        staff: { type: 'http', scheme: 'bearer' },
      },
    },
    paths,
  };
}

/** A separate server that never listens, so that routes can be added after the start of the API. */
async function buildDocs(prefix: string, routes: readonly Route[]): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([import('@fastify/swagger'), import('@fastify/swagger-ui')]);
  const docs = Fastify();
  await docs.register(swagger, { mode: 'static', specification: { document: openApiDocument(routes) as never } });
  await docs.register(swaggerUi, { routePrefix: prefix, staticCSP: true });
  return docs;
}

/**
 * Serves the document at /v1/docs/json and its pages at /v1/docs; the staff document only at /staff/v1/docs of the staff listener. Both are built at
 * the first request: few read them, and the start should not wait for them.
 */
export function serveDocs(app: FastifyInstance, side: 'public' | 'staff', routes: readonly Route[]): void {
  const prefix = `${side === 'staff' ? STAFF_BASE : BASE}/docs`;
  const told = routes.filter(({ endpoint }) => (endpoint.auth === 'staff') === (side === 'staff'));
  let building: Promise<FastifyInstance> | undefined;
  const serve = async ({ url, headers: asked }: FastifyRequest, reply: FastifyReply) => {
    building ??= buildDocs(prefix, told).catch((error: unknown) => {
      building = undefined;
      throw error;
    });
    const docs = await building;
    const { statusCode, headers, rawPayload } = await docs.inject({ url, headers: asked });
    if (statusCode === 404) {
      reply.callNotFound();
      return reply;
    }
    const { connection, date, 'content-length': length, 'transfer-encoding': encoding, ...kept } = headers;
    return reply.code(statusCode).headers(kept).send(rawPayload);
  };
  for (const path of [prefix, `${prefix}/*`]) app.get(path, serve);
}
