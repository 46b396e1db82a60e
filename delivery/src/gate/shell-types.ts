import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { ModuleManifest, Registry } from '@portal/mf-kit/module';
import type { BuildRecord } from '@portal/mf-kit/provenance';
import { parseTypes } from '@portal/mf-kit/storedTypes';
import { buildFolder, repository } from '../paths';
import { type Activated, readActiveManifest, versionsIn } from '../registry/active-versions';
import { integrityOf } from '../store/integrity';
import { readVerified, type Store, TamperedFile } from '../store/store';

const exec = promisify(execFile);
const MOST_OUTPUT = 64 * 2 ** 20;
const MOST_LINES = 10;

/** A shell under which a module may run. */
export interface LiveShell {
  version: string;
  /** Its portal context; null if its `module.json` is missing or was changed. */
  portal: number | null;
  /** Its types, as stored; or the reason why there are none. */
  types: Uint8Array | NoTypes;
  /** The command also publishes and activates another shell, so only a rollback leads back to this one. */
  isReplaced: boolean;
}

export class NoTypes {
  constructor(readonly why: string) {}
}

async function typesOf(store: Store, manifest: ModuleManifest): Promise<Uint8Array | NoTypes> {
  if (manifest.types === undefined) return new NoTypes('it was built before types were stored');
  try {
    return (await readVerified(store, manifest, manifest.types)) ?? new NoTypes(`its ${manifest.types} is missing`);
  } catch (error) {
    if (error instanceof TamperedFile) return new NoTypes(`its ${manifest.types} was changed`);
    throw error;
  }
}

/** The active shell and the last good one. */
export async function loadShells(store: Store, registry: Registry | null, isReplaced: boolean): Promise<LiveShell[]> {
  const live = new Map<string, Activated>();
  for (const [name, one] of registry ? versionsIn(registry) : []) if (name === 'shell') live.set(one.version, one);
  return Promise.all(
    [...live.values()].map(async (one) => {
      const manifest = await readActiveManifest(store, 'shell', one);
      const types = manifest ? await typesOf(store, manifest) : new NoTypes('its module.json is missing or was changed');
      return { version: one.version, portal: manifest?.portal ?? null, types, isReplaced };
    }),
  );
}

export interface TypedBuild {
  manifest: ModuleManifest;
  files: ReadonlyMap<string, Uint8Array>;
  record: BuildRecord;
}

/** The reply of `portal-types`: by version of a shell, its first difference, and the lines of the sources that it breaks. */
interface TypeReply {
  differences: Record<string, string>;
  uses: Record<string, string[]>;
}

const program = join(repository, 'shared/webpack/bin/portal-types.mjs');

/** The reply of `portal-types`, or the reason why there is none. */
async function compare(request: object): Promise<TypeReply | NoTypes> {
  const running = exec(process.execPath, [program], { env: process.env, maxBuffer: MOST_OUTPUT });
  // If the program ends without reading, its exit code and its messages state the reason.
  running.child.stdin?.on('error', () => undefined).end(JSON.stringify(request));
  try {
    return JSON.parse((await running).stdout) as TypeReply;
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    return new NoTypes((stderr || message).trim());
  }
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** The text of a shell's types, if they can be compared. */
function readTypes(bytes: Uint8Array): string | NoTypes {
  try {
    parseTypes(textOf(bytes));
    return textOf(bytes);
  } catch (error) {
    return new NoTypes(`its types.json cannot be read: ${(error as Error).message}`);
  }
}

export interface TypeCheck {
  problems: string[];
  warnings: string[];
}

const linesOf = (uses: string[]): string => {
  const more = uses.length > MOST_LINES ? [`and ${uses.length - MOST_LINES} more lines`] : [];
  return [...uses.slice(0, MOST_LINES), ...more].map((line) => `\n  ${line}`).join('');
};

/**
 * Compares the types of a module's build with each shell under which it may run. A difference in a member that its sources do not use is no
 * problem. Without the sources of the build, each difference counts.
 */
export async function checkTypes(
  { manifest, files, record }: TypedBuild,
  folder: string,
  shells: readonly LiveShell[],
): Promise<TypeCheck> {
  const is = `${manifest.name} ${manifest.version}`;
  const own = manifest.types === undefined ? undefined : files.get(manifest.types);
  const warnings: string[] = [];
  const differing: { shell: LiveShell; types: string }[] = [];
  for (const shell of shells) {
    const not = `${is} was not compared with the types of shell ${shell.version}`;
    if (shell.types instanceof NoTypes) warnings.push(`${not}: ${shell.types.why}`);
    else if (shell.portal !== manifest.portal)
      warnings.push(`${not}, which gives portal context ${shell.portal}, not ${manifest.portal}: the gate lets no device run both`);
    else if (!own) warnings.push(`${not}: it has no types itself; build it again`);
    else if (integrityOf(own) === integrityOf(shell.types)) continue;
    else if (!existsSync(program)) warnings.push(`${not}: publish it in a clone of the repository for that`);
    else {
      const types = readTypes(shell.types);
      if (types instanceof NoTypes) warnings.push(`${not}: ${types.why}`);
      else differing.push({ shell, types });
    }
  }
  if (!own || differing.length === 0) return { problems: [], warnings };
  const shellsOfRequest = differing.map(({ shell: { version, isReplaced }, types }) => ({ version, types, isReplaced }));
  const reply = await compare({
    own: textOf(own),
    shells: shellsOfRequest,
    ...(folder === buildFolder(manifest.name) && {
      sources: { dir: dirname(folder), inputs: record.buildDefinition.resolvedDependencies },
    }),
  });
  if (reply instanceof NoTypes) {
    const compared = shellsOfRequest.map(({ version }) => version).join(', ');
    return { problems: [`${is} could not be compared with the types of shell ${compared}: ${reply.why}`], warnings };
  }
  const problems: string[] = [];
  for (const { shell } of differing) {
    const [difference, lines] = [reply.differences[shell.version], reply.uses[shell.version]];
    if (difference === undefined || lines?.length === 0) continue;
    if (shell.isReplaced) warnings.push(`${is} does not fit shell ${shell.version}: do not roll the shell back to it (${difference})`);
    else problems.push(`${is} does not fit shell ${shell.version}: ${difference}${linesOf(lines ?? [])}`);
  }
  return { problems, warnings };
}
