import multipart from '@fastify/multipart';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { limits } from '@portal/contracts/_kernel/limits';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Schema, SchemaObjectDescription } from 'yup';
import { fail, failFields, Refusal } from './errors';

/** Bytes of a whole upload: the largest call with every file at its limit, and room to say which one is too large. */
const WHOLE = 48 * 1024 * 1024;

const bounds = {
  // One byte more than a file may have: enough for the rule to refuse it in its own words.
  fileSize: limits.imageBytes + 1,
  fieldNameSize: 100,
  fieldSize: 128 * 1024,
  files: 20,
  fields: 60,
  parts: 80,
  headerPairs: 20,
};

/** Gives a scope of routes multipart bodies, and no other kind: JSON is answered 415 there, and multipart elsewhere. */
export async function takeMultipart(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers();
  await scope.register(multipart, { limits: bounds, throwFileSizeLimit: false });
}

type Problems = Record<string, string>;

/** What a multipart endpoint takes under a name: text once, texts several times, or a file. */
interface Names {
  lists: Set<string>;
  files: Set<string>;
  known: Set<string>;
}

function namesOf(endpoint: Endpoint): Names {
  const fields = Object.entries(((endpoint.input as Schema).describe() as SchemaObjectDescription).fields);
  const having = (is: (field: { type: string; meta?: { upload?: unknown } }) => boolean) =>
    new Set(fields.filter(([, field]) => is(field as never)).map(([name]) => name));
  return {
    lists: having(({ type }) => type === 'array'),
    files: having(({ meta }) => meta?.upload !== undefined),
    known: new Set(fields.map(([name]) => name)),
  };
}

/** `identityFile3` of the endpoint's `jsonRows`: its list and row number. */
function rowOf({ jsonRows = {} }: Endpoint, part: string): { list: string; row: number } | null {
  for (const [list, prefix] of Object.entries(jsonRows)) {
    const row = prefix !== null && part.startsWith(prefix) ? part.slice(prefix.length) : '';
    if (/^(0|[1-9]\d{0,2})$/.test(row)) return { list, row: Number(row) };
  }
  return null;
}

/** A name to be shown, never a path. */
const plainName = (name: string) => (name.split(/[\\/]/).at(-1) ?? '').replace(/\p{C}/gu, '').trim().slice(0, 200);

/**
 * Reads the body of a multipart call as the object that its schema judges: files as `File`, the lists of `jsonRows` with the files in
 * their rows. Everything is read to its end, whatever is wrong with it, so that the refusal arrives. 400 names every part that cannot
 * be taken; 413 when there is too much of everything; 400 when the body ends before it should.
 */
export async function readMultipart(endpoint: Endpoint, request: FastifyRequest): Promise<Record<string, unknown>> {
  if (Number(request.headers['content-length'] ?? 0) > WHOLE) tooMuch();
  const names = namesOf(endpoint);
  const body: Record<string, unknown> = {};
  const rowFiles: { part: string; list: string; row: number; file: File }[] = [];
  const problems: Problems = {};
  const seen = new Set<string>();
  const put = (name: string, value: unknown) => {
    const isList = names.lists.has(name) && endpoint.jsonRows?.[name] === undefined;
    if (seen.has(name) && !isList) problems[name] = 'This was sent twice.';
    seen.add(name);
    body[name] = isList ? [...((body[name] as unknown[] | undefined) ?? []), value] : value;
  };
  for await (const part of partsOf(request)) {
    const name = part.fieldname;
    if (part.type === 'field') {
      if (part.valueTruncated) problems[name] = 'This is too long.';
      else if (names.known.has(name)) put(name, part.value);
      else if (rowOf(endpoint, name)) problems[name] = 'This must be a file.';
      continue;
    }
    const bytes = await part.toBuffer();
    // What a browser sends of a file field that nobody filled.
    if (!part.filename && bytes.byteLength === 0) continue;
    const file = new File([new Uint8Array(bytes)], plainName(part.filename) || 'file', { type: part.mimetype });
    const place = rowOf(endpoint, name);
    if (place) {
      if (seen.has(name)) problems[name] = 'This was sent twice.';
      seen.add(name);
      rowFiles.push({ part: name, ...place, file });
    } else if (names.files.has(name)) put(name, file);
    else if (names.known.has(name)) problems[name] = 'This is no place for a file.';
  }
  readRows(endpoint, body, problems);
  for (const { part, list, row, file } of rowFiles) {
    const found = (body[list] as unknown[] | undefined)?.[row];
    if (typeof found === 'object' && found !== null) (found as { file?: File }).file = file;
    else problems[part] ??= 'There is no row that this file belongs to.';
  }
  if (Object.keys(problems).length > 0) failFields(problems);
  return body;
}

/** Replaces the JSON texts of `jsonRows` by the lists that they hold. */
function readRows({ jsonRows = {} }: Endpoint, body: Record<string, unknown>, problems: Problems): void {
  for (const name of Object.keys(jsonRows)) {
    const given = body[name];
    if (given === undefined) continue;
    const list = typeof given === 'string' ? parseList(given) : given;
    if (Array.isArray(list)) body[name] = list;
    else {
      problems[name] ??= 'This must be a list, as JSON.';
      delete body[name];
    }
  }
}

function parseList(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const tooMuch = (): never => fail(413, 'This is too much at once. Please send smaller or fewer files.');

/** The parts, one after the other; what the parser throws of a body that is none becomes a refusal. */
async function* partsOf(request: FastifyRequest) {
  let length = 0;
  request.raw.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > WHOLE) request.raw.destroy();
  });
  try {
    yield* request.parts();
  } catch (error) {
    // The rest is read and forgotten: a connection that is cut in the middle never shows its reply.
    request.raw.unpipe();
    request.raw.resume();
    if (error instanceof Refusal) throw error;
    if ((error as { statusCode?: number }).statusCode === 413) tooMuch();
    fail(400, 'The upload did not arrive whole. Please send it again.');
  }
}
