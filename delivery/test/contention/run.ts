import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, utimesSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { publish } from '../../src/commands/publish';
import { fileProblems } from '../../src/gate/gate';
import { watchRegistry } from '../../src/host/live-registry';
import { loadKey, verifyRegistry } from '../../src/registry/signatures';
import { readRegistry } from '../../src/registry/update-registry';
import { deploy, fakeBuild, newContext } from '../fixtures';
import type { CommandResult, ProcessTask } from './process';

const repository = resolve(import.meta.dirname, '../../..');

type Desk = ReturnType<typeof newContext>;

function start(task: ProcessTask): { child: ChildProcess; lines: CommandResult[]; ended: Promise<number | null> } {
  const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'process.ts'), JSON.stringify(task)], {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: CommandResult[] = [];
  createInterface({ input: child.stdout as NonNullable<typeof child.stdout> }).on('line', (line) => lines.push(JSON.parse(line)));
  return { child, lines, ended: once(child, 'close').then(([code]) => code) };
}

/** Problems of the history: each revision must exist once as signed, have one history line, and follow from the previous revision. */
async function historyProblems(context: Desk): Promise<string[]> {
  const problems: string[] = [];
  const history = await context.store.history();
  const newest = (await readRegistry(context)).registry?.revision ?? 0;
  const numbers = history.map(({ revision }) => revision).join();
  if (numbers !== Array.from({ length: newest }, (_, n) => n + 1).join())
    problems.push(`revision ${newest} runs, the history has ${numbers}`);
  const active: Record<string, string> = {};
  for (const { revision, changes } of history) {
    const {
      shell,
      modules,
      revision: signed,
    } = verifyRegistry((await context.store.revision(revision)) ?? '', context.ops.publicKey).registry;
    if (signed !== revision) problems.push(`revision ${revision} was signed as ${signed}`);
    for (const { name, from, to } of changes) {
      if ((active[name] ?? null) !== from) problems.push(`revision ${revision} follows from ${name} ${from}, and ${active[name]} ran`);
      active[name] = to;
    }
    const runs = Object.fromEntries(Object.entries({ shell, ...modules }).map(([name, { version }]) => [name, version]));
    const isSame = Object.keys({ ...runs, ...active }).every((name) => runs[name] === active[name]);
    if (!isSame) problems.push(`revision ${revision} is not what its changes say: ${JSON.stringify(runs)}`);
  }
  return problems;
}

/** Problems of visible versions: each must be complete. */
async function versionProblems({ store }: Desk, names: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    names.map(async (name) => Promise.all((await store.versions(name)).map((version) => fileProblems(store, name, version)))),
  );
  return found.flat(2);
}

const followedBy = (context: Desk, log: { info(text: string): void; error(text: string): void }) =>
  watchRegistry({
    store: newContext(context.data).store,
    opsPublicKey: context.ops.publicKey,
    timestampKey: loadKey(context.data, 'timestamp'),
    log,
  });

export interface ContentionResult {
  asked: { publish: number; activate: number };
  /** Activations that were reported as live. */
  taken: number;
  versions: Record<string, string[]>;
  /** Lost updates and damage, in words; expected to be empty. */
  problems: string[];
}

