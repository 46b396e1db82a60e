import { resolve } from 'node:path';
import { announce, endAnnouncement } from './announce';
import { canary, promote, stopCanary } from './canary';
import { actor, type Command, orderOf, type Said, type Values } from './command';
import { type Desk, type Outcome, type Request, readRegistry } from './desk';
import { drill } from './drill';
import { keyCommands } from './keyCommands';
import { activate, rollback } from './operate';
import { buildFolder } from './places';
import { prune } from './prune';
import { publish } from './publish';
import { Refusal } from './refusal';
import { runningOf } from './registry';
import { drilledText, historyText, outcomeText, prunedText } from './report';
import { stage } from './stage';
import { status } from './status';
import { type HistoryLine, readPublication } from './store';
import type { Token } from './token';
import { verify } from './verify';
import { OPS } from './vouch';
import { switchWorker } from './worker';

const done = (outcome: Outcome | null): Said =>
  outcome
    ? { text: outcomeText(outcome), data: { revision: outcome.registry.revision, changes: outcome.changes, warnings: outcome.warnings } }
    : { text: 'active already, nothing changed', data: { revision: null, changes: [], warnings: [] } };

async function publishAll(desk: Desk, names: string[], values: Values, token: Token | null): Promise<Said> {
  if (names.length === 0) throw new Refusal('publish what? Name a module');
  if (values.dir && names.length > 1) throw new Refusal('--dir is for one module');
  if (values.first && !values.activate) throw new Refusal('--first needs --activate: it is for a store without an active set');
  const { used } = await desk.store.newest();
  // Checked before a token or the API is needed, because hosts that wait for this command serve the active set without either.
  if (values.first && used > 0)
    return { ...done(null), text: `revision ${used} exists already: the active set is unchanged, nothing was published` };
  const by = await actor(desk, token, values.activate ? [OPS, ...names] : names, values);
  const publisher = { by, why: values.why ?? 'published', at: desk.now(), token };
  const { registry } = await readRegistry(desk);
  const lines: string[] = [];
  const published: object[] = [];
  const requests: Request[] = [];
  for (const name of names) {
    const made = await publish(desk.store, values.dir ? resolve(values.dir) : buildFolder(name), registry?.modules ?? {}, {
      ...publisher,
      asked: name,
      running: runningOf(registry, name),
    });
    const { version, fresh, warnings, weight } = made;
    published.push(made);
    const heaviest = `published (${(weight / 1024).toFixed(1)} kB for its heaviest path)`;
    lines.push(`${name} ${version}${fresh ? ` ${heaviest}` : ': nothing to publish'}`);
    if (!values.activate) lines.push(...warnings.map((warning) => `warning: ${warning}`));
    const reason = (name === 'shell' ? registry?.shell : registry?.modules[name])?.quarantined[version];
    if (reason === undefined) requests.push({ name, version });
    else lines.push(`${name} ${version} was not activated: it is quarantined (${reason})`);
  }
  if (!values.activate) return { text: lines.join('\n'), data: { published } };
  const outcome = await activate(desk, requests, orderOf({ ...values, by }, 'published'));
  const last = outcome ? outcomeText(outcome) : `revision ${registry?.revision} stays, nothing changed`;
  return { text: [...lines, last].join('\n'), data: { published, ...(done(outcome).data as object) } };
}

