import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ModuleManifest } from '@portal/mf-kit/module';
import { PROVENANCE_FILE, SBOM_FILE, sourceOf } from '@portal/mf-kit/provenance';
import type { Environment } from '@portal/settings/read';
import { UserError } from '../errors';
import { checkStatement, readTokens, sourceProblem } from '../gate/attestation';
import { readStatement } from '../gate/statement';
import { moduleEntry } from '../registry/next-registry';
import type { CommandContext } from '../registry/update-registry';
import { parseManifest } from '../store/manifest';
import type { Store } from '../store/store';

const exec = promisify(execFile);
const MOST_OUTPUT = 64 * 2 ** 20;
const LAST_WORDS = 2_000;

async function run(cwd: string, command: string, args: readonly string[], env: Environment): Promise<void> {
  const shell = process.platform === 'win32' && command === 'npm';
  await exec(command, args, { cwd, env, maxBuffer: MOST_OUTPUT, shell }).catch((error: { message: string; stderr?: string }) => {
    throw new UserError(`${command} ${args[0]} failed: ${(error.stderr || error.message).trim().slice(-LAST_WORDS)}`);
  });
}

/** An npm script passes its own options to each npm that it starts. */
const withoutNpm = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.toLowerCase().startsWith('npm_')));

/** Checks a commit out into a new folder and installs its packages from its lock file. Throws if `clone` does not have the commit. */
export async function checkOut(clone: string, commit: string, folder: string, env: Environment = process.env): Promise<void> {
  const own = withoutNpm(env);
  await run(clone, 'git', ['clone', '--quiet', '--shared', '--no-checkout', clone, folder], own);
  await run(folder, 'git', ['checkout', '--quiet', '--detach', commit], own).catch(() => {
    throw new UserError(`commit ${commit} is not in this clone: git fetch, and repeat`);
  });
  await run(folder, 'npm', ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--include=dev'], own);
}

/** Builds a module of a checkout into its `dist`. */
export const buildIn = (folder: string, name: string, version: string, env: Environment = process.env): Promise<void> =>
  run(folder, process.execPath, ['shared/webpack/bin/portal-build.mjs', name, '--version', version], withoutNpm(env));

const filesOf = ({ files }: ModuleManifest): string[] => ['module.json', SBOM_FILE, ...Object.keys(files)];

/** One line for each file of a version that differs from the same file of a build. */
async function differences(store: Store, { name, version }: ModuleManifest, files: Iterable<string>, dist: string): Promise<string[]> {
  const lines: string[] = [];
  for (const file of files) {
    const stored = await store.read(name, version, file);
    const built = existsSync(join(dist, file)) ? await readFile(join(dist, file)) : null;
    if (stored && built?.equals(stored)) continue;
    const how = stored && built ? 'differs from the rebuild' : stored ? 'is not in the rebuild' : 'is only in the rebuild';
    lines.push(`${name} ${version}: ${file} ${how}`);
  }
  return lines;
}

/**
 * Builds the commit that a version's statement names in a new folder, with the packages of its lock file, and compares each byte. Throws with
 * one line for each different file, or if the build cannot be repeated.
 */
export async function rebuild(
  context: CommandContext,
  registry: Parameters<typeof moduleEntry>[0],
  name: string,
  clone: string,
): Promise<{ version: string; commit: string; files: number; words: string }> {
  const { store } = context;
  const active = moduleEntry(registry, name);
  if (!active) throw new UserError(`${name} is not active`);
  const { version, integrity } = active;
  const judging = { ...context, running: registry, now: context.now() };
  const { problem, note } = await checkStatement(judging, await readTokens(store, registry), { name, version, integrity });
  if (problem ?? note) throw new UserError(note ?? `${name} ${version}: ${problem}`);
  const { predicate } = readStatement((await store.read(name, version, PROVENANCE_FILE)) ?? new Uint8Array());
  const { commit } = sourceOf(predicate);
  const unknown = sourceProblem(predicate);
  if (commit === null || unknown !== null) throw new UserError(`${name} ${version} cannot be built again: ${unknown}`);
  if (!existsSync(join(clone, '.git'))) throw new UserError('there is no clone of the repository here: run the command in one');

  const folder = await mkdtemp(join(tmpdir(), 'portal-rebuild-'));
  try {
    await checkOut(clone, commit, folder);
    await buildIn(folder, name, version);
    const dist = join(folder, name, 'dist');
    const listing = join(dist, 'module.json');
    const built = parseManifest(readFileSync(listing), listing);
    const stored = parseManifest((await store.read(name, version, 'module.json')) ?? new Uint8Array(), `module.json of ${name} ${version}`);
    const files = new Set([...filesOf(stored), ...filesOf(built)]);
    const lines = await differences(store, stored, files, dist);
    const { node = 'unknown', npm = 'unknown' } = predicate.runDetails.builder.version;
    const other =
      node === process.versions.node
        ? []
        : [`it was built with Node ${node} and npm ${npm}, this is Node ${process.versions.node}: repeat with that release`];
    if (lines.length > 0) throw new UserError([...lines, ...other].join('\n'));
    const words = `${name} ${version}: commit ${commit} was built again, and all ${files.size} files are the same`;
    return { version, commit, files: files.size, words };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
