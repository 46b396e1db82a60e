const ID = /[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-\d{2,}/g;
const MOST_IDS = 4;

/** The ledger's rows as `Map(id -> module)`, in its order. Takes the text of requirements.tsv. */
export function readLedger(tsv) {
  const [, ...rows] = tsv.trim().split('\n');
  return new Map(rows.map((row) => row.split('\t')).map(([id, module]) => [id, module]));
}

/** The ids that a test's title carries in square brackets, and what is wrong with how it carries them. */
export function idsOf(title) {
  const ids = [];
  const wrong = [];
  for (const [, inside] of title.matchAll(/\[([^\][]*)\]/g)) {
    const found = inside.match(ID) ?? [];
    if (found.length > 0 && found.join(', ') !== inside.trim().replace(/\s*,\s*/g, ', '))
      wrong.push(`[${inside}] does not list each id in full`);
    ids.push(...found);
  }
  const unique = [...new Set(ids)];
  if (unique.length > MOST_IDS) wrong.push(`${unique.length} ids in one title, at most ${MOST_IDS}`);
  return { ids: unique, wrong };
}

/**
 * Joins the results of the last run with the ledger.
 * `tests` are `{file, title, status}`; only `passed` counts, and an id that any failed or skipped test names is not shown.
 * Returns per module what is stated, shown and missing; a row per id and test; and every defect as a line.
 */
export function join(ledger, tests) {
  const defects = [];
  const rows = [];
  const unproved = new Set();
  for (const { file, title, status } of tests) {
    const { ids, wrong } = idsOf(title);
    for (const line of wrong) defects.push(`${file}: ${line}: ${title}`);
    for (const id of ids) {
      if (!ledger.has(id)) defects.push(`${file}: the ledger has no ${id}: ${title}`);
      else if (status === 'passed') rows.push({ id, file, title });
      else unproved.add(id);
    }
  }
  const shown = new Set(rows.map(({ id }) => id).filter((id) => !unproved.has(id)));
  const modules = {};
  for (const [id, module] of ledger) {
    modules[module] ??= { stated: 0, shown: [], missing: [] };
    modules[module].stated += 1;
    modules[module][shown.has(id) ? 'shown' : 'missing'].push(id);
  }
  return { modules, rows: rows.filter(({ id }) => shown.has(id)), defects };
}
