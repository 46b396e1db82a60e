import multipart, { type Multipart } from '@fastify/multipart';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { limits } from '@portal/contracts/_kernel/limits';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Schema, SchemaObjectDescription } from 'yup';
import { MAX_DRAINED_BYTES } from '../http/drain-request';
import { fail, failValidation } from '../http/errors';
import { SpoolError, type UploadSpool } from './upload-spool';

/** Bytes of a whole upload: all files of a call together, and room for the rest and to say which one is too large. */
const WHOLE = limits.uploadBytes + 2 * 1024 * 1024;

const bounds = {
  fieldNameSize: 100,
  fieldSize: 128 * 1024,
  fields: 60,
  headerPairs: 20,
};
/** Files of a call that names no number of its own. */
const FILES = 20;

/** 413 when a call says that it has too many bytes. */
export function checkContentLength({ headers }: Pick<FastifyRequest, 'headers'>): void {
  if (Number(headers['content-length'] ?? 0) > WHOLE) tooMuch();
}

/** Bytes of a body as its head states them; without a length, the most that a body may have. */
export const statedBytes = ({ headers }: Pick<FastifyRequest, 'headers'>): number => Number(headers['content-length'] ?? WHOLE);

/** How long a body may bring nothing: then its connection is cut, for others wait for the place that it has. */
export const idleTimeout = { silentMs: 20_000 };

/** Gives a scope of routes multipart bodies, and no other kind: JSON is answered 415 there, and multipart elsewhere. */
export async function registerMultipart(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers();
  await scope.register(multipart, { limits: { ...bounds, fileSize: limits.imageBytes + 1 }, throwFileSizeLimit: false });
}

/** What a multipart endpoint takes under a name: text once, texts several times, or a file. */
interface Names {
  lists: Set<string>;
  files: Set<string>;
  known: Set<string>;
  /** Files at most: one more than a list may have arrives, so that the rule refuses it in its own words. */
  most: number;
  /** Bytes of a file: one more than it may have, so that the rule refuses it in its own words. */
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
 * be taken; 413 when there is too much of everything; 503 when there is too much of everybody's; 400 when the body ends before it should.
 */
export async function readMultipart(endpoint: Endpoint, request: FastifyRequest, arrivals: UploadSpool): Promise<Record<string, unknown>> {
  // Whoever waited for a turn may have hung up: of that stream no end would be heard.
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

/** Takes the parts one after the other; what the parser throws of a body that is none becomes a refusal. */
async function readParts(endpoint: Endpoint, request: FastifyRequest, read: Read, arrivals: UploadSpool): Promise<void> {
  const names = namesOf(endpoint);
  let length = 0;
  let isCrowded = false;
  const isRefused = () => length > WHOLE || isCrowded;
  const take = createPartHandler(endpoint, { names, read, isRefused, arrivals });
  const silent = setTimeout(() => request.raw.destroy(), idleTimeout.silentMs);
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

/** What will be refused is not kept until its end has arrived. */
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

/** Puts each part where the endpoint wants it. */
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
    // What a browser sends of a file field that nobody filled.
    if (!part.filename && arrived.size === 0) return;
    const file = new File([arrived], plainName(part.filename) || 'file', { type: part.mimetype });
    if (place && isFirst(name)) rowFiles.push({ part: name, ...place, file });
    else if (names.files.has(name)) put(name, file);
    else if (names.known.has(name)) problems[name] = 'This is no place for a file.';
  };
}

/** Replaces the JSON texts of `jsonRows` by the lists that they hold. */
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
