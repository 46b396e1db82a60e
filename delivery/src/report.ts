import type { Registry } from '@portal/mf-kit/module';
import type { Outcome } from './operate';
import type { HistoryLine } from './store';

const columns = (rows: string[][]): string => {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

export const outcomeText = ({ registry, changes, warnings }: Outcome): string =>
  [
    ...changes.map(({ name, from, to }) => `${name} ${from ?? '(new)'} -> ${to}`),
    `revision ${registry.revision} is live`,
    ...warnings.map((warning) => `warning: ${warning}`),
  ].join('\n');

export function statusText(registry: Registry | null): string {
  if (!registry) return 'nothing is active yet';
  const entries = Object.entries<Registry['shell'] & { dev?: true }>({ shell: registry.shell, ...registry.modules });
  const rows = entries.map(([name, { version, lastGood, quarantined, by, at, why, dev }]) => [
    name,
    dev ? `${version} (dev server)` : version,
    lastGood?.version ?? '-',
    Object.keys(quarantined).join(' ') || '-',
    at.slice(0, 19),
    by,
    why,
  ]);
  return `revision ${registry.revision}, ${registry.at}\n${columns([['module', 'active', 'last good', 'taken back', 'since (UTC)', 'by', 'why'], ...rows])}`;
}

export function historyText(history: HistoryLine[], name?: string): string {
  const rows = history
    .filter(({ changes }) => !name || changes.some((change) => change.name === name))
    .map(({ revision, at, by, why, forced, changes }) => [
      String(revision),
      at.slice(0, 19),
      by,
      why,
      changes.map((change) => `${change.how} ${change.name} ${change.from ?? '(new)'} -> ${change.to}`).join(', ') +
        (forced ? ' (forced)' : ''),
    ]);
  return rows.length === 0 ? 'no history yet' : columns(rows);
}
