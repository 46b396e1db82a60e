// `npm run lab -- node [RELEASE …]`: runs the tests of the API and of delivery on each release of Node that package.json lists, except the release of
// this process, which `npm test` uses. The binaries are packages of the npm registry.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { say } from '../../tools/say.mjs';

const root = resolve(import.meta.dirname, '../..');
const [current] = process.versions.node.split('.');

/** The major releases of a range such as `^20.19.0 || ^24.0.0`. */
const releasesIn = (range) => range.split('||').map((part) => part.trim().replace(/^\D*/, '').split('.')[0]);

/** Installs the binary of a release, and returns its path. */
function binaryOf(release) {
  const folder = join(root, 'node_modules/.cache/portal-node', release);
  const name = `node-${process.platform}-${process.arch}`;
  const binary = join(folder, 'node_modules', name, 'bin/node');
  if (!existsSync(binary))
    spawnSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', `${name}@${release}`], { stdio: 'inherit' });
  if (!existsSync(binary)) throw new Error(`the npm registry gave no Node ${release} for this machine`);
  return binary;
}

function passes(release) {
  const binary = binaryOf(release);
  say(`Node ${spawnSync(binary, ['--version'], { encoding: 'utf8' }).stdout.trim()}`);
  const env = { ...process.env, JEST_TRACE_FILE: join(root, `test-results/jest-node${release}.json`) };
  const args = ['node_modules/jest/bin/jest.js', '--testPathPatterns', join(root, 'api'), join(root, 'delivery')];
  return spawnSync(binary, args, { cwd: root, stdio: 'inherit', env }).status === 0;
}

const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const asked = process.argv.slice(2);
const releases = asked.length > 0 ? asked : releasesIn(engines.node).filter((release) => release !== current);
const failed = releases.filter((release) => !passes(release));
say(failed.length === 0 ? `passed on Node ${releases.join(', ')}` : `failed on Node ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
