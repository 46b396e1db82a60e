import { getPool } from '../../src/platform/database/db';
import type { Scene } from './scene';
import type { ReceivedReply, SentRequest } from './wire';

/** The guards of the other side: detects their data in replies, and changes to their rows. */
export interface OtherGuards {
  /** Data of these guards that the reply contains and the request did not name; null if there is none. */
  shownIn(reply: ReceivedReply, sent: SentRequest): string | null;
  /** Tables in which a row of these guards has changed. */
  harmed(): Promise<string[]>;
}

const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
const OWNER = ['guard_id', 'owner_id'];

interface Owned {
  table: string;
  owner: string;
  hasId: boolean;
}

async function ownedTables(): Promise<Owned[]> {
  const { rows } = await getPool().query<Owned>(
    `select c.table_name as table, c.column_name as owner,
       exists (select from information_schema.columns i where i.table_schema = 'public' and i.table_name = c.table_name and i.column_name = 'id' and i.udt_name = 'uuid') as "hasId"
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = any($1) order by 1`,
    [OWNER],
  );
  return [...rows, { table: 'guards', owner: 'id', hasId: true }];
}

/** Reads the present rows of the people of these scenes. */
export async function otherGuardsOf(scenes: readonly Scene[]): Promise<OtherGuards> {
  const guards = [...new Set(scenes.flatMap(({ known }) => (known.guardId ?? []) as string[]))];
  const tables = await ownedTables();
  const prints = async (): Promise<Map<string, string>> => {
    const each = tables.map(
      ({ table, owner }) =>
        `select '${table}' as table, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as print from ${table} t where ${owner} = any($1)`,
    );
    const { rows } = await getPool().query<{ table: string; print: string }>(each.join(' union all '), [guards]);
    return new Map(rows.map(({ table, print }) => [table, print]));
  };
  const ids = tables
    .filter(({ hasId }) => hasId)
    .map(({ table, owner }) => `select id::text as mark from ${table} where ${owner} = any($1)`);
  const { rows } = await getPool().query<{ mark: string }>(
    `${ids.join(' union ')} union select email from guards where id = any($1) union select mobile_number from guards where id = any($1)
     union select filename from media where owner_id = any($1)`,
    [guards],
  );
  const marks = new Set(rows.map(({ mark }) => mark));
  const words = [...marks].filter((mark) => mark && !mark.match(uuid));
  const kept = await prints();
  return {
    shownIn({ type, body }, { path, body: asked }) {
      if (!type.startsWith('application/json')) return null;
      const [text, given] = [
        body.toString(),
        `${decodeURIComponent(path.replace(/%(?![0-9a-f]{2})/gi, '%25'))} ${asked?.toString() ?? ''}`,
      ];
      const shown = [...(text.match(uuid) ?? []).filter((id) => marks.has(id)), ...words.filter((word) => text.includes(word))];
      return shown.find((mark) => !given.includes(mark)) ?? null;
    },
    async harmed() {
      const now = await prints();
      return [...now.keys()].filter((table) => now.get(table) !== kept.get(table));
    },
  };
}