/** Publications as lines of the history, without a revision number. */
async function publications({ store }: Desk, names: string[]): Promise<Published[]> {
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
function inOrder(lines: (HistoryLine | Published)[]): (HistoryLine | Published)[] {
  const revisions = lines.filter(({ revision }) => revision !== null);
  const others = lines.filter(({ revision }) => revision === null).sort((a, b) => (a.at < b.at ? -1 : 1));
  return revisions
    .flatMap((line) => {
      const before = others.findIndex(({ at }) => at > line.at);
      return [...others.splice(0, before === -1 ? others.length : before), line];
    })
    .concat(others);
}

function requestsOf(names: string[]): Request[] {
  if (names.length === 2 && names[0] && names[1] && !names.some((name) => name.includes('@')))
    return [{ name: names[0], version: names[1] }];
  return names.map((asked) => {
    const [name, version] = asked.split('@');
    if (!name || !version) throw new Refusal(`${asked}: say <module> <version> or <module@version …>`);
    return { name, version };
  });
}

function atLeastOne(option: string, given: string): number {
  const number = Number(given);
  if (!Number.isInteger(number) || number < 1) throw new Refusal(`${option} is a whole number, 1 or more`);
  return number;
}

export const commands: Readonly<Record<string, Command>> = {
  publish: {
    does: 'Adds the build of a module to the store. Nothing becomes active.',
    usage: 'portal publish <module …> [--dir <build folder>] [--why "…"]\n  [--activate [--first] [--force]]',
    takes: Number.POSITIVE_INFINITY,
    asksApi: true,
    run: publishAll,
  },
  activate: {
    does: 'Checks versions with the gate and makes them active for all guards, in one revision.',
    usage: 'portal activate <module> <version> [--why "…"] [--force]\nportal activate <module@version …> [--why "…"] [--force]',
    takes: Number.POSITIVE_INFINITY,
    isOperating: true,
    asksApi: true,
    async run(desk, names, values) {
      if (names.length === 0) throw new Refusal('activate what? portal activate <module> <version>');
      return done(await activate(desk, requestsOf(names), orderOf(values, 'activated')));
    },
  },
  rollback: {
    does: 'Makes the last good version of a module active and quarantines the present one.',
    usage: 'portal rollback <module> --reason "…" [--to <version>] [--force]',
    takes: 1,
    isOperating: true,
    asksApi: true,
    async run(desk, [name], values) {
      if (!name) throw new Refusal('roll back what? portal rollback <module> --reason "…"');
      if (!values.reason) throw new Refusal('say why: --reason "…"');
      return done(await rollback(desk, name, values.to, orderOf(values, values.reason)));
    },
  },
  canary: {
    does: 'Runs a version on a share of devices, then promotes it to all of them or stops it.',
    usage:
      'portal canary <module> <version> --percent <n> [--why "…"] [--force]\nportal canary <module> [version] --promote [--why "…"] [--force]\nportal canary <module> [version] --stop --reason "…"',
    takes: 2,
    isOperating: true,
    asksApi: true,
    async run(desk, [name, version], values) {
      if (!name) throw new Refusal('which module? portal canary <module> <version> --percent 5');
      if ([values.promote, values.stop, values.percent].filter((given) => given !== undefined).length > 1)
        throw new Refusal('one of --percent, --promote and --stop');
      if (values.promote) return done(await promote(desk, { name, version }, orderOf(values, 'the canary was good')));
      if (values.stop) {
        if (!values.reason) throw new Refusal('say why: --reason "…"');
        return done(await stopCanary(desk, { name, version }, orderOf(values, values.reason)));
      }
      if (!version || !values.percent)
        throw new Refusal('say which version and for how many: portal canary <module> <version> --percent 5');
      return done(await canary(desk, { name, version }, Number(values.percent), orderOf(values, `for ${values.percent} %`)));
    },
  },
  stage: {
    does: 'Makes a candidate and prints the link that shows it in one browser.',
    usage: 'portal stage <module@version …> [--hours 72] [--why "…"] [--force]',
    takes: Number.POSITIVE_INFINITY,
    isOperating: true,
    asksApi: true,
    async run(desk, names, values) {
      if (names.length === 0) throw new Refusal('stage what? portal stage <module@version …>');
      const staged = await stage(desk, requestsOf(names), orderOf(values, 'staged'), Number(values.hours ?? 72));
      const link = `${process.env.PORTAL_URL ?? 'http://localhost:8080'}/?revision=${staged.token}`;
      const words = [`candidate ${staged.id}, until ${staged.until}`, link, ...staged.warnings.map((warning) => `warning: ${warning}`)];
      return { text: words.join('\n'), data: { ...staged, link } };
    },
  },
  'kill-worker': {
    does: 'Removes the service worker and its stored files from every device.',
    usage: 'portal kill-worker --reason "…"',
    takes: 0,
    isOperating: true,
    async run(desk, _names, values) {
      if (!values.reason) throw new Refusal('say why: --reason "…"');
      return done(await switchWorker(desk, 'off', orderOf(values, values.reason)));
    },
  },
  'keep-worker': {
    does: 'Allows the service worker again.',
    usage: 'portal keep-worker [--why "…"]',
    takes: 0,
    isOperating: true,
    async run(desk, _names, values) {
      return done(await switchWorker(desk, 'on', orderOf(values, 'phones may keep the portal again')));
    },
  },
  announce: {
    does: 'Shows a text on every page until its hours end.',
    usage: 'portal announce "<words for every page>" [--hours 8] [--why "…"]\nportal announce --stop [--why "…"]',
    takes: 1,
    isOperating: true,
    async run(desk, [text = ''], values) {
      if (values.stop && text) throw new Refusal('either new words or --stop');
      if (values.stop) return done(await endAnnouncement(desk, orderOf(values, 'no longer announced')));
      return done(await announce(desk, text, Number(values.hours ?? 8), orderOf(values, `announced: ${text}`)));
    },
  },
  status: {
    does: 'Prints the active versions, their health, the last good versions and the state of automatic rollbacks.',
    usage: 'portal status',
    takes: 0,
    onlyReads: true,
    run: status,
  },
  history: {
    does: 'Prints each change of the registry: who, when and why.',
    usage: 'portal history [module]',
    takes: 1,
    onlyReads: true,
    async run(desk, [name]) {
      const history = await desk.store.history();
      const known = new Set([...(await desk.store.names()), ...history.flatMap(({ changes }) => changes.map((change) => change.name))]);
      if (name && !known.has(name)) throw new Refusal(`there is no module ${name}; there are ${[...known].join(', ') || 'none yet'}`);
      const changed = history.filter(({ changes, did }) => !name || did?.module === name || changes.some((change) => change.name === name));
      const lines = inOrder([...changed, ...(await publications(desk, name ? [name] : [...known]))]);
      return { text: historyText(lines), data: lines };
    },
  },
  ...keyCommands,
  prune: {
    does: 'Removes the files of versions that no page can need any more.',
    usage: 'portal prune [--dry-run] [--keep 20] [--days 30]',
    takes: 0,
    isOperating: true,
    async run(desk, _names, { keep = '20', days = '30', 'dry-run': isDry = false }) {
      const options = { revisions: atLeastOne('--keep', keep), days: atLeastOne('--days', days), isDry };
      const pruned = await prune(desk, options);
      return { text: prunedText(pruned, isDry), data: { ...pruned, dryRun: isDry } };
    },
  },
  drill: {
    does: 'Checks without a change whether each module could be rolled back now; exits with 1 if one could not.',
    usage: 'portal drill',
    takes: 0,
    onlyReads: true,
    asksApi: true,
    async run(desk) {
      const drilled = await drill(desk);
      const text = drilledText(drilled);
      if (drilled.some(({ problem }) => problem !== null)) throw new Refusal(text);
      return { text, data: { modules: drilled } };
    },
  },
  verify: {
    does: 'Checks signature, files and gate of the active set, or of one revision.',
    usage: 'portal verify [--revision N]',
    takes: 0,
    onlyReads: true,
    asksApi: true,
    async run(desk, _names, { revision }) {
      const { words, ...data } = await verify(desk, revision === undefined ? undefined : Number(revision));
      return { text: words, data };
    },
  },
};
