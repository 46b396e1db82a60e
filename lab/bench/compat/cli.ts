// `node --import tsx lab/bench/compat/cli.ts SEED COUNT FOLDER`: prints the outcomes of this many changes of each sort, as JSON. A separate
// process, because the modules' declarations are ES modules.
import { tryChanges } from './trial';
import { declaredWorld } from './world';

const [seed = '', count = '', folder = ''] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await tryChanges(await declaredWorld(), Number(seed), Number(count), folder)));
