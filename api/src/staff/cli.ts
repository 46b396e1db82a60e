import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import type { Envelope } from '@portal/contracts/_kernel/envelope';
import { toWire } from '@portal/contracts/_kernel/wire';
import { createKey } from '@portal/contracts/staff/staff.endpoints';
import { staffTokenFile } from '../platform/env';
import { repositoryFolder } from '../platform/folders';
import { type Command, commands, readWords, usage } from './commands';

const portal = (process.env.STAFF_URL ?? process.env.PORTAL_URL ?? 'http://localhost:8080').replace(/\/$/, '');

/** The person's own key; without one, what a demonstration beside us wrote. */
function staffKey(): string {
  const given = process.env.STAFF_KEY ?? process.env.STAFF_TOKEN;
  if (given) return given;
  const file = staffTokenFile(process.env.PORTAL_DATA ?? join(repositoryFolder, '.data'));
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  throw new Error(`There is no staff key: set STAFF_KEY, or start a demonstration here once (it writes ${file}).`);
}

async function ask(endpoint: Endpoint, input: Record<string, unknown>): Promise<Response> {
  const { url, body } = toWire(endpoint, input);
  return fetch(portal + url, {
    method: endpoint.method,
    headers: { authorization: `Bearer ${staffKey()}`, ...(body && { 'content-type': 'application/json' }) },
    body: body ? JSON.stringify(body) : null,
  }).catch(() => {
    throw new Error(`No portal answers at ${portal}. Start it, or set STAFF_URL.`);
  });
}

/** A path as it was typed: npm runs this in the repository's own folder. */
const typedPath = (path: string) => resolve(process.env.INIT_CWD ?? '', path);

function readText({ problem }: NonNullable<Command['reads']>, file: unknown): string {
  if (typeof file !== 'string') throw new Error('Name the file with --file.');
  if (!existsSync(typedPath(file))) throw new Error(`There is no file ${file}.`);
  const text = readFileSync(typedPath(file), 'utf8');
  const found = problem(text);
  if (found) throw new Error(`${file}: ${found}`);
  return text;
}

/** What is sent of what was typed: the names of files stay here. */
function inputOf({ reads, saves }: Command, typed: Record<string, unknown>): Record<string, unknown> {
  const { file, to, ...rest } = typed;
  if (reads) return { ...rest, [reads.key]: readText(reads, file) };
  return saves ? rest : typed;
}

const ending = (response: Response) => (response.headers.get('content-type') ?? '').split(/[/;]/)[1];

/** Keeps the file that was answered; one that is there already stays. */
async function save(response: Response, to: unknown): Promise<void> {
  const path = typeof to === 'string' ? to : `application.${ending(response)}`;
  if (existsSync(typedPath(path))) throw new Error(`There is a file ${path} already: choose another name with --to.`);
  writeFileSync(typedPath(path), Buffer.from(await response.arrayBuffer()), { flag: 'wx' });
  process.stdout.write(`Saved as ${path}\n`);
}

async function main([name, ...words]: string[]): Promise<void> {
  const command = name ? commands[name] : undefined;
  if (!command) {
    process.stdout.write(`${usage()}\n`);
    if (name && name !== 'help') throw new Error(`\nUnknown command: ${name}`);
    return;
  }
  const typed = readWords(words, command.positional);
  if (typed.database === true) {
    if (command.endpoint.id !== createKey.id) throw new Error('Only create-key speaks to the database itself.');
    const { createInDatabase } = await import('./first-key');
    process.stdout.write(`${JSON.stringify(await createInDatabase(typed), null, 2)}\n`);
    return;
  }
  const response = await ask(command.endpoint, inputOf(command, typed));
  if (command.saves && response.ok) return save(response, typed.to);
  const reply = (await response.json()) as Envelope;
  if (reply.code === 200) {
    process.stdout.write(`${JSON.stringify(reply.data, null, 2)}\n`);
    if (command.isUnfinished?.(reply.data)) await main([name as string, ...words]);
    return;
  }
  const fields = Object.entries(reply.errors ?? {}).map(([field, message]) => `\n  ${field}: ${message}`);
  throw new Error(`Refused (${reply.code}): ${reply.message}${fields.join('')}`);
}

main(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
