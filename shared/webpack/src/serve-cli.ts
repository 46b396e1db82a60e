import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { serveBuild } from './serve';
import { readModule } from './workspace';

const USAGE = 'portal-serve [module folder] [--port 4103] [--version X] [--out folder]';

/** `portal-serve`: builds one remote and serves it for an override in this machine's browser. Resolves with the exit code when it stops. */
export async function main(args: string[]): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        port: { type: 'string', default: '4103' },
        version: { type: 'string' },
        out: { type: 'string' },
        help: { type: 'boolean' },
      },
    });
    if (values.help) {
      process.stdout.write(`${USAGE}\n`);
      return 0;
    }
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`--port ${values.port} is no port`);
    const module = readModule(positionals[0]);
    if (module.kind === 'shell') throw new Error('the shell cannot be overridden: stage a version of it');
    const stopping = new AbortController();
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort());
    await serveBuild(module, {
      port,
      signal: stopping.signal,
      say: (text) => process.stdout.write(`portal-serve: ${text}\n`),
      ...(values.version ? { version: values.version } : {}),
      ...(values.out ? { out: resolve(values.out) } : {}),
    });
    return 0;
  } catch (error) {
    process.stderr.write(`portal-serve: ${(error as Error).message}\n`);
    return 1;
  }
}
