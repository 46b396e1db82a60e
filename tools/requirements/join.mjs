const ID = /[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-\d{2,}(?:\/\d+)?/g;
const MOST_IDS = 4;

/** Kinds that a guard sees on a page. Their proof is a test of the page, not of the rule. */
const MET = new Set(['message', 'copy', 'field', 'error', 'transition']);

const EVERYWHERE = ['rules', 'server', 'page', 'journey', 'house'];

const rowsOf = (tsv) =>
  tsv
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => row.split('\t'));

/**
 * The ledger's rows as `Map(id -> {module, kind, group})`, in its order. Takes the text of requirements.tsv, or of beyond.tsv with its `group`: the
 * line of the table that counts its rows, otherwise the module.
 */
export const readLedger = (tsv, group) => new Map(rowsOf(tsv).map(([id, module, kind]) => [id, { module, kind, group: group ?? module }]));

/** The clauses of the decisions as `Map(id -> Map(clause -> where))`. Takes the text of clauses.tsv. */
export function readClauses(tsv) {
  const clauses = new Map();
  for (const [name, where] of rowsOf(tsv)) {
    const [id, number] = name.split('/');
    clauses.set(id, (clauses.get(id) ?? new Map()).set(number, where));
  }
  return clauses;
}

/** Requirements of later screens as `Map(id -> owner)`. Takes the text of owed.tsv. */
export const readOwed = (tsv) => new Map(rowsOf(tsv).map(([id, owner]) => [id, owner]));

/** The ids or clauses (`OTP-20/2`) in square brackets of a test's title, and the format errors of these brackets. */
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
 * The place of a test: `rules` (contracts), `server` (API), `journey` (e2e), `house` (delivery and tools) or `page`. The worker tests of delivery
 * count as `page`, because they test what a guard sees.
 */
function placeOf(file) {
  if (file.startsWith('shared/contracts/')) return 'rules';
  if (file.startsWith('api/')) return 'server';
  if (/^(delivery|tools)\//.test(file) && !file.endsWith('-worker.test.ts')) return 'house';
  return file.startsWith('e2e/') ? 'journey' : 'page';
}

/** The places of tests that prove a requirement: `page`, `server` or anywhere. */
function placesFor({ module, kind }, where) {
  const isMet = MET.has(kind) && (module === 'shell' || module.startsWith('mf-'));
  const needs = where || (isMet ? 'page' : 'any');
  return needs === 'any' ? EVERYWHERE : [needs, 'journey'];
}

/** The parts of an id, each with its places: its clauses, or the id itself. */
function partsOf(id, row, clauses) {
  if (!clauses.has(id)) return [{ part: id, places: placesFor(row, '') }];
  return [...clauses.get(id)].map(([number, where]) => ({ part: `${id}/${number}`, places: placesFor(row, where) }));
}

/**
 * Joins the results of the last run with the requirements. `tests` are `{file, title, status}`; only `passed` counts, and an id in the title of a
 * failed or skipped test is not shown. An id with clauses is shown when each of them is. Returns stated, shown and missing ids per module; a row per
 * id and test; the unproven parts of each missing id; and every defect as a line.
 */
export function join(ledger, tests, clauses = new Map(), owed = new Map()) {
  const defects = [];
  const passed = [];
  const unproved = new Set();
  for (const { file, title, status } of tests) {
    const { ids, wrong } = idsOf(title);
    for (const line of wrong) defects.push(`${file}: ${line}: ${title}`);
    for (const named of ids) {
      const [id, clause] = named.split('/');
      const part = clauses.get(id)?.size === 1 ? `${id}/1` : named;
      if (!ledger.has(id)) defects.push(`${file}: the ledger has no ${id}: ${title}`);
      else if (clause && !clauses.get(id)?.has(clause)) defects.push(`${file}: the decision on ${id} has no clause ${clause}: ${title}`);
      else if (status === 'passed') passed.push({ id, part, place: placeOf(file), file, title });
      else unproved.add(id);
    }
  }
  const modules = {};
  const shown = new Set();
  const lacking = new Map();
  const isShownAt = (part, places) => passed.some((test) => test.part === part && places.includes(test.place));
  for (const [id, row] of ledger) {
    const parts = partsOf(id, row, clauses);
    const open = parts.filter(({ part, places }) => !isShownAt(part, places));
    if (open.length === 0 && !unproved.has(id)) shown.add(id);
    else if (open.length > 0)
      lacking.set(
        id,
        open.map(({ part, places }) => (places.length < EVERYWHERE.length ? `${part} (${places[0]})` : part)),
      );
    modules[row.group] ??= { stated: 0, shown: [], missing: [] };
    const counts = modules[row.group];
    counts.stated += 1;
    counts[shown.has(id) ? 'shown' : 'missing'].push(id);
  }
  for (const id of owed.keys())
    if (!ledger.has(id) || shown.has(id)) defects.push(`owed.tsv: ${id} is ${shown.has(id) ? 'shown' : 'unknown'}`);
  const rows = passed.filter(({ id }) => shown.has(id)).map(({ id, file, title }) => ({ id, file, title }));
  return { modules, rows, lacking, defects };
}

/** Lines for the modules that show fewer ids than `least`. */
export const shortfalls = (modules, least) =>
  Object.entries(least).flatMap(([name, figure]) => {
    const now = modules[name]?.shown.length ?? 0;
    return now < figure ? [`${name} shows ${now}, and showed ${figure} (docs/ledger/shown.json)`] : [];
  });

/** Lines with the number of ids per owner. */
export function linesPerOwner(owed) {
  const counts = new Map();
  for (const owner of owed.values()) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  return [...counts].map(([owner, count]) => `${String(count).padStart(4)} owed by ${owner}\n`).join('');
}
