// `npm run lab -- attribution [--seed N] [--faults N] [--each]`: faults of modules and the shell in pages of a portal host. `--each`: one of each kind.
import { parseArgs } from 'node:util';
import { say } from '../../tools/say.mjs';
import { attributable, unattributable } from './faults';
import { type FaultResult, runFaults } from './run';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    faults: { type: 'string', default: '100' },
    each: { type: 'boolean', default: false },
  },
});
const [seed, count] = [Number(values.seed), Number(values.faults)];
if (!Number.isInteger(seed) || !(Number.isInteger(count) && count > 0)) throw new Error('--seed and --faults are whole numbers');

const lineOf = ({ fault: { kind, module, version }, wrong }: FaultResult) =>
  `${wrong.length === 0 ? 'ok' : 'WRONG'} ${kind}, ${module} ${version}${wrong.length === 0 ? '' : `: ${wrong.join('; ')}`}`;
const print = (result: FaultResult) => say(lineOf(result));
const results = await runFaults(seed, count, attributable, values.each, print);
const others = await runFaults(seed, Math.ceil(count / 4), unattributable, values.each, print);
const right = (all: readonly FaultResult[]) => all.filter(({ wrong }) => wrong.length === 0).length;
say(
  `seed ${seed}: ${right(results)} of ${results.length} faults attributed to module, version and owner; ${right(others)} of ${others.length} faults of others to none`,
);
process.exit(right(results) === results.length && right(others) === others.length ? 0 : 1);
