import { isTest, lineOf } from '../source-files.mjs';

const OWN = [
  'idempotency_keys',
  'key_checks',
  'outgoing_messages',
  'push_messages',
  'rate_limits',
  'schema_migrations',
  'seedings',
  'sessions',
  'socket_io_attachments',
  'staff_acts',
  'staff_changes',
  'staff_keys',
];
const TABLES = 'api/src/platform/database/tables.ts';

/** The platform of the API reads and writes only its own tables. What it needs of the tables of a domain, the domain passes as a hook. */
export function checkPlatformTables(files) {
  const tables = files.find(({ path }) => path === TABLES);
  const names = [...(tables?.text ?? '').matchAll(/^ {2}(\w+): \{/gm)].map(([, name]) => name).filter((name) => !OWN.includes(name));
  if (names.length === 0) return [];
  const use = new RegExp(
    String.raw`\b(?:from|join|update|into|(?:selectFrom|updateTable|insertInto|deleteFrom|typedTable)\(')\s*(?:${names.join('|')})\b`,
    'g',
  );
  return files
    .filter((file) => /^api\/src\/platform\/.*\.ts$/.test(file.path) && file.path !== TABLES && !isTest(file))
    .flatMap(({ path, text }) =>
      [...text.matchAll(use)]
        .filter(({ index }) => !/^\s*(?:\*|\/\/|\/\*)/.test(text.slice(text.lastIndexOf('\n', index) + 1, index)))
        .map(([says]) => ({ rule: 'platform-knows-no-table-of-a-domain', file: path, line: lineOf(text, says), says })),
    );
}
