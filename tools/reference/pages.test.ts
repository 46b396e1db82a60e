import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { argumentsOf, commands as staffCommands } from '../../api/src/cli/commands';
import { settingDefaults } from '../../api/src/platform/config/env';
import { commands as portalCommands } from '../../delivery/src/commands';
import { readers, referencePages } from './pages';
import { settings } from './settings';

const root = join(__dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const described = Object.assign({}, ...Object.values(settings)) as Record<string, { unset: string }>;

test.each(Object.entries(referencePages()))('%s has the text that the code gives', (path, text) => {
  expect(read(path)).toBe(text);
});

describe('the page of settings', () => {
  it('describes every setting that is read, and no other', () => {
    expect(Object.keys(described).sort()).toEqual([...new Set(Object.values(readers()).flat())].sort());
  });

  it('has the defaults of the API', () => {
    const simple = Object.entries(settingDefaults).filter(
      ([name, value]) => ['string', 'number'].includes(typeof value) && name in described,
    );
    const named = simple.filter(([name]) => described[name]?.unset.startsWith('`') && !described[name]?.unset.startsWith('`PORTAL_'));
    expect(named.length).toBeGreaterThan(6);
    expect(named.filter(([name, value]) => !described[name]?.unset.includes(`\`${value}\``))).toEqual([]);
  });
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
      const usage = portalCommands[name]?.usage;
      if (usage === undefined) return [at];
      return options
        .filter((option) => !everywhere.includes(option) && !usage.includes(`--${option}`))
        .map((option) => `${at} --${option}`);
    });
    expect(wrong).toEqual([]);
    expect(named('portal').length).toBeGreaterThan(30);
  });

  it('exist in staff, with these options', () => {
    const everywhere = ['again', 'database'];
    const wrong = named('staff').flatMap(({ at, name, options }) => {
      const command = staffCommands[name];
      if (command === undefined) return name === 'help' ? [] : [at];
      return options
        .filter((option) => !everywhere.includes(option) && !argumentsOf(command).includes(`--${option} `))
        .map((option) => `${at} --${option}`);
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
