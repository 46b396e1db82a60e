import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, utimesSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { remotesIn } from '../../shared/webpack/src/remotes.mjs';
import type { Done, Task } from './contender';
import { readRegistry } from './desk';
import { deploy, fakeBuild, newDesk } from './fixtures';
import { fileProblems } from './gate';
import { followStore } from './host/live';
import { publish } from './publish';
import { loadKey, openRegistry } from './signing';

const repository = resolve(__dirname, '../..');
const MODULES = remotesIn(repository);

/** A process of its own; `lines` grows as it speaks. */
function start(task: Task): { child: ChildProcess; lines: Done[]; ended: Promise<number | null> } {
  const child = spawn(process.execPath, ['--import', 'tsx', join(__dirname, 'contender.ts'), JSON.stringify(task)], {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: Done[] = [];
  createInterface({ input: child.stdout as NonNullable<typeof child.stdout> }).on('line', (line) => lines.push(JSON.parse(line)));
  return { child, lines, ended: once(child, 'close').then(([code]) => code) };
}

type Desk = ReturnType<typeof newDesk>;

/** Every revision is there as it was signed, once, each by one line of the history, and each follows from the one before. */
async function expectWholeHistory(desk: Desk): Promise<void> {
  const history = await desk.store.history();
  const { registry } = await readRegistry(desk);
  expect(history.map(({ revision }) => revision)).toEqual(Array.from({ length: registry?.revision ?? 0 }, (_, n) => n + 1));
  const active: Record<string, string> = {};
  for (const { revision, changes } of history) {
    const text = await desk.store.revision(revision);
    const signed = openRegistry(text ?? '', desk.ops.publicKey).registry;
    expect(signed.revision).toBe(revision);
    for (const { name, from, to } of changes) {
      expect([revision, name, active[name] ?? null]).toEqual([revision, name, from]);
      active[name] = to;
    }
    const { shell, modules } = signed;
    expect(Object.fromEntries(Object.entries({ shell, ...modules }).map(([name, { version }]) => [name, version]))).toEqual(active);
  }
}

const twoHosts = (desk: Desk) =>
  Promise.all(
    [1, 2].map(() =>
      followStore({
        store: newDesk(desk.data).store,
        opsPublicKey: desk.ops.publicKey,
        timestampKey: loadKey(desk.data, 'timestamp'),
        log: { info: () => undefined, error: (text) => process.stderr.write(`${text}\n`) },
      }),
    ),
  );

it('twenty publishers and ten activations at once, in four processes over two hosts: nothing is lost, and the history is whole', async () => {
  const desk = newDesk();
  await deploy(desk, { name: 'shell' }, ...MODULES.map((name) => ({ name })));
  for (const name of MODULES)
    for (const version of ['1.1.0', '1.2.0']) await publish(desk.store, fakeBuild({ name, version, script: version }), {});
  const hosts = await twoHosts(desk);
  const two = [0, 1];
  const processes = [
    ...two.map((n) => start({ data: desk.data, activate: MODULES.map((name) => ({ name, version: n === 0 ? '1.1.0' : '1.2.0' })) })),
    // Ten versions, each by two publishers: one of them wins, or finds the same files.
    ...two.map(() =>
      start({ data: desk.data, publish: MODULES.flatMap((name) => ['2.0.0', '2.1.0'].map((version) => ({ name, version }))) }),
    ),
  ];
  expect(await Promise.all(processes.map(({ ended }) => ended))).toEqual([0, 0, 0, 0]);

  const said = processes.flatMap(({ lines }) => lines);
  const told = (word: string) => said.filter(({ what }) => what.startsWith(word));
  expect([told('activate').length, told('publish').length]).toEqual([10, 20]);
  const taken = told('activate').filter(({ revision }) => revision !== null);
  // Of two that want the same module at most one is told that somebody else was quicker.
  expect(taken.length).toBeGreaterThanOrEqual(MODULES.length);
  const history = await desk.store.history();
  expect(taken.map(({ what, revision }) => [revision, what]).sort((a, b) => Number(a[0]) - Number(b[0]))).toEqual(
    history.slice(1).map(({ revision, changes: [change] }) => [revision, `activate ${change?.name} ${change?.to}`]),
  );
  for (const { words } of said.filter(({ revision }) => revision === null)) expect(words).toMatch(/meanwhile|published already/);
  await expectWholeHistory(desk);
  for (const name of MODULES) {
    expect((await desk.store.versions(name)).sort()).toEqual(['1.0.0', '1.1.0', '1.2.0', '2.0.0', '2.1.0']);
    for (const version of await desk.store.versions(name)) expect(await fileProblems(desk.store, name, version)).toEqual([]);
  }
  const last = history.length;
  const until = Date.now() + 20_000;
  while (hosts.some((host) => host.current()?.registry.revision !== last) && Date.now() < until)
    await new Promise((look) => setTimeout(look, 20));
  expect(hosts.map((host) => host.current()?.registry.revision)).toEqual([last, last]);
  for (const host of hosts) host.stop();
}, 120_000);

it('a publisher that is killed at any moment leaves nothing half-published and nobody waiting', async () => {
  const desk = newDesk();
  await deploy(desk, { name: 'shell' }, { name: 'mf-jobs' });
  let next = 1;
  let seen = 0;
  const killed: (number | undefined)[] = [];
  for (let round = 0; round < 8; round++) {
    const { child, lines, ended } = start({ data: desk.data, churn: { name: 'mf-jobs', from: next } });
    while (lines.length === 0 && child.exitCode === null) await new Promise((look) => setTimeout(look, 5));
    await new Promise((moment) => setTimeout(moment, Math.random() * 120));
    killed.push(child.pid);
    child.kill('SIGKILL');
    await ended;
    seen += lines.length;
    const versions = await desk.store.versions('mf-jobs');
    for (const version of versions) expect(await fileProblems(desk.store, 'mf-jobs', version)).toEqual([]);
    await expectWholeHistory(desk);
    // What was told is there.
    const history = await desk.store.history();
    for (const { what, revision } of lines) expect(history.find((line) => line.revision === revision)?.changes[0]?.to).toBe(what);
    next = Math.max(...versions.map((version) => Number(version.split('.')[2]))) + 1;
  }
  expect(seen).toBeGreaterThanOrEqual(8);
  await deploy(desk, { name: 'mf-jobs', version: '2.0.0' });
  const leftovers = () =>
    ['modules/mf-jobs', 'revisions'].flatMap((folder) =>
      readdirSync(join(desk.data, folder)).flatMap((name) => (name.startsWith('.') ? [join(desk.data, folder, name)] : [])),
    );
  // Each killed one had begun one thing at most, which nobody sees.
  const owners = leftovers().map((path) => Number(/\.(\d+)\.\d+\.\d+$/.exec(path)?.[1]));
  expect(owners.filter((pid) => !killed.includes(pid))).toEqual([]);
  expect(new Set(owners).size).toBe(owners.length);
  for (const path of leftovers()) utimesSync(path, 0, 0);
  await deploy(desk, { name: 'mf-jobs', version: '2.1.0' });
  expect(leftovers()).toEqual([]);
}, 180_000);
