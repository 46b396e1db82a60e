import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProgram as createStaffProgram } from '../../api/src/cli/program';
import { commands as portalCommands } from '../../delivery/src/commands';
import { settings } from '../../shared/settings/src/table';
import { referencePages } from './pages';

const root = join(__dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

test.each(Object.entries(referencePages()))('%s has the text that the code gives', (path, text) => {
  expect(read(path)).toBe(text);
});

describe('the table of settings', () => {
  const sources = ['api/src', 'delivery/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => ({ file: `${folder}/${file}`, text: read(`${folder}/${file}`) })),
  );

  it('is the only source of settings: no code of the servers reads a variable past it', () => {
    expect(sources.length).toBeGreaterThan(300);
    expect(sources.filter(({ text }) => /process\.env(?:\.|\[|\?)/.test(text)).map(({ file }) => file)).toEqual([]);
    expect(sources.filter(({ text }) => /\}\s*=\s*process\.env/.test(text)).map(({ file }) => file)).toEqual([]);
  });

  it('contains no setting that no program reads', () => {
    const all = sources.map(({ text }) => text).join('\n') + read('docker/compose.yaml');
    expect(Object.keys(settings).filter((name) => !new RegExp(`\\b${name}\\b`).test(all))).toEqual([]);
  });

  it('has the defaults', () => {
    const defaults = Object.entries(settings).flatMap(([name, { rule, unset }]) => {
      const value: unknown = rule.getDefault();
      return value !== undefined && unset.startsWith('`') ? [{ name, unset, value }] : [];
    });
    expect(defaults.length).toBeGreaterThan(12);
    expect(defaults.filter(({ unset, value }) => !unset.includes(`\`${value}\``))).toEqual([]);
  });
});

it('the table of jobs has a row for each file in api/src/jobs', () => {
  const files = readdirSync(join(root, 'api/src/jobs')).filter((name) => name.endsWith('.job.ts'));
  const rows = [...read('docs/reference/jobs.md').matchAll(/^\| \[[\w-]+\]\(\.\.\/\.\.\/api\/src\/jobs\/([\w.-]+)\)/gm)].map(
    ([, file]) => file,
  );
  expect(files.length).toBeGreaterThan(10);
  expect(rows.toSorted()).toEqual(files.toSorted());
});

const documents = ['README.md', ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`)]
  .filter((path) => path.endsWith('.md'))
  .map((path) => ({ path, text: read(path) }));

/** The commands in the documents: document, name, and names of the options. */
const named = (tool: 'portal' | 'staff') =>
  documents.flatMap(({ path, text }) =>
    [...text.matchAll(new RegExp(`npm run ${tool} -- ([a-z][\\w-]*)([^\\n\`|#]*)`, 'g'))].map(([, name = '', rest = '']) => ({
      at: `${path}: ${name}`,
      name,
      options: [...rest.matchAll(/--([a-zA-Z][\w-]*)/g)].map(([, option = '']) => option),
    })),
  );

describe('commands that the documents name', () => {
  it('exist in portal, with these options', () => {
    const everywhere = ['json', 'by', 'help'];
    const wrong = named('portal').flatMap(({ at, name, options }) => {
      const command = portalCommands.find((one) => one.name === name);
      if (command === undefined) return [at];
      const known = [...everywhere, ...Object.keys(command.options ?? {})];
      return options.filter((option) => !known.includes(option)).map((option) => `${at} --${option}`);
    });
    expect(wrong).toEqual([]);
    expect(named('portal').length).toBeGreaterThan(30);
  });

  it('exist in staff, with these options', () => {
    const { commands } = createStaffProgram(
      async () => undefined,
      () => undefined,
    );
    const wrong = named('staff').flatMap(({ at, name, options }) => {
      const command = commands.find((line) => line.name() === name);
      if (command === undefined) return name === 'help' ? [] : [at];
      const known = command.options.map(({ long }) => long);
      return options.filter((option) => !known.includes(`--${option}`)).map((option) => `${at} --${option}`);
    });
    expect(wrong).toEqual([]);
    expect(named('staff').length).toBeGreaterThan(15);
  });
});

describe('the runbook', () => {
  const pages = documents.filter(({ path }) => path.startsWith('docs/runbook/') && !path.endsWith('README.md'));

  test.each(pages)('$path has every part', ({ text }) => {
    expect([...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual([
      'Symptom',
      'Check',
      'Command',
      'Expected output',
      'If not',
    ]);
  });

  it('lists each page in its index', () => {
    const index = read('docs/runbook/README.md');
    expect(pages.filter(({ path }) => !index.includes(`(${path.split('/').at(-1)})`)).map(({ path }) => path)).toEqual([]);
  });
});

describe('the decisions', () => {
  const pages = documents.filter(({ path }) => /^docs\/decisions\/\d/.test(path));

  test.each(pages)('$path has every part in fewer than 300 words', ({ text }) => {
    expect([...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual(['Context', 'Decision', 'Consequences', 'Status']);
    expect(text.split(/\s+/).length).toBeLessThan(300);
  });
});
