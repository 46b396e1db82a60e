import { lineOf } from '../source-files.mjs';

const NAME = '([a-z_][a-z0-9_.]*)';

const indexes = new RegExp(String.raw`\bcreate\s+(?:unique\s+)?index\s+(?!concurrently\b)[^;]*?\bon\s+(?:only\s+)?${NAME}`, 'gi');
/** A new key builds an index too, under a lock that blocks all other access. */
const keys = new RegExp(
  String.raw`\balter\s+table\s+(?:only\s+)?${NAME}[^;]*?\badd\s+(?:constraint\s+\w+\s+)?(?:unique|primary\s+key)\s*\(`,
  'gi',
);
const created = new RegExp(String.raw`\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?${NAME}`, 'gi');
/** Changes that can break the statements of the previous release. */
const taking =
  /\bdrop\s+(?:table|column|view|function|type)\b|\balter\s+table\s+\w+\s+drop\s+(?!constraint\b)\w+|\brename\s+(?:to|column)\b|\bset\s+not\s+null\b|\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/i;
const SAYS = /^-- contracts: builds that know \d{4}_[a-z0-9_]+\.sql$/m;

/**
 * During a deployment two releases use one database. So a migration must not lock an existing table, and one that removes something must name the
 * migration after which no build uses it.
 */
export function checkMigrations(files) {
  const breaches = [];
  for (const { path, text } of files) {
    if (!/^api\/migrations\/\d{4}_/.test(path)) continue;
    const statements = text.replace(/--.*$/gm, '');
    const own = new Set([...statements.matchAll(created)].map(([, table]) => table.toLowerCase()));
    for (const [found, table] of [...statements.matchAll(indexes), ...statements.matchAll(keys)])
      if (!own.has(table.toLowerCase()))
        breaches.push({
          rule: 'indexes-lock-nobody-out',
          file: path,
          line: lineOf(text, found.split('\n')[0]),
          says: `${table} exists: a migration of its own, "-- without a transaction", makes the index concurrently`,
        });
    const [taken] = taking.exec(statements) ?? [];
    if (taken && !SAYS.test(text))
      breaches.push({
        rule: 'expand-then-contract',
        file: path,
        line: lineOf(text, taken),
        says: `"${taken}" takes away what the release before may use: "-- contracts: builds that know NNNN_name.sql" says since when none does`,
      });
  }
  return breaches;
}
