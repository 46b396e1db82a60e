const ID = /[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-\d{2,}(?:\/\d+)?/g;
const MOST_IDS = 4;

/** What a guard meets on a page is shown where a page stands, not by the rule behind it. */
const MET = new Set(['message', 'copy', 'field', 'error', 'transition']);

const EVERYWHERE = ['rules', 'server', 'page', 'journey', 'house'];

const rowsOf = (tsv) =>
  tsv
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => row.split('\t'));

/** The ledger's rows as `Map(id -> {module, kind})`, in its order. Takes the text of requirements.tsv. */
export const readLedger = (tsv) => new Map(rowsOf(tsv).map(([id, module, kind]) => [id, { module, kind }]));

/** The clauses of the decisions as `Map(id -> Map(clause -> where))`. Takes the text of clauses.tsv. */
export function readClauses(tsv) {
  const clauses = new Map();
  for (const [name, where] of rowsOf(tsv)) {
    const [id, number] = name.split('/');
    clauses.set(id, (clauses.get(id) ?? new Map()).set(number, where));
  }
  return clauses;
}

/** What a later screen owes as `Map(id -> who owes it)`. Takes the text of owed.tsv. */
export const readOwed = (tsv) => new Map(rowsOf(tsv).map(([id, owner]) => [id, owner]));

/** The ids, or clauses of ids (`OTP-20/2`), that a test's title carries in square brackets, and what is wrong with how it carries them. */
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
 * Where a test runs: beside the contracts' rules, on the server, in a browser, in what publishes and checks the modules (delivery,
 * tools), or in the code of a page. The shell's tests without markup are of the page, and so is the worker that delivery hands to the
 * browser: they run what a guard meets.
 */
function placeOf(file) {
  if (file.startsWith('shared/contracts/')) return 'rules';
  if (file.startsWith('api/')) return 'server';
  if (/^(delivery|tools)\//.test(file) && !file.endsWith('-worker.test.ts')) return 'house';
  return file.startsWith('e2e/') ? 'journey' : 'page';
}

/** The places whose tests show a part of the ledger: `page`, `server` or anywhere. */
function placesFor({ module, kind }, where) {
  const isMet = MET.has(kind) && (module === 'shell' || module.startsWith('mf-'));
  const needs = where || (isMet ? 'page' : 'any');
  return needs === 'any' ? EVERYWHERE : [needs, 'journey'];
}

/** An id's parts, each with the places that show it: its clauses, or itself. */
function partsOf(id, row, clauses) {
  if (!clauses.has(id)) return [{ part: id, places: placesFor(row, '') }];
  return [...clauses.get(id)].map(([number, where]) => ({ part: `${id}/${number}`, places: placesFor(row, where) }));
}

/**
 * Joins the results of the last run with the ledger.
 * `tests` are `{file, title, status}`; only `passed` counts, and an id that any failed or skipped test names is not shown.
 * An id whose decision has clauses is shown when each of them is.
 * Returns per module what is stated, shown and missing; a row per id and test; for a missing id that is partly shown the
 * parts that are not; and every defect as a line.
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
    modules[row.module] ??= { stated: 0, shown: [], missing: [] };
    modules[row.module].stated += 1;
    modules[row.module][shown.has(id) ? 'shown' : 'missing'].push(id);
  }
  for (const id of owed.keys())
    if (!ledger.has(id) || shown.has(id)) defects.push(`owed.tsv: ${id} is ${shown.has(id) ? 'shown' : 'unknown'}`);
  const rows = passed.filter(({ id }) => shown.has(id)).map(({ id, file, title }) => ({ id, file, title }));
  return { modules, rows, lacking, defects };
}

/** The modules that show less than they did. */
export const fallen = (modules, least) =>
  Object.entries(least).flatMap(([name, figure]) => {
    const now = modules[name]?.shown.length ?? 0;
    return now < figure ? [`${name} shows ${now}, and showed ${figure} (docs/ledger/shown.json)`] : [];
  });

/** How many ids wait for whom. */
export function owedLines(owed) {
  const counts = new Map();
  for (const owner of owed.values()) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  return [...counts].map(([owner, count]) => `${String(count).padStart(4)} owed by ${owner}\n`).join('');
}
