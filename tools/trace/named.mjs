import { stringsOf } from '../checks/sources.mjs';
import { idsOf } from './join.mjs';

/** The trace's own tests, and those of the texts, speak of ids that no ledger has. */
const isRun = ({ path }) => /\.(test|spec)\.(ts|tsx|mjs)$/.test(path) && !/^tools\/(trace|texts)\b/.test(path);

const areaOf = (id) => id.replace(/-\d+(\/\d+)?$/, '');

/** The ids of a string: those in brackets as in a title, and those that it consists of, as in a row of a table of tests. */
function idsIn(string, areas) {
  const row = idsOf(`[${string}]`);
  const ofRow = row.wrong.length === 0 ? row.ids.filter((id) => areas.has(areaOf(id))) : [];
  return [...idsOf(string).ids, ...ofRow];
}

/**
 * What the tests name by their sources alone, as `join` takes it: a test per file and id, as if each passed. It is the most that a run
 * of them can show.
 */
export function namedTests(files, ledger) {
  const areas = new Set([...ledger.keys()].map(areaOf));
  return files.filter(isRun).flatMap((file) => {
    const ids = new Set(stringsOf(file).flatMap((string) => idsIn(string, areas)));
    return [...ids].map((id) => ({ file: file.path, title: `[${id}]`, status: 'passed' }));
  });
}
