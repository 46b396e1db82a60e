import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Endpoint, usesIdempotencyKey } from '@portal/contracts/_kernel/endpoint';
import type { Envelope } from '@portal/contracts/_kernel/envelope';
import { toWire } from '@portal/contracts/_kernel/wire';
import { createKey, doneBeforeShape } from '@portal/contracts/staff/staff.endpoints';
import { repoDir } from '../platform/config/paths';
import { staffTokenFile } from '../platform/identity/dev-staff-token';
import { type Command, commands, readWords, usage } from './commands';

/** Where a command is typed: the settings around it, and where it says what came of it. */
export interface CommandEnvironment {
  settings: Readonly<Record<string, string | undefined>>;
  write(text: string): void;
  /** Waits before it asks once more. */
  pause(ms: number): Promise<unknown>;
}
type Settings = CommandEnvironment['settings'];

/** The person's own key; without one, what a demonstration beside us wrote. */
function staffKey({ STAFF_KEY, STAFF_TOKEN, PORTAL_DATA }: Settings): string {
  const given = STAFF_KEY ?? STAFF_TOKEN;
  if (given) return given;
  const file = staffTokenFile(PORTAL_DATA ?? join(repoDir, '.data'));
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  throw new Error(`There is no staff key: set STAFF_KEY, or start a demonstration here once (it writes ${file}).`);
}

/** What is asked: the call, its input, and the key by which a repeat of it is known. */
interface Asked {
  endpoint: Endpoint;
  input: Record<string, unknown>;
  /** Null: it only reads. */
  key: string | null;
  /** How whoever typed it asks once more. */
  again: string;
  /** Whether a file is answered. */
  saves: boolean;
}

const TRIES = 3;
const AGAIN_MS = 2_000;
/** Nobody waits for longer in front of a shell. */
const LONGEST_MS = 30_000;

/** An act in batches goes on where it stopped, and a batch that is done again does no harm. */
const askAgain = ({ next }: Command, key: string | null) =>
  next ? 'Type it again for what is left.' : `To ask once more without doing it twice, type the same with --again ${key}`;

/** It failed before there was a connection, or before the connection was trusted: nothing was taken. */
function isUnsent(error: unknown): boolean {
  const { code = '', message = '' } = ((error as { cause?: unknown }).cause ?? {}) as { code?: string; message?: string };
  const isUnreached = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/.test(code);
  return isUnreached || /CERT|SELF_SIGNED/.test(code) || message === 'bad port';
}

/** @throws an Error in words for an address that nothing can be sent to. */
function portalOf({ STAFF_URL, PORTAL_URL }: Settings): string {
  const given = (STAFF_URL ?? PORTAL_URL ?? 'http://localhost:8080').replace(/\/$/, '');
  const url = URL.canParse(given) ? new URL(given) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new Error('STAFF_URL must begin with http:// or https://, and hold no name or password.');
  return given;
}

function headersOf(staff: string, key: string | null, hasBody: boolean): Record<string, string> {
  if (!/^[\x21-\x7e]+$/.test(staff)) throw new Error('The staff key has characters that no key has: copy it anew.');
  if (key !== null && !/^[\x21-\x7e]{8,200}$/.test(key))
    throw new Error('--again must have 8 to 200 visible characters: the key as it was said.');
  return {
    authorization: `Bearer ${staff}`,
    ...(hasBody && { 'content-type': 'application/json' }),
    ...(key && { 'idempotency-key': key }),
  };
}

/** A file to be saved, or an envelope. What is on the way to the portal may refuse as well. @throws when it is neither, or ends in the middle. */
async function readAnswer(response: Response, saves: boolean): Promise<Response | Envelope> {
  if (saves && response.ok) return response;
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch (error) {
    if (response.status < 400 || response.status >= 500) throw error;
    return { code: response.status, message: 'this was no answer of the portal.', data: null };
  }
}

/** Busy, or away: of a write it says nothing that is certain. */
const isAway = (answer: Response | Envelope): boolean => !(answer instanceof Response) && [502, 503, 504].includes(answer.code);

const waitFor = (retryAfter: string | null): number => {
  const seconds = Number(retryAfter);
  return seconds > 0 ? Math.min(seconds * 1_000, LONGEST_MS) : AGAIN_MS;
};

/**
 * What is answered, and whether an answer before it was lost. A write whose answer is lost, or is none of the portal's, is sent again under
 * its key, some times; so is one that the portal was too busy for.
 * @throws an Error in words, with the key of a write that may have been done.
 */
