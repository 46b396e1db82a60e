import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Endpoint, fullPath } from '@portal/contracts/_kernel/endpoint';
import type { Envelope } from '@portal/contracts/_kernel/envelope';
import { staffTokenFile } from '../platform/env';
import { repositoryFolder } from '../platform/folders';
import { commands, readWords, usage } from './commands';

const portal = (process.env.PORTAL_URL ?? 'http://localhost:8080').replace(/\/$/, '');

function staffToken(): string {
  if (process.env.STAFF_TOKEN) return process.env.STAFF_TOKEN;
  const file = staffTokenFile(process.env.PORTAL_DATA ?? join(repositoryFolder, '.data'));
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  throw new Error(`There is no staff token: set STAFF_TOKEN, or start the portal here once (it writes ${file}).`);
}

async function send(endpoint: Endpoint, input: Record<string, unknown>): Promise<Envelope> {
  const isQuery = endpoint.method === 'GET';
  const query = isQuery ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
  const response = await fetch(portal + fullPath(endpoint) + query, {
    method: endpoint.method,
    headers: { authorization: `Bearer ${staffToken()}`, ...(isQuery ? {} : { 'content-type': 'application/json' }) },
    body: isQuery ? null : JSON.stringify(input),
  }).catch(() => {
    throw new Error(`No portal answers at ${portal}. Start it, or set PORTAL_URL.`);
  });
  return (await response.json()) as Envelope;
}

async function main([name, ...words]: string[]): Promise<void> {
  const command = name ? commands[name] : undefined;
  if (!command) {
    process.stdout.write(`${usage()}\n`);
    if (name && name !== 'help') throw new Error(`\nUnknown command: ${name}`);
    return;
  }
  const reply = await send(command.endpoint, readWords(words, command.positional));
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
