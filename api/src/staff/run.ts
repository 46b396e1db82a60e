import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import type { Envelope } from '@portal/contracts/_kernel/envelope';
import { toWire } from '@portal/contracts/_kernel/wire';
import { createKey } from '@portal/contracts/staff/staff.endpoints';
import { repositoryFolder } from '../platform/folders';
import { staffTokenFile } from '../platform/identity/shared-token';
import { type Command, commands, readWords, usage } from './commands';

/** Where a command is typed: the settings around it, and where it says what came of it. */
export interface Terminal {
  settings: Readonly<Record<string, string | undefined>>;
  write(text: string): void;
}
type Settings = Terminal['settings'];

/** The person's own key; without one, what a demonstration beside us wrote. */
function staffKey({ STAFF_KEY, STAFF_TOKEN, PORTAL_DATA }: Settings): string {
  const given = STAFF_KEY ?? STAFF_TOKEN;
  if (given) return given;
  const file = staffTokenFile(PORTAL_DATA ?? join(repositoryFolder, '.data'));
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  throw new Error(`There is no staff key: set STAFF_KEY, or start a demonstration here once (it writes ${file}).`);
}

async function ask(endpoint: Endpoint, input: Record<string, unknown>, settings: Settings): Promise<Response> {
  const portal = (settings.STAFF_URL ?? settings.PORTAL_URL ?? 'http://localhost:8080').replace(/\/$/, '');
  const { url, body } = toWire(endpoint, input);
  return fetch(portal + url, {
    method: endpoint.method,
    headers: { authorization: `Bearer ${staffKey(settings)}`, ...(body && { 'content-type': 'application/json' }) },
    body: body ? JSON.stringify(body) : null,
    // The key is for this portal alone.
    redirect: 'error',
  }).catch(() => {
    throw new Error(`No portal answers at ${portal}. Start it, or set STAFF_URL.`);
  });
}

/** A path as it was typed: npm runs this in the repository's own folder. */
const typedPath = (path: string, { INIT_CWD }: Settings) => resolve(INIT_CWD ?? '', path);

function readText({ problem }: NonNullable<Command['reads']>, file: unknown, settings: Settings): string {
  if (typeof file !== 'string') throw new Error('Name the file with --file.');
  const path = typedPath(file, settings);
  if (!existsSync(path)) throw new Error(`There is no file ${file}.`);
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
async function save(response: Response, to: unknown, { settings, write }: Terminal): Promise<void> {
  const name = typeof to === 'string' ? to : `application.${ending(response)}`;
  const path = typedPath(name, settings);
  if (existsSync(path)) throw new Error(`There is a file ${name} already: choose another name with --to.`);
  writeFileSync(path, Buffer.from(await response.arrayBuffer()), { flag: 'wx' });
  write(`Saved as ${name}\n`);
}

/** Carries out what was typed behind `npm run staff --`. @throws an Error in words for whoever typed it. */
export async function run([name, ...words]: string[], terminal: Terminal): Promise<void> {
  const { settings, write } = terminal;
  const command = name ? commands[name] : undefined;
  if (!command) {
    write(`${usage()}\n`);
    if (name && name !== 'help') throw new Error(`\nUnknown command: ${name}`);
    return;
  }
  const typed = readWords(words, command.positional);
  if (typed.database === true) {
    if (command.endpoint.id !== createKey.id) throw new Error('Only create-key speaks to the database itself.');
    const { createInDatabase } = await import('./first-key');
    write(`${JSON.stringify(await createInDatabase(typed, settings), null, 2)}\n`);
    return;
  }
  await carryOut(command, typed, terminal);
}

async function carryOut(command: Command, typed: Record<string, unknown>, terminal: Terminal): Promise<void> {
  const { settings, write } = terminal;
  const response = await ask(command.endpoint, inputOf(command, typed, settings), settings);
  if (command.saves && response.ok) return save(response, typed.to, terminal);
  const reply = (await response.json()) as Envelope;
  if (reply.code === 200) {
    write(`${JSON.stringify(reply.data, null, 2)}\n`);
    const next = command.next?.(reply.data);
    return next ? carryOut(command, { ...typed, ...next }, terminal) : undefined;
  }
  const fields = Object.entries(reply.errors ?? {}).map(([field, message]) => `\n  ${field}: ${message}`);
  throw new Error(`Refused (${reply.code}): ${reply.message}${fields.join('')}`);
}
