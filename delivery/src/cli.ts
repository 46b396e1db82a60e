import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { folderStore } from './folder-store';
import { fileProblems, gate, servedContracts } from './gate';
import { activate, type Desk, type Order, type Request, readRegistry, rollback } from './operate';
import { buildFolder, dataFolder } from './places';
import { publish } from './publish';
import { isRefusal, Refusal } from './refusal';
import { historyText, outcomeText, statusText } from './report';
import { loadKey, openRegistry } from './signing';
import { readManifest } from './store';

const USAGE = `portal publish <module …> [--dir <build folder>] [--activate] [--why "…"]
portal activate <module> <version> [--why "…"] [--force]      portal activate <module@version …>
portal rollback <module> --reason "…" [--to <version>] [--force]
portal status      portal history [module]      portal verify [--revision N]
--by <who> names another person than the one logged in; PORTAL_DATA another store.`;

const OPTIONS = {
  dir: { type: 'string' },
  activate: { type: 'boolean' },
  why: { type: 'string' },
  reason: { type: 'string' },
  to: { type: 'string' },
  by: { type: 'string' },
  revision: { type: 'string' },
  force: { type: 'boolean' },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>>['values'];
type Command = (desk: Desk, names: string[], values: Values) => Promise<string>;

const orderOf = (values: Values, why: string): Order => ({
  by: values.by ?? userInfo().username,
  why: values.why ?? values.reason ?? why,
  force: values.force ?? false,
});

async function publishAll(desk: Desk, names: string[], values: Values): Promise<string> {
  if (names.length === 0) throw new Refusal('publish what? Name a module');
  if (values.dir && names.length > 1) throw new Refusal('--dir is for one module');
  const { registry } = await readRegistry(desk);
  const lines: string[] = [];
  const requests: Request[] = [];
  for (const name of names) {
    const { version, fresh, warnings, weight, ...published } = await publish(
      desk.store,
      values.dir ? resolve(values.dir) : buildFolder(name),
      registry?.modules ?? {},
    );
    if (published.name !== name) throw new Refusal(`that build is of ${published.name}, not of ${name}`);
    lines.push(
      fresh
        ? `${name} ${version} published (${(weight / 1024).toFixed(1)} kB for its heaviest path)`
        : `${name} ${version}: nothing to publish`,
    );
    if (!values.activate) lines.push(...warnings.map((warning) => `warning: ${warning}`));
    const reason = (name === 'shell' ? registry?.shell : registry?.modules[name])?.quarantined[version];
    if (reason === undefined) requests.push({ name, version });
    else lines.push(`${name} ${version} stays out: it was taken back (${reason})`);
  }
  if (!values.activate) return lines.join('\n');
  const outcome = await activate(desk, requests, orderOf(values, 'published'));
  return [...lines, outcome ? outcomeText(outcome) : `revision ${registry?.revision} stands, nothing changed`].join('\n');
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

async function verify(desk: Desk, _names: string[], values: Values): Promise<string> {
  const text = values.revision ? await desk.store.revision(Number(values.revision)) : await desk.store.registry();
  if (text === null) throw new Refusal(values.revision ? `there is no revision ${values.revision}` : 'nothing is active yet');
  const { registry } = openRegistry(text, desk.ops.publicKey);
  const set = Object.entries({ shell: registry.shell, ...registry.modules });
  const manifests = new Map<string, NonNullable<Awaited<ReturnType<typeof readManifest>>>['manifest']>();
  const problems: string[] = [];
  for (const [name, { version, integrity, ...entry }] of set) {
    if ('dev' in entry) continue;
    problems.push(...(await fileProblems(desk.store, name, version, integrity)));
    const found = await readManifest(desk.store, name, version);
    if (found) manifests.set(name, found.manifest);
  }
  problems.push(...gate(registry, manifests, desk.served));
  if (problems.length > 0) throw new Refusal(problems.join('\n'));
  return `revision ${registry.revision}: signature, ${set.length} modules, every file and the gate hold`;
}

const commands: Record<string, Command> = {
  publish: publishAll,
  async activate(desk, names, values) {
    if (names.length === 0) throw new Refusal('activate what? portal activate <module> <version>');
    const outcome = await activate(desk, requestsOf(names), orderOf(values, 'activated'));
    return outcome ? outcomeText(outcome) : 'active already, nothing changed';
  },
  async rollback(desk, [name], values) {
    if (!name) throw new Refusal('roll back what? portal rollback <module> --reason "…"');
    if (!values.reason) throw new Refusal('say why: --reason "…"');
    return outcomeText(await rollback(desk, name, values.to, orderOf(values, values.reason)));
  },
  status: async (desk) => statusText((await readRegistry(desk)).registry),
  history: async (desk, [name]) => historyText(await desk.store.history(), name),
  verify,
};

/** `portal`: returns the exit code; an error is one clear line. */
export async function main(args: string[]): Promise<number> {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
    const [name = '', ...rest] = positionals;
    const command = commands[name];
    if (!command) {
      process.stderr.write(`${name ? `portal: there is no command ${name}\n` : ''}${USAGE}\n`);
      return 1;
    }
    const data = dataFolder();
    const desk: Desk = {
      store: folderStore(data),
      ops: loadKey(data, 'ops'),
      served: await servedContracts(process.env.API_URL),
      now: () => new Date(),
    };
    process.stdout.write(`${await command(desk, rest, values)}\n`);
    return 0;
  } catch (error) {
    const { code, path, message } = error as NodeJS.ErrnoException;
    const line =
      !isRefusal(error) && (code === 'EACCES' || code === 'EROFS' || code === 'ENOTDIR')
        ? `${path ?? dataFolder()} is not writable`
        : message;
    process.stderr.write(`portal: ${line}\n`);
    return 1;
  }
}

if (process.argv[1] && resolve(process.argv[1]) === import.meta.filename) process.exitCode = await main(process.argv.slice(2));
