import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import type { parseArgs } from 'node:util';
import { canary, promote, stopCanary } from './canary';
import { type Desk, type Order, type Outcome, type Request, readRegistry } from './desk';
import { activate, rollback } from './operate';
import { buildFolder, dataFolder } from './places';
import { prune } from './prune';
import { publish } from './publish';
import { Refusal } from './refusal';
import { historyText, outcomeText, prunedText, statusText, tokensText } from './report';
import { rotate } from './rotate';
import { stage } from './stage';
import { type HistoryLine, readPublication } from './store';
import type { Token } from './token';
import { createToken, revokeToken } from './tokens';
import { verify } from './verify';
import { holderOf, OPS, tokensOf } from './vouch';

export const OPTIONS = {
  dir: { type: 'string' },
  activate: { type: 'boolean' },
  why: { type: 'string' },
  reason: { type: 'string' },
  to: { type: 'string' },
  by: { type: 'string' },
  revision: { type: 'string' },
  percent: { type: 'string' },
  hours: { type: 'string' },
  keep: { type: 'string' },
  days: { type: 'string' },
  'dry-run': { type: 'boolean' },
  module: { type: 'string' },
  ops: { type: 'boolean' },
  name: { type: 'string' },
  expires: { type: 'string' },
  promote: { type: 'boolean' },
  stop: { type: 'boolean' },
  force: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>>['values'];

/** What a command says: to a person, and to a program that asked with --json. */
export interface Said {
  text: string;
  data: unknown;
}

interface Command {
  /** Says all that it takes: an option that does not stand here is refused. */
  usage: string;
  /** The most names after the command's own. */
  takes: number;
  /** It needs to know what the API serves. */
  asksApi?: true;
  /** It changes what runs: in a store with tokens it needs one of ops. */
  isOperating?: true;
  run(desk: Desk, names: string[], values: Values, token: Token | null): Promise<Said>;
}

/** Who acts, by the token where the store has some, else by their word. Refuses a token that is not for what they do. */
export async function actor(desk: Desk, token: Token | null, wanted: readonly string[], { by }: Pick<Values, 'by'>): Promise<string> {
  const { registry } = await readRegistry(desk);
  const tokens = await tokensOf(desk.store, registry);
  if (!tokens) {
    if (token)
      throw new Refusal('PORTAL_TOKEN is set, and this store has no tokens: leave it out, or name the right store with PORTAL_DATA');
    return by ?? userInfo().username;
  }
  if (by !== undefined) throw new Refusal('--by is more than this takes: the token says who acts');
  const [holder] = wanted.map((one) => holderOf(tokens, token, one, desk.now()));
  return holder?.name ?? userInfo().username;
}

const orderOf = (values: Values, why: string): Order => ({
  by: values.by ?? userInfo().username,
  why: values.why ?? values.reason ?? why,
  force: values.force ?? false,
});

const done = (outcome: Outcome | null): Said =>
  outcome
    ? { text: outcomeText(outcome), data: { revision: outcome.registry.revision, changes: outcome.changes, warnings: outcome.warnings } }
    : { text: 'active already, nothing changed', data: { revision: null, changes: [], warnings: [] } };

async function publishAll(desk: Desk, names: string[], values: Values, token: Token | null): Promise<Said> {
  if (names.length === 0) throw new Refusal('publish what? Name a module');
  if (values.dir && names.length > 1) throw new Refusal('--dir is for one module');
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
    });
    const { version, fresh, warnings, weight } = made;
    published.push(made);
    const heaviest = `published (${(weight / 1024).toFixed(1)} kB for its heaviest path)`;
    lines.push(`${name} ${version}${fresh ? ` ${heaviest}` : ': nothing to publish'}`);
    if (!values.activate) lines.push(...warnings.map((warning) => `warning: ${warning}`));
    const reason = (name === 'shell' ? registry?.shell : registry?.modules[name])?.quarantined[version];
    if (reason === undefined) requests.push({ name, version });
    else lines.push(`${name} ${version} stays out: it was taken back (${reason})`);
  }
  if (!values.activate) return { text: lines.join('\n'), data: { published } };
  const outcome = await activate(desk, requests, orderOf({ ...values, by }, 'published'));
  const last = outcome ? outcomeText(outcome) : `revision ${registry?.revision} stands, nothing changed`;
  return { text: [...lines, last].join('\n'), data: { published, ...(done(outcome).data as object) } };
}

/** Publications as lines of the history: they make no revision. */
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

/** By time; revisions stay in their order, whatever the clocks of those machines said. */
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

