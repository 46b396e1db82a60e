import multipart, { type Multipart } from '@fastify/multipart';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { limits } from '@portal/contracts/_kernel/limits';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Schema, SchemaObjectDescription } from 'yup';
import { currentServices } from '../context';
import { MAX_DRAINED_BYTES } from '../http/drain-request';
import { fail, failValidation } from '../http/errors';
import { SpoolError, type UploadSpool } from './upload-spool';

/** Limit in bytes of a whole upload: the files together, plus room for the other parts and to report the file that is too large. */
const WHOLE = limits.uploadBytes + 2 * 1024 * 1024;

const bounds = {
  fieldNameSize: 100,
  fieldSize: 128 * 1024,
  fields: 60,
  headerPairs: 20,
};
/** Maximum number of files of an endpoint without a limit in its schema. */
const FILES = 20;

/** Throws 413 if the stated length of a call is too large. */
export function checkContentLength({ headers }: Pick<FastifyRequest, 'headers'>): void {
  if (Number(headers['content-length'] ?? 0) > WHOLE) tooMuch();
}

/** Stated bytes of a body; without a length, the maximum of a body. */
export const statedBytes = ({ headers }: Pick<FastifyRequest, 'headers'>): number => Number(headers['content-length'] ?? WHOLE);

/** Accepts only multipart bodies in a scope of routes: JSON gets 415 there, as multipart does in other scopes. */
export async function registerMultipart(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers();
  await scope.register(multipart, { limits: { ...bounds, fileSize: limits.imageBytes + 1 }, throwFileSizeLimit: false });
}

/** Names of the parts that a multipart endpoint accepts: texts, repeated texts, and files. */
interface Names {
  lists: Set<string>;
  files: Set<string>;
  known: Set<string>;
  /** Maximum number of files: one above the limit of a list, so that the schema reports the excess with its own message. */
  most: number;
  /** Maximum bytes of a file: one above the limit, so that the schema reports the excess with its own message. */
  largest: number;
}

interface Described {
  type: string;
  meta?: { upload?: unknown; most?: number };
}

function namesOf(endpoint: Endpoint): Names {
  const fields = Object.entries(((endpoint.input as Schema).describe() as SchemaObjectDescription).fields as Record<string, Described>);
  const having = (is: (field: Described) => boolean) => new Set(fields.filter(([, field]) => is(field)).map(([name]) => name));
  return {
    lists: new Set([...having(({ type }) => type === 'array')].filter((name) => endpoint.jsonRows?.[name] === undefined)),
    files: having(({ meta }) => meta?.upload !== undefined),
    known: new Set(fields.map(([name]) => name)),
    most: Math.max(FILES, ...fields.map(([, { meta }]) => (meta?.most ?? 0) + 1)),
    largest: 1 + (having(({ meta }) => meta?.upload === 'audio').size > 0 ? limits.audioBytes : limits.imageBytes),
  };
}

/** List and row number of a part such as `identityFile3`, by the endpoint's `jsonRows`. */
function rowOf({ jsonRows = {} }: Endpoint, part: string): { list: string; row: number } | null {
  for (const [list, prefix] of Object.entries(jsonRows)) {
    const row = prefix !== null && part.startsWith(prefix) ? part.slice(prefix.length) : '';
    if (/^(0|[1-9]\d{0,2})$/.test(row)) return { list, row: Number(row) };
  }
  return null;
}

/** The last segment of a file name, for display. */
const plainName = (name: string) => (name.split(/[\\/]/).at(-1) ?? '').replace(/\p{C}/gu, '').trim().slice(0, 200);

/**
 * Reads the body of a multipart call as the object for its schema: files as `File`, the lists of `jsonRows` with the files in their rows. Reads
 * the body to its end even if it is invalid, so that the client receives the error reply. @throws 400 with every invalid part, or if the body
 * ends too early; 413 if the body is too large; 503 if too many uploads are in progress.
 */
export async function readMultipart(endpoint: Endpoint, request: FastifyRequest, arrivals: UploadSpool): Promise<Record<string, unknown>> {
  // The client may have disconnected while it waited; a destroyed stream would emit no end.
  if (request.raw.destroyed) incompleteUpload();
  const read: Read = { body: {}, rowFiles: [], problems: {} };
  await readParts(endpoint, request, read, arrivals);
  const { body, problems } = read;
  readRows(endpoint, body, problems);
  for (const { part, list, row, file } of read.rowFiles) {
    const found = (body[list] as unknown[] | undefined)?.[row];
    if (typeof found === 'object' && found !== null) (found as { file?: File }).file = file;
    else if (!problems[list]) problems[part] ??= 'There is no row that this file belongs to.';
  }
  if (Object.keys(problems).length > 0) failValidation(problems);
  return body;
}

