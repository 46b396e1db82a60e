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

/** The environment of a command: its settings, its output and its pauses. */
export interface CommandEnvironment {
  settings: Readonly<Record<string, string | undefined>>;
  write(text: string): void;
  /** Waits before a retry. */
  pause(ms: number): Promise<unknown>;
}
type Settings = CommandEnvironment['settings'];

/** The staff key from the settings; without one, the key that a demonstration of this repository wrote. */
function staffKey({ STAFF_KEY, STAFF_TOKEN, PORTAL_DATA }: Settings): string {
  const given = STAFF_KEY ?? STAFF_TOKEN;
  if (given) return given;
  const file = staffTokenFile(PORTAL_DATA ?? join(repoDir, '.data'));
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  throw new Error(`There is no staff key: set STAFF_KEY, or start a demonstration here once (it writes ${file}).`);
}

/** One call: the endpoint, its input, and the idempotency key. */
interface Asked {
  endpoint: Endpoint;
  input: Record<string, unknown>;
  /** Null for a call that only reads. */
  key: string | null;
  /** The hint on how to repeat the command. */
  again: string;
  /** Whether the reply is a file. */
  saves: boolean;
}

const TRIES = 3;
const AGAIN_MS = 2_000;
/** Upper limit of a pause that the server requests, because an operator waits at the shell. */
const LONGEST_MS = 30_000;

/** A command in batches continues where it stopped, and repeating a batch does no harm, so it needs no key. */
const askAgain = ({ next }: Command, key: string | null) =>
  next ? 'Run the command again to continue.' : `To repeat it without doing it twice, run the same command with --again ${key}`;

/** The call failed before a connection existed or was trusted, so the portal received nothing. */
function isUnsent(error: unknown): boolean {
  const { code = '', message = '' } = ((error as { cause?: unknown }).cause ?? {}) as { code?: string; message?: string };
  const isUnreached = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/.test(code);
  return isUnreached || /CERT|SELF_SIGNED/.test(code) || message === 'bad port';
}

/** @throws an Error with a message for an invalid address. */
function portalOf({ STAFF_URL, PORTAL_URL }: Settings): string {
  const given = (STAFF_URL ?? PORTAL_URL ?? 'http://localhost:8080').replace(/\/$/, '');
  const url = URL.canParse(given) ? new URL(given) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new Error('STAFF_URL must begin with http:// or https://, and hold no name or password.');
  return given;
}

function headersOf(staff: string, key: string | null, hasBody: boolean): Record<string, string> {
  if (!/^[\x21-\x7e]+$/.test(staff)) throw new Error('The staff key has characters that no key has: copy it again.');
  if (key !== null && !/^[\x21-\x7e]{8,200}$/.test(key))
    throw new Error('--again must have 8 to 200 visible characters: the key as it was printed.');
  return {
    authorization: `Bearer ${staff}`,
    ...(hasBody && { 'content-type': 'application/json' }),
    ...(key && { 'idempotency-key': key }),
  };
}

/** Returns a file to be saved, or an envelope. Proxies before the portal may refuse, too. @throws if it is neither, or is cut off. */
async function readAnswer(response: Response, saves: boolean): Promise<Response | Envelope> {
  if (saves && response.ok) return response;
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch (error) {
    if (response.status < 400 || response.status >= 500) throw error;
    return { code: response.status, message: 'this reply was not from the portal.', data: null };
  }
}

/** The portal is busy or unreachable. For a write the outcome is unknown. */
const isAway = (answer: Response | Envelope): boolean => !(answer instanceof Response) && [502, 503, 504].includes(answer.code);

const waitFor = (retryAfter: string | null): number => {
  const seconds = Number(retryAfter);
  return seconds > 0 ? Math.min(seconds * 1_000, LONGEST_MS) : AGAIN_MS;
};

/**
 * Returns the reply, and whether an earlier reply was lost. A write is repeated under its key, a limited number of times, if its reply is lost or
 * is not from the portal, or if the portal was too busy.
 * @throws an Error with a message, and with the key of a write that may have been done.
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
      // Redirects are errors, because the staff key must not reach another server.
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

/** The key of a write: a new one, or the given one if the operator repeats a write. */
function keyOf({ endpoint }: Command, name: string, again: unknown): string | null {
  if (!usesIdempotencyKey(endpoint)) {
    if (again !== undefined)
      throw new Error(`--again is only for writes: ${name} ${endpoint.method === 'GET' ? 'only reads' : 'is for tests'}.`);
    return null;
  }
  if (again === undefined) return randomUUID();
  if (typeof again !== 'string') throw new Error('Name the key: --again KEY.');
  return again;
}

/** A path relative to the folder of the operator: npm runs this in the repository's folder. */
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

/** The input of the call. Names of local files are not sent. */
function inputOf({ reads, saves }: Command, typed: Record<string, unknown>, settings: Settings): Record<string, unknown> {
  const { file, to, ...rest } = typed;
  if (reads) return { ...rest, [reads.key]: readText(reads, file, settings) };
  return saves ? rest : typed;
}

const ending = (response: Response) => (response.headers.get('content-type') ?? '').split(/[/;]/)[1];

/** Saves the file of the reply. An existing file is not overwritten. */
async function save(response: Response, to: unknown, { settings, write }: CommandEnvironment): Promise<void> {
  const name = typeof to === 'string' ? to : `application.${ending(response)}`;
  const path = typedPath(name, settings);
  if (existsSync(path)) throw new Error(`There is a file ${name} already: choose another name with --to.`);
  writeFileSync(path, Buffer.from(await response.arrayBuffer()), { flag: 'wx' });
  write(`Saved as ${name}\n`);
}

/** Runs one command of `npm run staff --`. @throws an Error with a message for the operator. */
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
    if (command.endpoint.id !== createKey.id) throw new Error('--database is only for create-key.');
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
  // An earlier attempt may have been done, and after a 500 this command cannot know whether it was undone.
  const then = key && (isLost || code === 500) ? `\nIt may have been done. ${again}` : '';
  throw new Error(`Refused (${code}): ${message}${fields.join('')}${then}`);
}
