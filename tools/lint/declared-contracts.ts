import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isEndpoint } from '@portal/contracts/_kernel/calls';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';

const root = resolve(import.meta.dirname, '../..');
const contracts = join(root, 'shared/contracts/src');

/** Imports such as `import { a, type B, c as d } from '@portal/contracts/jobs/jobs.endpoints'` in sources that run in a page. */
function imported(folder: string): { file: string; names: string[] }[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|testing|node_modules/.test(name),
  );
  return files.flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/import (?!type)\{([^}]+)\} from '@portal\/contracts\/([^']+)'/g)].map(
      ([, names = '', file = '']) => ({
        file,
        names: names.split(',').flatMap((each) => (/^\s*type /.test(each) ? [] : (/\w+/.exec(each)?.[0] ?? []))),
      }),
    ),
  );
}

const exportsOf = async (file: string) => (await import(file)) as Record<string, unknown>;

/** The endpoints that the sources of the shell or of a module import. */
export async function callsOf(name: string): Promise<Endpoint[]> {
  const found = new Map<string, Endpoint>();
  for (const { file, names } of imported(join(root, name, 'src'))) {
    const exported = await exportsOf(join(contracts, `${file}.ts`));
    for (const one of names.map((each) => exported[each])) if (isEndpoint(one)) found.set(one.id, one);
  }
  return [...found.values()];
}

/** Every endpoint of the contracts. */
export async function listEndpoints(): Promise<Endpoint[]> {
  const files = readdirSync(contracts, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^(?!_kernel)[^.]+\/.+(?<!\.test)\.ts$/.test(name),
  );
  const exported = await Promise.all(files.map((name) => exportsOf(join(contracts, name))));
  return exported.flatMap((each) => Object.values(each).filter(isEndpoint));
}
