import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { versions } from '@portal/contracts/versions';
import type { ModuleDeclaration, RouteDeclaration } from '@portal/mf-kit/module';
import { defaultObjective } from '@portal/mf-kit/objective';
import { PORTAL_VERSION } from '@portal/mf-kit/portal';
import { readDeclaration } from '@portal/webpack/declaration';
import { isRemoteName, type RemoteName, remotesIn } from '@portal/webpack/remotes';
import { readModule } from '@portal/webpack/workspace';
import { pathConflicts } from '../../delivery/src/registry/route-owners';
import { formatText } from './formatted';

const OWNERS = '.github/CODEOWNERS';
const template = join(import.meta.dirname, 'template');

/** An expected failure; its message is one line for the caller. */
export class Refused extends Error {}

/** Content by path in the repository. */
type Files = Map<string, string>;

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Values of the placeholders in names and texts of the template. */
function wordsOf(name: RemoteName, routes: readonly RouteDeclaration[]): Record<string, string> {
  const kebab = name.slice('mf-'.length);
  const words = kebab.split('-');
  const orders = routes.flatMap(({ nav = [] }) => nav.map(({ order }) => order));
  const pascal = words.map(capital).join('');
  return {
    kebab,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    Pascal: pascal,
    Title: words.map(capital).join(' '),
    path: `/guard/${kebab}`,
    order: String(Math.max(0, ...orders) + 10),
    portal: String(PORTAL_VERSION),
    availability: String(defaultObjective.availability),
    latencyMs: String(defaultObjective.latencyMs),
    specialities: String(versions.specialities),
  };
}

function filled(words: Record<string, string>): Files {
  const say = (text: string) => text.replace(/__(\w+?)__/g, (mark, word: string) => words[word] ?? mark);
  const names = readdirSync(template, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.txt'));
  return new Map(
    names.map((name) => [say(name.replaceAll('\\', '/').replace(/\.txt$/, '')), say(readFileSync(join(template, name), 'utf8'))]),
  );
}

/** The lock file with the new package, as npm would write it. The package's dependencies are already locked. */
function locked(root: string, name: RemoteName, made: Files): string {
  const { version, dependencies } = JSON.parse(made.get(`${name}/package.json`) ?? '{}');
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const packages = { ...lock.packages, [name]: { version, dependencies }, [`node_modules/${name}`]: { resolved: name, link: true } };
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  return `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`;
}

/** CODEOWNERS with a line for the remote's squad. */
const owned = (root: string, name: RemoteName, kebab: string): string =>
  `${readFileSync(join(root, OWNERS), 'utf8').trimEnd()}\n\n/${name}/ @portal/${kebab}\n`;

/** e2e/specs.json with the two new journeys, one line each. */
function listed(root: string, name: RemoteName, kebab: string): string {
  const mine = {
    [`a11y/remotes/${kebab}`]: { of: [name], on: 'desk', isWhole: true },
    [`journeys/${kebab}/open`]: { of: [name], on: 'desk', isEssential: true },
  };
  const spaced = (value: object) =>
    JSON.stringify(value, null, 1)
      .replace(/\n\s*/g, ' ')
      .replace(/\[ (.*) \]/, '[$1]');
  const lines = readFileSync(join(root, 'e2e/specs.json'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('  "'))
    .map((line) => line.replace(/,$/, ''));
  lines.push(...Object.entries(mine).map(([path, spec]) => `  "${path}": ${spaced(spec)}`));
  return `{\n${lines.sort().join(',\n')}\n}\n`;
}

/** The reason why the name cannot be used; null if it can. */
function problemWith(root: string, name: string): string | null {
  if (!isRemoteName(name)) return `${name} is no name for a module: mf-, then words in lower case with hyphens, as mf-training`;
  if (existsSync(join(root, name))) return `${name} is taken: there is such a folder already`;
  if (existsSync(join(root, 'shared', name))) return `${name} is taken: a shared package has this name`;
  return null;
}

async function declaredIn(root: string): Promise<Record<string, Pick<ModuleDeclaration, 'routes'>>> {
  const each = remotesIn(root).map(async (name) => [name, await readDeclaration(readModule(name, root))] as const);
  return Object.fromEntries(await Promise.all(each));
}

/** Writes all files; restores the previous state if one cannot be written. */
function writeAll(root: string, made: Files, changed: Files): void {
  const before = new Map([...changed.keys()].map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  const folders: string[] = [];
  try {
    for (const [path, text] of [...made, ...changed]) {
      const first = mkdirSync(dirname(join(root, path)), { recursive: true });
      if (first) folders.push(first);
      writeFileSync(join(root, path), text);
    }
  } catch (error) {
    for (const path of made.keys()) rmSync(join(root, path), { force: true });
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    for (const [path, text] of before) writeFileSync(join(root, path), text);
    throw error;
  }
}

/**
 * Creates a remote that builds, passes its tests, can be published and has a sidebar entry. Throws Refused, without any change, if the name or path
 * cannot be used.
 * @returns the paths of the new files
 */
export async function makeModule(root: string, name: string): Promise<string[]> {
  const problem = problemWith(root, name);
  if (problem !== null || !isRemoteName(name)) throw new Refused(problem ?? name);
  const declared = await declaredIn(root);
  const words = wordsOf(
    name,
    Object.values(declared).flatMap(({ routes }) => Object.values(routes)),
  );
  const { kebab = '', path = '' } = words;
  const [conflict] = pathConflicts({ ...declared, [name]: { routes: { [path]: { access: 'guard', chrome: 'guard', title: name } } } });
  if (conflict) throw new Refused(conflict);
  const texts = filled(words);
  const [taken] = [...texts.keys()].filter((file) => existsSync(join(root, file)));
  if (taken) throw new Refused(`${name} is taken: ${taken} is there already`);
  const made = new Map(await Promise.all([...texts].map(async ([file, text]) => [file, await formatText(root, file, text)] as const)));
  writeAll(
    root,
    made,
    new Map([
      ['package-lock.json', locked(root, name, made)],
      ['e2e/specs.json', listed(root, name, kebab)],
      [OWNERS, owned(root, name, kebab)],
    ]),
  );
  return [...made.keys()].sort();
}
