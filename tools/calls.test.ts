import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { MODULES } from '@portal/mf-kit/module';

const root = resolve(__dirname, '..');
const contracts = join(root, 'shared/contracts/src');

/** `import { a, type B, c as d } from '@portal/contracts/jobs/jobs.endpoints'` of what runs in a page. */
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

/** The domains of the endpoints among them. */
function called(folder: string): string[] {
  const ids = imported(folder).flatMap(({ file, names }) => {
    const exported = require(join(contracts, `${file}.ts`)) as Record<string, { id?: unknown; method?: unknown; path?: unknown }>;
    return names.flatMap((name) => {
      const { id, method, path } = exported[name] ?? {};
      return typeof id === 'string' && typeof method === 'string' && path !== undefined ? [id] : [];
    });
  });
  return [...new Set(ids.map((id) => id.split('.')[0] ?? id))].sort();
}

it.each(['shell', ...MODULES])('%s declares each contract that it calls: the gate compares what is declared', (name) => {
  const [, declared = ''] = /contracts: \{([^}]+)\}/.exec(readFileSync(join(root, name, 'module.ts'), 'utf8')) ?? [];
  const calls = called(join(root, name, 'src'));
  expect(calls).not.toEqual([]);
  expect(calls.filter((domain) => !new RegExp(`\\b${domain}: \\d`).test(declared))).toEqual([]);
});
