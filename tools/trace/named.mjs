import { stringsOf } from '../checks/sources.mjs';
import { idsOf } from './join.mjs';

/** The trace's own tests, and those of the texts, speak of ids that no ledger has. */
const isRun = ({ path }) => /\.(test|spec)\.(ts|tsx|mjs)$/.test(path) && !/^tools\/(trace|texts)\b/.test(path);

const areaOf = (id) => id.replace(/-\d+(\/\d+)?$/, '');

const TITLE_OF_TABLE = /\[%s\]/;

/**
 * The ids of a string as titles: those in brackets, and those that it consists of, as in a row of a table of tests. A row that begins
 * with an id but names others by a range is passed on whole where the file's titles put rows in brackets, so that `join` refuses it.
 */
function titlesIn(string, areas, isTabled) {
  const row = idsOf(`[${string}]`);
  const isOfLedger = row.ids.some((id) => areas.has(areaOf(id)) && string.startsWith(id));
  if (isTabled && isOfLedger && row.wrong.length > 0 && !string.includes(' ')) return [`[${string}]`];
  const ofRow = row.wrong.length === 0 ? row.ids.filter((id) => areas.has(areaOf(id))) : [];
  return [...idsOf(string).ids, ...ofRow].map((id) => `[${id}]`);
}

/**
 * What the tests name by their sources alone, as `join` takes it: a test per file and id, as if each passed. It is the most that a run
 * of them can show.
 */
export function namedTests(files, ledger) {
  const areas = new Set([...ledger.keys()].map(areaOf));
  return files.filter(isRun).flatMap((file) => {
    const strings = stringsOf(file);
    const isTabled = strings.some((string) => TITLE_OF_TABLE.test(string));
    const titles = new Set(strings.flatMap((string) => titlesIn(string, areas, isTabled)));
    return [...titles].map((title) => ({ file: file.path, title, status: 'passed' }));
  });
}
