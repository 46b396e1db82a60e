import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { type Endpoint, usesIdempotencyKey } from '@portal/contracts/_kernel/endpoint';
import type { Envelope } from '@portal/contracts/_kernel/envelope';
import { toWire } from '@portal/contracts/_kernel/wire';
import { doneBeforeShape } from '@portal/contracts/staff/staff.staff';
import { type Environment, readValues, type Values } from '@portal/settings/read';
import { CommanderError } from 'commander';
import { repoDir } from '../platform/config/paths';
import { staffTokenFile } from '../platform/identity/dev-staff-token';
import type { Command } from './commands';
import { createProgram, type TypedCommand } from './program';

/** The environment of a command: its settings, its output and its pauses. */
export interface CommandEnvironment {
  settings: Environment;
  write(text: string): void;
  /** Waits before a retry. */
  pause(ms: number): Promise<unknown>;
}
type Settings = Values<'staff'>;
interface Terminal extends Omit<CommandEnvironment, 'settings'> {
  settings: Settings;
  /** The folder of the operator: npm runs this in the repository's folder. */
  folder: string;
}

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
const askAgain = ({ nextBatch }: Command, key: string | null) =>
  nextBatch ? 'Run the command again to continue.' : `To repeat it without doing it twice, run the same command with --again ${key}`;

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

function headersOf(staff: string, key: string | null, hasJson: boolean): Record<string, string> {
  if (!/^[\x21-\x7e]+$/.test(staff)) throw new Error('The staff key has characters that no key has: copy it again.');
  if (key !== null && !/^[\x21-\x7e]{8,200}$/.test(key))
    throw new Error('--again must have 8 to 200 visible characters: the key as it was printed.');
  return {
    authorization: `Bearer ${staff}`,
    ...(hasJson && { 'content-type': 'application/json' }),
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
async function answerTo({ endpoint, input, key, again, saves }: Asked, { settings, pause }: Terminal) {
  const portal = portalOf(settings);
  const { url, body } = toWire(endpoint, input);
  const request: RequestInit = {
    method: endpoint.method,
    headers: headersOf(staffKey(settings), key, Boolean(body) && !(body instanceof FormData)),
    body: body instanceof FormData ? body : body ? JSON.stringify(body) : null,
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

function readText({ problem }: NonNullable<Command['textFile']>, file: string, folder: string): string {
  const path = resolve(folder, file);
  if (!existsSync(path)) throw new Error(`There is no file ${file}.`);
  if (!statSync(path).isFile()) throw new Error(`${file} is not a file.`);
  const text = readFileSync(path, 'utf8');
  const found = problem(text);
  if (found) throw new Error(`${file}: ${found}`);
  return text;
}

function readFile(path: string, folder: string): File {
  const place = resolve(folder, path);
  if (!existsSync(place)) throw new Error(`There is no file ${path}.`);
  return new File([readFileSync(place)], basename(place));
}

/** Replaces the path of an uploaded file, or a list of them, by the files. */
function withFiles({ endpoint }: Command, input: Record<string, unknown>, folder: string): Record<string, unknown> {
  const fields = (endpoint.input as { fields?: Record<string, { spec?: { meta?: { upload?: unknown } } }> }).fields ?? {};
  const uploaded = Object.keys(input).filter((key) => fields[key]?.spec?.meta?.upload);
  return {
    ...input,
    ...Object.fromEntries(uploaded.map((key) => [key, [input[key]].flat().map((path) => readFile(String(path), folder))])),
  };
}

const inputOf = (command: Command, { input, file = '' }: TypedCommand, folder: string): Record<string, unknown> => {
  const { textFile } = command;
  return withFiles(command, textFile ? { ...input, [textFile.key]: readText(textFile, file, folder) } : input, folder);
};

const ending = (response: Response) => (response.headers.get('content-type') ?? '').split(/[/;]/)[1];

/** Saves the file of the reply. An existing file is not overwritten. */
async function save(response: Response, to: string | undefined, { folder, write }: Terminal): Promise<void> {
  const name = to ?? `application.${ending(response)}`;
  const path = resolve(folder, name);
  if (existsSync(path)) throw new Error(`There is a file ${name} already: choose another name with --to.`);
  writeFileSync(path, Buffer.from(await response.arrayBuffer()), { flag: 'wx' });
  write(`Saved as ${name}\n`);
}

const withSettings = ({ settings, ...rest }: CommandEnvironment): Terminal => ({
  ...rest,
  settings: readValues('staff', settings),
  folder: settings.INIT_CWD ?? '',
});

/** Runs one command of `npm run staff --`. @throws an Error with a message for the operator. */
export async function run(words: readonly string[], terminal: CommandEnvironment): Promise<void> {
  const program = createProgram((command, typed) => runCommand(command, typed, withSettings(terminal)), terminal.write);
  try {
    await program.parseAsync(words.length > 0 ? words : ['--help'], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // The help was printed.
    if (error.exitCode !== 0) throw new Error(error.message.replace(/^error: /, ''));
  }
}

async function runCommand(command: Command, typed: TypedCommand, terminal: Terminal): Promise<void> {
  const { settings, write } = terminal;
  if (typed.database) {
    const { createInDatabase } = await import('./create-first-key');
    return write(`${JSON.stringify(await createInDatabase(typed.input, settings), null, 2)}\n`);
  }
  const key = usesIdempotencyKey(command.endpoint) ? (typed.again ?? randomUUID()) : null;
  await carryOut(command, typed, key, terminal);
}

async function carryOut(command: Command, typed: TypedCommand, key: string | null, terminal: Terminal): Promise<void> {
  const { write } = terminal;
  const again = askAgain(command, key);
  const asked = {
    endpoint: command.endpoint,
    input: inputOf(command, typed, terminal.folder),
    key,
    again,
    saves: command.savesFile ?? false,
  };
  const { answer, isLost } = await answerTo(asked, terminal);
  if (answer instanceof Response) return save(answer, typed.to ?? (typed.input.filename as string | undefined), terminal);
  const { code, message, data, errors } = answer;
  if (code === 200) {
    write(`${JSON.stringify(data, null, 2)}\n`);
    const next = command.nextBatch?.(data);
    return next ? carryOut(command, { ...typed, input: { ...typed.input, ...next } }, key && randomUUID(), terminal) : undefined;
  }
  if (code === 409 && doneBeforeShape.isValidSync(data)) return write(`${message}\n${command.nextBatch ? `${again}\n` : ''}`);
  const fields = Object.entries(errors ?? {}).map(([field, words]) => `\n  ${field}: ${words}`);
  // An earlier attempt may have been done, and after a 500 this command cannot know whether it was undone.
  const then = key && (isLost || code === 500) ? `\nIt may have been done. ${again}` : '';
  throw new Error(`Refused (${code}): ${message}${fields.join('')}${then}`);
}
