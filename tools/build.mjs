// The shell and the remotes, built as `npm start` and the journeys will want them, which then find that nothing changed; one at a time, since other
// work runs beside it.
import { resolve } from 'node:path';
import { alone } from './portal/alone.mjs';
import { buildModules } from './portal/modules.mjs';

const root = resolve(import.meta.dirname, '..');
const say = (line) => process.stdout.write(`${line}\n`);

try {
  await alone(root, () => buildModules(root, process.env, say, 1), say);
} catch (error) {
  say(`build: ${error.message}`);
  process.exitCode = 1;
}
