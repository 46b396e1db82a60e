import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { ResourceDescriptor } from '@portal/mf-kit/provenance';
import { parseTypes } from '@portal/mf-kit/storedTypes';
import { inputsOf } from './sources';
import { compilerOptions, inFolder, runCompiler } from './types';

export interface TypedShell {
  version: string;
  /** The text of its `types.json`. */
  types: string;
  /** Only a rollback leads back to it, so the sources are not compiled with it. */
  isReplaced: boolean;
}

export interface TypeRequest {
  /** The text of `types.json` of the module's build. */
  own: string;
  shells: TypedShell[];
  /** The folder of the module's sources, with the inputs that its build recorded. Without it, all that a module may use counts as used. */
  sources?: { dir: string; inputs: ResourceDescriptor[] };
}

export interface TypeReply {
  /** By version of the shell: the first difference that breaks a module with these types. */
  differences: Record<string, string>;
  /**
   * By version of the shell: the lines of the module's sources that its difference breaks. A version is missing after the first one with
   * lines. All are missing if the sources differ from the build.
   */
  uses: Record<string, string[]>;
}

const TYPES_OF_ALL = 'node_modules/@portal';
/** Each file imports the declarations of one side by its own folder, so that `@portal/…` in them means that side. */
const place = (folder: string, types: string) => {
  for (const [file, text] of Object.entries(parseTypes(types))) {
    const to = join(folder, TYPES_OF_ALL, file);
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, text);
  }
};
const writeLines = (file: string, lines: readonly string[]) => writeFileSync(file, lines.join('\n'));
const importOf = (side: string, file: string, name: string, as: string) =>
  `import type { ${name} as ${as} } from '${side}/${TYPES_OF_ALL}/mf-kit/${file}';`;

/** `path(line,column): error TS1: text`, with indented lines of explanation. */
const MESSAGE = /^(?<file>\S.*?)\((?<line>\d+),\d+\): error TS\d+: (?<text>.*)$/;
const shortened = (text: string) =>
  text
    .replace(/import\("[^"]*"\)\./g, '')
    .replace(/View<(\w+), \w+>/g, '$1')
    .replace(/'(\{ [^']{40})[^']*'/g, "'$1…'");

interface Message {
  file: string;
  line: string;
  /** The message and its explanation, outermost first. */
  lines: string[];
}
function parseMessages(output: string): Message[] {
  const messages: Message[] = [];
  for (const line of output.split('\n').filter(Boolean)) {
    const { file, line: at, text } = MESSAGE.exec(line)?.groups ?? {};
    if (file !== undefined && at !== undefined && text !== undefined) messages.push({ file, line: at, lines: [shortened(text)] });
    else {
      const explained = messages.at(-1);
      if (!explained || !line.startsWith(' ')) throw new Error(`the compiler failed: ${line}`);
      explained.lines.push(shortened(line.trim()));
    }
  }
  return messages;
}

/** The member and the innermost cause, out of an explanation with one line for each level. */
function causeOf(lines: string[]): string {
  const members = lines.flatMap((line) => /^(?:Types of property|The types of|The types returned by) '([^']+)'/.exec(line)?.[1] ?? []);
  const cause = lines.at(-1) ?? '';
  const path = members.filter((member) => !['bootstrap', 'mount', 'unmount'].includes(member)).join('.');
  return path === '' ? cause : `${path}: ${cause}`;
}

/** Whether the lifecycles of a module with `own` types can be given to each shell, with the portal context of that shell. */
async function differencesOf(root: string, folder: string, shells: readonly TypedShell[]): Promise<Record<string, string>> {
  const files = shells.map((_, at) => `shell-${at}.ts`);
  for (const [at, file] of files.entries())
    writeLines(join(folder, file), [
      importOf(`./shell-${at}`, 'remote', 'RemoteLifecycles', 'Given'),
      importOf('./own', 'remote', 'RemoteLifecycles', 'Own'),
      'declare const own: Own;',
      'export const given: Given = own;',
    ]);
  // Without `skipLibCheck`, because a declaration that does not resolve would fit everything.
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { ...compilerOptions, noEmit: true }, files }));
  const found: Record<string, string> = {};
  for (const { file, lines } of parseMessages(await runCompiler(root, join(folder, 'tsconfig.json')))) {
    const at = /shell-(\d+)[./]/.exec(file)?.[1];
    const version = shells[Number(at)]?.version;
    if (version === undefined) throw new Error(`the types of the build do not compile: ${file}: ${lines.join(' ')}`);
    found[version] ??= causeOf(lines);
  }
  return found;
}

