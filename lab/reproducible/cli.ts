// Builds a commit (HEAD) twice, from two clean clones in different folders, and compares each byte of every deployable with its source maps and its
// bill of materials. The second clone has another clock, time zone, locale, umask and order of builds. `--commit <hash>`: another commit.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { remotesIn } from '@portal/webpack/remotes';
import { buildIn, checkOut } from '../../delivery/src/commands/rebuild';
import { deployables } from '../../tools/bundle/deployables';
import { say } from '../../tools/say.mjs';
import { root } from '../bench/lab';

/** 400 days and 5 hours later. */
const CLOCK = `const Real = Date; const later = 400 * 864e5 + 18e6;
globalThis.Date = class extends Real {
  constructor(...at) { super(...(at.length > 0 ? at : [Real.now() + later])); }
  static now() { return Real.now() + later; }
};`;

interface Surroundings {
  folder: string;
  env: NodeJS.ProcessEnv;
  umask: number;
  isReversed: boolean;
}

const modules = ['shell', ...remotesIn(root)];
const outputs = [...modules.flatMap((name) => [`${name}/dist`, `${name}/dist-maps`]), ...deployables.map(({ name }) => `dist/${name}`)];

/** The hash of each built file, by its path in the clone. */
function hashesIn(folder: string): Map<string, string> {
  const entries = outputs
    .filter((output) => existsSync(join(folder, output)))
    .flatMap((output) => readdirSync(join(folder, output), { recursive: true, withFileTypes: true }));
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(files.map((file) => [relative(folder, file), createHash('sha256').update(readFileSync(file)).digest('hex')]));
}

async function buildAll(commit: string, { folder, env, umask, isReversed }: Surroundings): Promise<Map<string, string>> {
  const before = process.umask(umask);
  try {
    const began = performance.now();
    await checkOut(root, commit, folder);
    say(`${folder}: checked out and installed in ${((performance.now() - began) / 1000).toFixed(0)} s`);
    for (const name of isReversed ? [...modules].reverse() : modules) {
      const { version } = JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')) as { version: string };
      await buildIn(folder, name, version, env);
    }
    execFileSync(process.execPath, ['--import', 'tsx', 'tools/bundle/cli.ts'], { cwd: folder, env, stdio: 'ignore' });
    say(`${folder}: built in ${((performance.now() - began) / 1000).toFixed(0)} s`);
    return hashesIn(folder);
  } finally {
    process.umask(before);
  }
}

const { values } = parseArgs({ options: { commit: { type: 'string', default: 'HEAD' } } });
const commit = execFileSync('git', ['rev-parse', values.commit], { cwd: root, encoding: 'utf8' }).trim();
const [one, two] = [temporaryFolder('once'), temporaryFolder('again')];
const first = await buildAll(commit, { folder: join(one, 'a'), env: process.env, umask: 0o022, isReversed: false });
const second = await buildAll(commit, {
  folder: join(two, 'in/a/deeper/folder'),
  env: {
    ...process.env,
    ...{ TZ: 'Pacific/Kiritimati', LC_ALL: 'C', NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(CLOCK)}` },
  },
  umask: 0o077,
  isReversed: true,
});
const differing = [...new Set([...first.keys(), ...second.keys()])].filter((file) => first.get(file) !== second.get(file));
for (const file of differing) say(`differs: ${file}`);
const missing = outputs.filter((output) => output.endsWith('dist') && ![...first.keys()].some((file) => file.startsWith(`${output}/`)));
for (const output of missing) say(`was not built: ${output}`);
say(`${first.size} files of ${modules.length + deployables.length} deployables, ${differing.length} differ`);
process.exitCode = differing.length + missing.length > 0 ? 1 : 0;