interface Read {
  body: Record<string, unknown>;
  rowFiles: { part: string; list: string; row: number; file: File }[];
  problems: Record<string, string>;
}

/** Reads the parts in order. Errors of the parser become API errors. */
async function readParts(endpoint: Endpoint, request: FastifyRequest, read: Read, arrivals: UploadSpool): Promise<void> {
  const names = namesOf(endpoint);
  let length = 0;
  let isCrowded = false;
  const isRefused = () => length > WHOLE || isCrowded;
  const take = createPartHandler(endpoint, { names, read, isRefused, arrivals });
  // Other uploads wait for its place.
  const silent = setTimeout(() => request.raw.destroy(), currentServices().limits.bodyIdleMs);
  request.raw.on('data', (chunk: Buffer) => {
    silent.refresh();
    length += chunk.length;
    isCrowded ||= length <= WHOLE && !arrivals.reserve(chunk.length);
    if (isRefused()) discardParts(read);
    if (length > MAX_DRAINED_BYTES) request.raw.destroy();
  });
  try {
    for await (const part of request.parts({
      limits: { ...bounds, fileSize: names.largest, files: names.most, parts: names.most + bounds.fields },
    }))
      await take(part);
  } catch (error) {
    request.raw.unpipe();
    if (error instanceof SpoolError) throw error;
    if ((error as { statusCode?: number }).statusCode === 413) tooMuch();
    incompleteUpload();
  } finally {
    clearTimeout(silent);
  }
  if (length > WHOLE) tooMuch();
  if (isCrowded) tooManyUploads();
}

/** Frees the parts of an upload that will be rejected, before its end has arrived. */
function discardParts({ body, rowFiles }: Read): void {
  for (const name of Object.keys(body)) delete body[name];
  rowFiles.length = 0;
}

interface Taking {
  names: Names;
  read: Read;
  isRefused: () => boolean;
  arrivals: UploadSpool;
}

/** Stores each part under its name in the body. */
function createPartHandler(endpoint: Endpoint, { names, read: { body, rowFiles, problems }, isRefused, arrivals }: Taking) {
  const seen = new Set<string>();
  const isFirst = (name: string) => {
    if (seen.has(name)) problems[name] = 'This was sent twice.';
    return !seen.has(name) && seen.add(name);
  };
  const put = (name: string, value: unknown) => {
    if (names.lists.has(name)) body[name] = [...((body[name] as unknown[] | undefined) ?? []), value];
    else if (isFirst(name)) body[name] = value;
  };

  return async (part: Multipart): Promise<void> => {
    const name = part.fieldname;
    const place = rowOf(endpoint, name);
    if (part.type === 'field') {
      if (isRefused()) return;
      if (part.valueTruncated) problems[name] = 'This is too long.';
      else if (place) problems[name] = 'This must be a file.';
      else if (names.known.has(name)) put(name, part.value);
      return;
    }
    const isWanted = place !== null || (names.files.has(name) && (names.lists.has(name) || !seen.has(name)));
    const arrived = await arrivals.keep(part.file, () => isRefused() || !isWanted);
    if (isRefused()) return;
    // A browser sends this for an empty file field.
    if (!part.filename && arrived.size === 0) return;
    const file = new File([arrived], plainName(part.filename) || 'file', { type: part.mimetype });
    if (place && isFirst(name)) rowFiles.push({ part: name, ...place, file });
    else if (names.files.has(name)) put(name, file);
    else if (names.known.has(name)) problems[name] = 'This is no place for a file.';
  };
}

/** Replaces the JSON texts of `jsonRows` by their parsed lists. */
function readRows({ jsonRows = {} }: Endpoint, body: Record<string, unknown>, problems: Record<string, string>): void {
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

const tooMuch = (): never => fail(413, 'This is too large. Please send smaller or fewer files.');
const tooManyUploads = (): never =>
  fail(503, 'Many files are being sent to us at the moment. Please try again in a minute.', { retryAfter: 60 });
const incompleteUpload = (): never => fail(400, 'The upload was incomplete. Please send it again.');
