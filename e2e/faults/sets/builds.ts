import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ModuleManifest } from '@portal/mf-kit/module';
import { dropFolder, temporaryFolder } from '@portal/testing/temporaryFolder';
import { publish } from '../../../delivery/src/commands/publish';
import type { CommandContext } from '../../../delivery/src/registry/update-registry';
import { attestBuild } from '../../../delivery/test/attest';
import { buildModules } from '../../../tools/dev-portal/build-and-publish.mjs';
import { extractRelease, FRONT, type PreviousRelease, previousFrontRelease, root } from '../previous-release';
import { makeNext } from './next';
import type { Level } from './table';

/** Version by level and module. */
export type Versions = Readonly<Record<Level, Readonly<Record<string, string>>>>;

/** Cache of builds. The version is a hash of the sources, so unchanged modules are not built again. */
const CACHE = join(root, 'node_modules/.cache/portal-sets');

async function publishTree(
  tree: string,
  level: Level,
  names: readonly string[],
  { context, live, say }: { context: CommandContext; live: Readonly<Record<string, string>>; say: (line: string) => void },
) {
  const kept = (name: string) => join(CACHE, level, name);
  const built = (name: string) => join(tree, name, 'dist');
  for (const name of names) if (existsSync(kept(name))) cpSync(kept(name), built(name), { recursive: true });
  await buildModules(tree, process.env, (line) => say(`${level}: ${line}`), 2, names);
  const versions: Record<string, string> = {};
  for (const name of names) {
    rmSync(kept(name), { recursive: true, force: true });
    cpSync(built(name), kept(name), { recursive: true });
    const { version } = JSON.parse(readFileSync(join(built(name), 'module.json'), 'utf8')) as ModuleManifest;
    versions[name] = version;
    // A build of unchanged sources has the active version, which is already published.
    if (version === live[name]) continue;
    // This folder is no git repository, and a previous release may be older than the records of builds.
    attestBuild(built(name));
    await publish(context, built(name), {});
  }
  return versions;
}

/** Throws if a module has the same version twice, because its sets would prove nothing. */
function assertDistinct({ previous, live, next }: Versions, names: readonly string[], before: PreviousRelease): void {
  for (const name of names) {
    const all = [previous[name], live[name], next[name]];
    if (new Set(all).size < all.length)
      throw new Error(`${name} needs three different versions and has ${all.join(', ')}; the previous release is ${before.name}`);
  }
}

/**
 * Builds the previous and the next release of these modules, and publishes them next to the active versions (`live`). A module that the previous
 * release did not have keeps its active version there.
 */
export async function publishVersions(
  context: CommandContext,
  live: Readonly<Record<string, string>>,
  { names, say }: { names: readonly string[]; say: (line: string) => void },
): Promise<{ before: PreviousRelease; versions: Versions }> {
  const before = previousFrontRelease();
  const folder = temporaryFolder('sets');
  try {
    const [previous, next] = [join(folder, 'previous'), join(folder, 'next')];
    extractRelease(before, previous, root, FRONT);
    extractRelease({ revision: null, name: 'the next release' }, next, root, FRONT);
    makeNext(next);
    const had = names.filter((name) => existsSync(join(previous, name)));
    const versions = {
      previous: { ...live, ...(await publishTree(previous, 'previous', had, { context, live, say })) },
      live,
      next: { ...live, ...(await publishTree(next, 'next', names, { context, live, say })) },
    };
    if (before.revision) assertDistinct(versions, had, before);
    return { before, versions };
  } finally {
    dropFolder(folder);
  }
}
