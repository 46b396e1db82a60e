// The repository's rules: import rules (dependency-cruiser) and small checks. `--root DIR` checks another tree, `--json` prints data.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkClocks } from './rules/clocks.mjs';
import { checkDomainCycles } from './rules/domain-cycles.mjs';
import { checkFiles, longFiles } from './rules/files.mjs';
import { checkLinks } from './rules/links.mjs';
import { checkLiterals } from './rules/literal-urls.mjs';
import { checkMigrations } from './rules/migrations.mjs';
import { checkPlatformTables } from './rules/platform-tables.mjs';
import { checkRemotes } from './rules/remote-lists.mjs';
import { checkStyles, checkTitles } from './rules/styles.mjs';
import { checkTexts } from './rules/texts.mjs';
import { readTree } from './source-files.mjs';

const home = resolve(import.meta.dirname, '../..');
const { values } = parseArgs({ options: { root: { type: 'string', default: home }, json: { type: 'boolean' } } });
const root = resolve(values.root);

function checkImports() {
  const rooms = readdirSync(root).filter(
    (name) => /^(shell|mf-.+|shared|api|delivery|e2e|tools|lab)$/.test(name) && existsSync(join(root, name)),
  );
  const cruiser = join(home, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [cruiser, '--config', join(home, '.dependency-cruiser.cjs'), '--output-type', 'json', ...rooms];
  const run = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', maxBuffer: 256 * 2 ** 20 });
  if (!run.stdout) throw new Error(`dependency-cruiser: ${run.stderr}`);
  return JSON.parse(run.stdout).summary.violations.map(({ rule, from, to }) => ({
    rule: rule.name,
    file: from,
    line: 1,
    says: `-> ${to}`,
  }));
}

const files = readTree(root);
const breaches = [
  ...checkImports(),
  ...checkFiles(files),
  ...checkRemotes(files),
  ...checkMigrations(files),
  ...checkDomainCycles(files),
  ...checkPlatformTables(files),
  ...checkClocks(files),
  ...checkLinks(files, root),
  ...checkLiterals(files),
  ...checkStyles(files),
  ...checkTitles(files),
  ...checkTexts(files),
];
if (values.json) process.stdout.write(JSON.stringify(breaches));
else {
  for (const { file, lines } of longFiles(files)) process.stdout.write(`${file}: ${lines} lines, more than 250 (no breach)\n`);
  for (const { rule, file, line, says } of breaches) process.stdout.write(`${file}:${line} ${rule}: ${says}\n`);
  process.stdout.write(breaches.length === 0 ? `Fences: ${files.length} files, no breach\n` : `Fences: ${breaches.length} breaches\n`);
}
process.exitCode = breaches.length === 0 ? 0 : 1;
