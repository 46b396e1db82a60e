/** A row of docs/reports/engines.md. */
export interface Row {
  feature: string;
  /** The table's value per engine name. */
  has: Readonly<Record<string, string>>;
  instead: string;
  shownBy: string;
}

/** Reads the first table of docs/reports/engines.md: `| feature | engine… | instead | shown by |`. */
export function readTable(text: string): Row[] {
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
  const [head = [], , ...body] = rows;
  const engines = head.slice(1, -2).map((name) => name.toLowerCase());
  return body.map((cells) => ({
    feature: cells[0] ?? '',
    has: Object.fromEntries(engines.map((name, at) => [name, cells[at + 1] ?? ''])),
    instead: cells.at(-2) ?? '',
    shownBy: cells.at(-1) ?? '',
  }));
}

/** Differences between the table and the values found in an engine, one line each. */
export function disagreements(rows: readonly Row[], engine: string, found: Readonly<Record<string, string>>): string[] {
  const wrong: string[] = [];
  for (const [feature, value] of Object.entries(found)) {
    const row = rows.find((one) => one.feature === feature);
    if (!row) wrong.push(`${feature}: ${value}, and docs/reports/engines.md has no row`);
    else if (row.has[engine] !== value) wrong.push(`${feature}: ${value}, and docs/reports/engines.md says ${row.has[engine]}`);
    else if (value === 'no' && (!row.instead || !row.shownBy))
      wrong.push(`${feature}: docs/reports/engines.md does not say what happens instead, or what shows it`);
  }
  for (const { feature } of rows)
    if (!(feature in found)) wrong.push(`${feature}: docs/reports/engines.md has a row, and nobody asks the engines for it`);
  return wrong;
}

const NOTHING = 'nothing to show: ';

/** Rows with different values per engine for which no step shows the fallback, one line each. */
export function unshown(rows: readonly Row[], steps: readonly string[]): string[] {
  const wrong: string[] = [];
  for (const { feature, has, instead, shownBy } of rows) {
    const quoted = [...shownBy.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name);
    const unknown = quoted.filter((name) => !steps.some((step) => step.includes(name)));
    wrong.push(...unknown.map((name) => `${feature}: no step has "${name}" in its name`));
    const values = Object.values(has);
    if (new Set(values).size === 1 && !values.includes('no')) continue;
    if (!instead) wrong.push(`${feature}: docs/reports/engines.md does not say what happens instead`);
    if (quoted.length === 0 && !shownBy.startsWith(NOTHING)) wrong.push(`${feature}: docs/reports/engines.md names no step that shows it`);
  }
  return wrong;
}
