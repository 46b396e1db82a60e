// `node --import tsx tools/bench/compat/cli.ts SEED COUNT FOLDER`: what came of so many changes of each sort, as JSON. A process of its own:
// the modules' declarations are ES modules only.
import { tryChanges } from './trial';
import { declaredWorld } from './world';

const [seed = '', count = '', folder = ''] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await tryChanges(await declaredWorld(), Number(seed), Number(count), folder)));
