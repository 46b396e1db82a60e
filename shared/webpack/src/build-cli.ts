import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build';
import { readModule } from './workspace';

const USAGE = 'portal-build [module folder …] [--local] [--version X] [--out folder]';

/** `portal-build`: builds the named modules one after the other, or the module of the current folder. Returns the exit code. */
export async function main(args: string[]): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { local: { type: 'boolean' }, version: { type: 'string' }, out: { type: 'string' }, help: { type: 'boolean' } },
    });
    if (values.help) {
      process.stdout.write(`${USAGE}\n`);
      return 0;
    }
    if (positionals.length > 1 && (values.out ?? values.version)) throw new Error('--out and --version are for one module');
    for (const where of positionals.length > 0 ? positionals : ['.']) {
      const started = performance.now();
      const { name, version, fresh } = await build(readModule(where), {
        local: values.local ?? process.env.PORTAL_VERSION_SUFFIX === 'local',
        ...(values.version ? { version: values.version } : {}),
        ...(values.out ? { out: resolve(values.out) } : {}),
      });
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      process.stdout.write(`${name} ${version} ${fresh ? `built in ${seconds} s` : 'unchanged'}\n`);
    }
    return 0;
  } catch (error) {
    process.stderr.write(`portal-build: ${(error as Error).message}\n`);
    return 1;
  }
}
