import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(__dirname, '..');
const programs = execFileSync('git', ['ls-files', '*.mjs'], { cwd: root, encoding: 'utf8', timeout: 60_000 }).trim().split('\n');
const IMPORT = /const \{([^}]+)\} = await \w+\('([^']+\.ts)'/g;

/** Each name that a program loads from a TypeScript file at run time, which the compiler does not check. */
const loaded = programs.flatMap((program) =>
  [...readFileSync(join(root, program), 'utf8').matchAll(IMPORT)].flatMap(([, names, path]) => {
    const file = path.startsWith('.') ? join(root, dirname(program), path) : join(root, path);
    return names.split(',').map((name) => ({ program, file, name: name.split(':')[0].trim() }));
  }),
);

test('each program loads only names that its TypeScript file exports', () => {
  expect(loaded.length).toBeGreaterThan(5);
  const missing = loaded.filter(
    ({ file, name }) =>
      name &&
      !(
        existsSync(file) &&
        new RegExp(`export (async )?(const|function|class) ${name}\\b|export \\{[^}]*\\b${name}\\b`).test(readFileSync(file, 'utf8'))
      ),
  );
  expect(missing.map(({ program, name }) => `${program}: ${name}`)).toEqual([]);
});