/** Nothing that was said is passed over: refuses names and options that the command does not take. */
export function assertTaken({ usage, takes }: Command, names: string[], values: Values): void {
  const everywhere = ['by', 'json', 'help'];
  const options = Object.keys(values).filter((option) => !everywhere.includes(option) && !new RegExp(`--${option}\\b`).test(usage));
  const unheard = [...names.slice(takes), ...options.map((option) => `--${option}`)];
  if (unheard.length > 0) throw new Refusal(`${unheard.join(', ')} is more than this takes:\n${usage}`);
}

export const commands: Readonly<Record<string, Command>> = {
  publish: {
    usage: 'portal publish <module …> [--dir <build folder>] [--why "…"]\n  [--activate [--force]]',
    takes: Number.POSITIVE_INFINITY,
    asksApi: true,
    run: publishAll,
  },
  activate: {
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
  status: {
    usage: 'portal status',
    takes: 0,
    async run(desk) {
      const { registry } = await readRegistry(desk);
      return { text: statusText(registry), data: registry };
    },
  },
  history: {
    usage: 'portal history [module]',
    takes: 1,
    async run(desk, [name]) {
      const history = await desk.store.history();
      const known = new Set([...(await desk.store.names()), ...history.flatMap(({ changes }) => changes.map((change) => change.name))]);
      if (name && !known.has(name)) throw new Refusal(`there is no module ${name}; there are ${[...known].join(', ') || 'none yet'}`);
      const changed = history.filter(({ changes, did }) => !name || did?.module === name || changes.some((change) => change.name === name));
      const lines = inOrder([...changed, ...(await publications(desk, name ? [name] : [...known]))]);
      return { text: historyText(lines), data: lines };
    },
  },
  'create-token': {
    usage:
      'portal create-token --module <module> --name "…" --expires 2027-01-31\n  [--why "…"]\nportal create-token --ops --name "…" --expires 2027-01-31 [--why "…"]',
    takes: 0,
    async run(desk, _names, { module, ops, name = '', expires = '', ...values }) {
      if ((module === undefined) === (ops === undefined)) throw new Refusal('for whom? --module mf-jobs, or --ops');
      const made = await createToken(desk, { module: module ?? OPS, name, expires }, orderOf(values, 'a new token'));
      const { id, isFirst, token, warnings } = made;
      const first = isFirst ? ['It is the first: from now on this store takes nothing that no token stands behind.'] : [];
      const words = [`token ${id} of ${name} for ${made.module}, until ${expires}. It is shown once:`, token, ...first];
      return { text: [...words, ...warnings.map((warning) => `warning: ${warning}`)].join('\n'), data: made };
    },
  },
  'revoke-token': {
    usage: 'portal revoke-token <id> --reason "…"',
    takes: 1,
    async run(desk, [id], values) {
      if (!id) throw new Refusal('revoke what? portal revoke-token <id> --reason "…"');
      if (!values.reason) throw new Refusal('say why: --reason "…"');
      const ended = await revokeToken(desk, id, orderOf(values, values.reason));
      return { text: `the token ${id} of ${ended.name} counts no longer`, data: ended };
    },
  },
  'rotate-key': {
    usage: 'portal rotate-key <ops|timestamp> --reason "…"',
    takes: 1,
    async run(desk, [key], values) {
      if (key !== 'ops' && key !== 'timestamp') throw new Refusal('which key? portal rotate-key ops, or timestamp');
      if (!values.reason) throw new Refusal('say why: --reason "…"');
      const made = await rotate(desk, dataFolder(), key, orderOf(values, values.reason));
      const copies = key === 'ops' ? 'keys/ops.pub to the hosts, keys/ops.pem to who activates' : 'keys/timestamp.pem to the other hosts';
      const words = [`the ${key} key is ${made.publicKey}`, `revision ${made.revision} is live`, `Now copy ${copies}, and back it up.`];
      return { text: [...words, ...made.warnings.map((warning) => `warning: ${warning}`)].join('\n'), data: made };
    },
  },
  tokens: {
    usage: 'portal tokens',
    takes: 0,
    async run(desk) {
      const tokens = await tokensOf(desk.store, (await readRegistry(desk)).registry);
      return { text: tokensText(tokens, desk.now()), data: tokens };
    },
  },
  prune: {
    usage: 'portal prune [--dry-run] [--keep 20] [--days 30]',
    takes: 0,
    isOperating: true,
    async run(desk, _names, { keep = '20', days = '30', 'dry-run': isDry = false }) {
      const options = { revisions: atLeastOne('--keep', keep), days: atLeastOne('--days', days), isDry };
      const pruned = await prune(desk, options);
      return { text: prunedText(pruned, isDry), data: { ...pruned, dryRun: isDry } };
    },
  },
  verify: {
    usage: 'portal verify [--revision N]',
    takes: 0,
    asksApi: true,
    async run(desk, _names, { revision }) {
      const { words, ...data } = await verify(desk, revision === undefined ? undefined : Number(revision));
      return { text: words, data };
    },
  },
};