const VIEW = `type Fitting<Own, Given> = [Given] extends [Own]
  ? Own
  : Given extends (...given: never[]) => unknown
    ? Given
    : Given extends object
      ? View<Own, Given>
      : Given;
/** The members of Own, each as Given where Given does not fit it. Members that Given may lack stay. */
export type View<Own, Given> = {
  [K in keyof Own as K extends keyof Given ? K : {} extends Pick<Own, K> ? K : never]: K extends keyof Given
    ? Fitting<Own[K], Given[K]>
    : Own[K];
};
`;

/** Compiles a module's sources with the portal context of a shell instead of the module's. Returns one line for each error. */
async function usesOf(root: string, folder: string, dir: string, shell: string): Promise<string[]> {
  const kit = join(folder, 'kit');
  rmSync(kit, { recursive: true, force: true });
  cpSync(join(root, 'shared/mf-kit/src'), kit, { recursive: true });
  writeFileSync(join(kit, 'view.ts'), VIEW);
  for (const [file, name] of [
    ['portal', 'Portal'],
    ['remote', 'RemoteProps'],
  ] as const) {
    renameSync(join(kit, `${file}.ts`), join(kit, `${file}.own.ts`));
    writeLines(join(kit, `${file}.ts`), [
      `export * from './${file}.own';`,
      `import type { ${name} as Own } from './${file}.own';`,
      importOf(`../${shell}`, file, name, 'Given'),
      "import type { View } from './view';",
      `export type ${name} = View<Own, Given>;`,
    ]);
  }
  const exported = join(folder, 'exported.ts');
  writeLines(exported, [
    "import type { lifecycles } from './kit/lifecycles';",
    importOf(`./${shell}`, 'remote', 'RemoteLifecycles', 'Given'),
    'declare const own: ReturnType<typeof lifecycles>;',
    'export const given: Given = own;',
  ]);
  const remote = join(dir, 'src/remote.tsx');
  const config = join(folder, 'uses.json');
  const options = { types: ['*'], paths: { '@portal/mf-kit/*': [`${kit}/*`] } };
  const files = [exported, join(kit, 'css.d.ts'), remote];
  writeFileSync(config, JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions: options, files, include: [] }));
  return parseMessages(await runCompiler(root, config)).map(({ file, line, lines }) => {
    const path = resolve(root, file);
    if (path === exported) return `${relative(root, remote)}: what it exports: ${causeOf(lines)}`;
    return `${path.startsWith(kit) ? join('shared/mf-kit/src', relative(kit, path)) : relative(root, path)}:${line}: ${causeOf(lines)}`;
  });
}

const isBuilt = (root: string, { dir, inputs }: NonNullable<TypeRequest['sources']>): boolean => {
  const recorded = new Map(inputs.map(({ name, digest }) => [name, JSON.stringify(digest)]));
  return (
    existsSync(join(dir, 'src/remote.tsx')) && inputsOf(root, dir).every((one) => recorded.get(one.name) === JSON.stringify(one.digest))
  );
};

/** Compares the types of a module's build with the types of shells, and finds the lines of its sources that a difference breaks. */
export function compareTypes(root: string, { own, shells, sources }: TypeRequest): Promise<TypeReply> {
  return inFolder(root, async (folder) => {
    place(join(folder, 'own'), own);
    for (const [at, { types }] of shells.entries()) place(join(folder, `shell-${at}`), types);
    const differences = await differencesOf(root, folder, shells);
    const uses: Record<string, string[]> = {};
    if (!sources || !isBuilt(root, sources)) return { differences, uses };
    for (const [at, { version, isReplaced }] of shells.entries()) {
      if (isReplaced || differences[version] === undefined) continue;
      const lines = await usesOf(root, folder, sources.dir, `shell-${at}`);
      uses[version] = lines;
      if (lines.length > 0) break;
    }
    return { differences, uses };
  });
}
