import { stringsOf } from '../lint/source-files.mjs';
import { idsOf } from './join.mjs';

/** Excludes the tests of this folder and of the lab, which contain invented ids. `npm test` runs the lab's gate tests. */
const isRun = ({ path }) => /\.(test|spec)\.(ts|tsx|mjs)$/.test(path) && !/^(tools\/requirements|lab(?!.*\.gate\.))\//.test(path);

const areaOf = (id) => id.replace(/-\d+(\/\d+)?$/, '');

const TITLE_OF_TABLE = /\[%s\]/;

/**
 * The ids of a string, as titles: ids in brackets, and ids of which the string consists, as in a row of a test table. A row that starts with an id
 * and names others by a range is passed on whole if the file's titles put rows in brackets, so that `join` reports it.
 */
function titlesIn(string, areas, isTabled) {
  const row = idsOf(`[${string}]`);
  const isOfLedger = row.ids.some((id) => areas.has(areaOf(id)) && string.startsWith(id));
  if (isTabled && isOfLedger && row.wrong.length > 0 && !string.includes(' ')) return [`[${string}]`];
  const ofRow = row.wrong.length === 0 ? row.ids.filter((id) => areas.has(areaOf(id))) : [];
  return [...idsOf(string).ids, ...ofRow].map((id) => `[${id}]`);
}

/** Tests per file and id from the sources alone, as if each test passed, in the format of `join`: the most that a run can show. */
export function namedTests(files, ledger) {
  const areas = new Set([...ledger.keys()].map(areaOf));
  return files.filter(isRun).flatMap((file) => {
    const strings = stringsOf(file);
    const isTabled = strings.some((string) => TITLE_OF_TABLE.test(string));
    const titles = new Set(strings.flatMap((string) => titlesIn(string, areas, isTabled)));
    return [...titles].map((title) => ({ file: file.path, title, status: 'passed' }));
  });
}