/** Runs twenty publishers and ten activations in four processes, with two hosts that follow the same store. */
export async function contendAtOnce(modules: readonly string[], context = newContext()): Promise<ContentionResult> {
  await deploy(context, { name: 'shell' }, ...modules.map((name) => ({ name })));
  for (const name of modules)
    for (const version of ['1.1.0', '1.2.0']) await publish(context, fakeBuild({ name, version, script: version }), {});
  const problems: string[] = [];
  const log = { info: () => undefined, error: (text: string) => void problems.push(`a host logged: ${text}`) };
  const hosts = await Promise.all([followedBy(context, log), followedBy(context, log)]);
  const processes = [
    ...['1.1.0', '1.2.0'].map((version) => start({ data: context.data, activate: modules.map((name) => ({ name, version })) })),
    // Two publishers per version: one wins, or finds the same files.
    ...[0, 1].map(() =>
      start({ data: context.data, publish: modules.flatMap((name) => ['2.0.0', '2.1.0'].map((version) => ({ name, version }))) }),
    ),
  ];
  const codes = await Promise.all(processes.map(({ ended }) => ended));
  if (codes.some((code) => code !== 0)) problems.push(`the processes ended with ${codes.join()}`);

  const said = processes.flatMap(({ lines }) => lines);
  const told = (word: string) => said.filter(({ what }) => what.startsWith(word));
  const taken = told('activate').filter(({ revision }) => revision !== null);
  const history = await context.store.history();
  const lines = history.slice(1).map(({ revision, changes: [change] }) => `${revision} activate ${change?.name} ${change?.to}`);
  const lost = taken.map(({ revision, what }) => `${revision} ${what}`).filter((line) => !lines.includes(line));
  problems.push(...lost.map((line) => `lost: ${line}`));
  if (lines.length !== taken.length) problems.push(`${taken.length} activations were reported as live, ${lines.length} are in the history`);
  for (const { what, words } of said.filter(({ revision }) => revision === null))
    if (!/someone else has changed|published already/.test(words)) problems.push(`${what}: ${words}`);
  problems.push(...(await historyProblems(context)), ...(await versionProblems(context, modules)));
  const last = history.length;
  const until = Date.now() + 20_000;
  while (hosts.some((host) => host.current()?.registry.revision !== last) && Date.now() < until)
    await new Promise((look) => setTimeout(look, 20));
  for (const host of hosts) {
    if (host.current()?.registry.revision !== last) problems.push(`a host is at revision ${host.current()?.registry.revision} of ${last}`);
    host.stop();
  }
  const versions: Record<string, string[]> = {};
  for (const name of modules) versions[name] = (await context.store.versions(name)).sort();
  return { asked: { publish: told('publish').length, activate: told('activate').length }, taken: taken.length, versions, problems };
}

/** Invisible leftovers of killed processes. */
const leftovers = ({ data }: Desk): string[] =>
  ['modules/mf-jobs', 'revisions'].flatMap((folder) =>
    readdirSync(join(data, folder)).flatMap((name) => (name.startsWith('.') ? [join(data, folder, name)] : [])),
  );

export interface KillResult {
  kills: number;
  /** Kills that hit a running change. */
  met: number;
  /** Changes that were reported as done before the kill. */
  told: number;
  problems: string[];
}

const LONGEST_MS = 120;

/** Kills a process that publishes and activates versions at a random moment, `rounds` times, and checks the store after each kill. */
export async function killPublishers(rounds: number, random: () => number, context = newContext()): Promise<KillResult> {
  await deploy(context, { name: 'shell' }, { name: 'mf-jobs' });
  const problems: string[] = [];
  const killed: number[] = [];
  let [next, told] = [1, 0];
  for (let round = 0; round < rounds; round++) {
    const { child, lines, ended } = start({ data: context.data, churn: { name: 'mf-jobs', from: next } });
    while (lines.length === 0 && child.exitCode === null) await new Promise((look) => setTimeout(look, 5));
    await new Promise((moment) => setTimeout(moment, random() * LONGEST_MS));
    killed.push(child.pid ?? 0);
    child.kill('SIGKILL');
    await ended;
    told += lines.length;
    problems.push(...(await versionProblems(context, ['mf-jobs'])), ...(await historyProblems(context)));
    const history = await context.store.history();
    for (const { what, revision } of lines)
      if (history.find((line) => line.revision === revision)?.changes[0]?.to !== what) problems.push(`lost: ${revision} ${what}`);
    next = Math.max(...(await context.store.versions('mf-jobs')).map((version) => Number(version.split('.')[2]))) + 1;
  }
  const owners = leftovers(context).map((path) => Number(/\.(\d+)\.[\da-f-]+$/.exec(path)?.[1]));
  if (owners.some((pid) => !killed.includes(pid))) problems.push('a process that was not killed left files');
  if (new Set(owners).size !== owners.length) problems.push('one process left two things');
  // Leftovers block nothing and are deleted after an hour.
  await deploy(context, { name: 'mf-jobs', version: '2.0.0' });
  for (const path of leftovers(context)) utimesSync(path, 0, 0);
  await deploy(context, { name: 'mf-jobs', version: '2.1.0' });
  problems.push(...leftovers(context).map((path) => `${path} is still there`));
  return { kills: rounds, met: owners.length, told, problems };
}