async function answerTo({ endpoint, input, key, again, saves }: Asked, { settings, pause }: CommandEnvironment) {
  const portal = portalOf(settings);
  const { url, body } = toWire(endpoint, input);
  const request: RequestInit = {
    method: endpoint.method,
    headers: headersOf(staffKey(settings), key, Boolean(body)),
    body: body ? JSON.stringify(body) : null,
  };
  let isLost = false;
  for (let tries = 1; ; tries++) {
    let wait = AGAIN_MS;
    try {
      // The person's key is for this portal alone.
      const response = await fetch(portal + url, { ...request, redirect: 'error' });
      const answer = await readAnswer(response, saves);
      const isUncertain = key !== null && isAway(answer);
      isLost ||= isUncertain;
      if (!isUncertain || tries === TRIES) return { answer, isLost };
      wait = waitFor(response.headers.get('retry-after'));
    } catch (error) {
      const hint = 'Start it, or set STAFF_URL.';
      if (!isLost && isUnsent(error)) throw new Error(`Nothing was sent: no portal answers at ${portal}. ${hint}`);
      isLost = true;
      if (key === null) throw new Error(`No portal answers at ${portal}. ${hint}`);
      if (tries === TRIES) throw new Error(`No answer came, and it may have been done. ${again}`);
    }
    await pause(wait);
  }
}

/** The key of a write: a new one, or that of the one before which is asked for once more. */
function keyOf({ endpoint }: Command, name: string, again: unknown): string | null {
  if (!usesIdempotencyKey(endpoint)) {
    if (again !== undefined)
      throw new Error(`--again is for what writes: ${name} ${endpoint.method === 'GET' ? 'only reads' : 'is for tests'}.`);
    return null;
  }
  if (again === undefined) return randomUUID();
  if (typeof again !== 'string') throw new Error('Say which key: --again KEY.');
  return again;
}

/** A path as it was typed: npm runs this in the repository's own folder. */
const typedPath = (path: string, { INIT_CWD }: Settings) => resolve(INIT_CWD ?? '', path);

function readText({ problem }: NonNullable<Command['reads']>, file: unknown, settings: Settings): string {
  if (typeof file !== 'string') throw new Error('Name the file with --file.');
  const path = typedPath(file, settings);
  if (!existsSync(path)) throw new Error(`There is no file ${file}.`);
  if (!statSync(path).isFile()) throw new Error(`${file} is not a file.`);
  const text = readFileSync(path, 'utf8');
  const found = problem(text);
  if (found) throw new Error(`${file}: ${found}`);
  return text;
}

/** What is sent of what was typed: the names of files stay here. */
function inputOf({ reads, saves }: Command, typed: Record<string, unknown>, settings: Settings): Record<string, unknown> {
  const { file, to, ...rest } = typed;
  if (reads) return { ...rest, [reads.key]: readText(reads, file, settings) };
  return saves ? rest : typed;
}

const ending = (response: Response) => (response.headers.get('content-type') ?? '').split(/[/;]/)[1];

/** Keeps the file that was answered; one that is there already stays. */
async function save(response: Response, to: unknown, { settings, write }: CommandEnvironment): Promise<void> {
  const name = typeof to === 'string' ? to : `application.${ending(response)}`;
  const path = typedPath(name, settings);
  if (existsSync(path)) throw new Error(`There is a file ${name} already: choose another name with --to.`);
  writeFileSync(path, Buffer.from(await response.arrayBuffer()), { flag: 'wx' });
  write(`Saved as ${name}\n`);
}

/** Carries out what was typed behind `npm run staff --`. @throws an Error in words for whoever typed it. */
export async function run([name, ...words]: string[], terminal: CommandEnvironment): Promise<void> {
  const { settings, write } = terminal;
  const command = name && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    write(`${usage()}\n`);
    if (name && name !== 'help') throw new Error(`\nUnknown command: ${name}`);
    return;
  }
  const typed = readWords(words, command.positional);
  if (typed.database === true) {
    if (command.endpoint.id !== createKey.id) throw new Error('Only create-key speaks to the database itself.');
    const { createInDatabase } = await import('./create-first-key');
    write(`${JSON.stringify(await createInDatabase(typed, settings), null, 2)}\n`);
    return;
  }
  const { again, ...rest } = typed;
  const key = keyOf(command, name as string, again);
  await carryOut(command, rest, key, terminal);
}

async function carryOut(command: Command, typed: Record<string, unknown>, key: string | null, terminal: CommandEnvironment): Promise<void> {
  const { settings, write } = terminal;
  const again = askAgain(command, key);
  const asked = { endpoint: command.endpoint, input: inputOf(command, typed, settings), key, again, saves: command.saves ?? false };
  const { answer, isLost } = await answerTo(asked, terminal);
  if (answer instanceof Response) return save(answer, typed.to, terminal);
  const { code, message, data, errors } = answer;
  if (code === 200) {
    write(`${JSON.stringify(data, null, 2)}\n`);
    const next = command.next?.(data);
    return next ? carryOut(command, { ...typed, ...next }, key && randomUUID(), terminal) : undefined;
  }
  if (code === 409 && doneBeforeShape.isValidSync(data)) return write(`${message}\n${command.next ? `${again}\n` : ''}`);
  const fields = Object.entries(errors ?? {}).map(([field, words]) => `\n  ${field}: ${words}`);
  // What was refused now may have been done before, and whether what failed by 500 was undone is not known here.
  const then = key && (isLost || code === 500) ? `\nIt may have been done. ${again}` : '';
  throw new Error(`Refused (${code}): ${message}${fields.join('')}${then}`);
}
