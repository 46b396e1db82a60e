import { UserError } from '../errors';
import type { CommandContext } from '../registry/update-registry';
import { type HistoryLine, readPublication } from '../store/store';
import { command } from './command';
import { historyText } from './format';

/** Publications as lines of the history, without a revision number. */
async function publications({ store }: CommandContext, names: string[]): Promise<Published[]> {
  const found: Published[] = [];
  for (const name of names)
    for (const version of await store.versions(name)) {
      const publication = await readPublication(store, name, version);
      if (!publication) continue;
      const { at, by, why, token } = publication;
      const did = { what: `publish ${name} ${version}${token ? `, token ${token}` : ''}`, module: name };
      found.push({ revision: null, at, by, why, did, changes: [] });
    }
  return found;
}
type Published = Omit<HistoryLine, 'revision'> & { revision: null };

/** Sorted by time. Revisions stay in their order, because clocks of machines differ. */
function mergeByTime(lines: (HistoryLine | Published)[]): (HistoryLine | Published)[] {
  const revisions = lines.filter(({ revision }) => revision !== null);
  const others = lines.filter(({ revision }) => revision === null).sort((a, b) => (a.at < b.at ? -1 : 1));
  return revisions
    .flatMap((line) => {
      const before = others.findIndex(({ at }) => at > line.at);
      return [...others.splice(0, before === -1 ? others.length : before), line];
    })
    .concat(others);
}

export const historyCommand = command({
  name: 'history',
  summary: 'Prints each change of the registry: who, when and why.',
  arguments: '[module]',
  readOnly: true,
  async run(context, [name]) {
    const history = await context.store.history();
    const known = new Set([...(await context.store.names()), ...history.flatMap(({ changes }) => changes.map((change) => change.name))]);
    if (name && !known.has(name)) throw new UserError(`there is no module ${name}; there are ${[...known].join(', ') || 'none yet'}`);
    const changed = history.filter(({ changes, did }) => !name || did?.module === name || changes.some((change) => change.name === name));
    const lines = mergeByTime([...changed, ...(await publications(context, name ? [name] : [...known]))]);
    return { text: historyText(lines), data: lines };
  },
});
