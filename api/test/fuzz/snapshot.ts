import { cpSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { dropFolder, temporaryFolder } from '@portal/testing/temporaryFolder';
import { getPool, waitForBackground } from '../../src/platform/database/db';
import { filesIn, mediaFolder } from '../files';
import { trackWrittenTables } from './written-tables';

/** A snapshot of all stored data, which can be restored. */
export interface DataSnapshot {
  /** The tables and files that differ from the snapshot, by name. */
  changes(): Promise<string[]>;
  /** Restores these tables and files. */
  restore(changed: readonly string[]): Promise<void>;
  drop(): void;
}

interface Table {
  name: string;
  columns: string;
}

const MEDIA = 'media:';

async function tablesOf(): Promise<Table[]> {
  const { rows } = await getPool().query<Table>(
    `select c.table_name as name, string_agg(quote_ident(c.column_name), ', ' order by c.ordinal_position) as columns
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
     group by c.table_name order by 1`,
  );
  return rows;
}

/** Changes when the file is written again; runs after every call, so it reads no file. */
function printOf(file: string): string {
  const { ino, size, mtimeNs } = statSync(file, { bigint: true });
  return [ino, size, mtimeNs].join();
}

const filesOf = (folder: string): Map<string, string> => new Map(filesIn(folder).map((name) => [name, printOf(join(folder, name))]));

async function printsOf(tables: readonly Table[]): Promise<Map<string, string>> {
  if (tables.length === 0) return new Map();
  const each = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*)::text || ':' || coalesce(sum(hashtextextended(t::text, 0)), 0)::text as print from ${name} t`,
  );
  const { rows } = await getPool().query<{ name: string; print: string }>(each.join(' union all '));
  return new Map(rows.map(({ name, print }) => [name, print]));
}

/** Copies all tables and files. */
export async function takeSnapshot(): Promise<DataSnapshot> {
  const tables = await tablesOf();
  const copy = temporaryFolder('fuzz');
  const folder = mediaFolder();
  cpSync(folder, copy, { recursive: true });
  await getPool().query(`drop schema if exists kept cascade; create schema kept;
    ${tables.map(({ name, columns }) => `create table kept.${name} as select ${columns} from public.${name};`).join('\n')}`);
  const keptPrints = await printsOf(tables);
  const keptFiles = filesOf(folder);
  const touched = await trackWrittenTables();
  /** Tables written since they last equalled the snapshot. */
  const suspects = new Set<string>();
  return {
    async changes() {
      // Background work of a call also writes, and would conflict with the restore.
      await waitForBackground();
      for (const name of await touched()) suspects.add(name);
      const prints = await printsOf(tables.filter(({ name }) => suspects.has(name)));
      for (const [name, print] of prints) if (print === keptPrints.get(name)) suspects.delete(name);
      const files = filesOf(folder);
      const names = new Set([...files.keys(), ...keptFiles.keys()]);
      return [
        ...[...prints.keys()].filter((name) => suspects.has(name)),
        ...[...names].filter((name) => files.get(name) !== keptFiles.get(name)).map((name) => MEDIA + name),
      ];
    },
    async restore(changed) {
      const wanted = tables.filter(({ name }) => changed.includes(name));
      // Without triggers and foreign keys, so that each table is restored exactly.
      await getPool().query(`begin; set local session_replication_role = replica;
        ${wanted.map(({ name, columns }) => `delete from public.${name}; insert into public.${name} (${columns}) select ${columns} from kept.${name};`).join('\n')}
        commit;`);
      for (const name of changed) suspects.delete(name);
      for (const file of changed.flatMap((name) => (name.startsWith(MEDIA) ? name.slice(MEDIA.length) : [])))
        if (keptFiles.has(file)) {
          cpSync(join(copy, file), join(folder, file));
          keptFiles.set(file, printOf(join(folder, file)));
        } else rmSync(join(folder, file));
    },
    drop: () => dropFolder(copy),
  };
}
