import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Connection } from './db';
import { apiFolder } from './folders';

const LOCK = 727_001;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * Brings a database to the newest migration in one transaction, under a lock that other starting processes wait for.
 * Refuses an applied file that was edited since, and a database that knows migrations which this build lacks.
 * @returns the names that ran.
 */
export async function migrate(connection: Connection, folder = join(apiFolder, 'migrations')): Promise<string[]> {
  const files = readdirSync(folder)
    .filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
    .sort();
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, sha256 text not null, at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from schema_migrations');
    const done = new Map(rows.map((row) => [row.name, row.sha256]));
    const unknown = [...done.keys()].find((name) => !files.includes(name));
    if (unknown)
      throw new Error(`The database is newer than this build: it has ${unknown}. Start the newer build, or use another database.`);
    const ran: string[] = [];
    for (const name of files) {
      const text = readFileSync(join(folder, name), 'utf8');
      const applied = done.get(name);
      if (applied === sha256(text)) continue;
      if (applied) throw new Error(`The migration ${name} was edited after it ran. Restore it and write a new one.`);
      await client.query(text);
      await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256(text)]);
      ran.push(name);
    }
    await client.query('commit');
    return ran;
  } finally {
    await client.end();
  }
}
