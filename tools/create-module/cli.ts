// `npm run create-module -- mf-training`: creates a remote that builds, passes its tests, and has a menu entry. See docs/guides/adding-a-module.md
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeModule, Refused } from './make';

const USAGE = 'npm run create-module -- <name>, as mf-training';

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } });
  if (values.help) return void process.stdout.write(`${USAGE}\n`);
  const [name, ...more] = positionals;
  if (!name || more.length > 0) throw new Refused(USAGE);
  const made = await makeModule(resolve(import.meta.dirname, '../..'), name);
  process.stdout.write(`${made.map((path) => `  ${path}`).join('\n')}\n`);
  process.stdout.write(
    `${name} is made: npx jest ${name}, npm run build -w ${name}, then npm start. Next: docs/guides/adding-a-module.md\n`,
  );
}

try {
  await main();
} catch (error) {
  const isSaid = error instanceof Refused || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  process.stderr.write(`create-module: ${isSaid ? (error as Error).message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
