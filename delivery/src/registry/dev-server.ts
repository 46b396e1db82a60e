import type { ModuleManifest, Registry } from '@portal/mf-kit/module';
import { ConcurrentChange, UserError } from '../errors';
import { type Change, readManifest } from '../store/store';
import { earlierVersions, nextRegistry, versionOf } from './next-registry';
import { pathConflicts } from './route-owners';
import { type CommandContext, readRegistry, writeRevision } from './update-registry';

/** The part of the manifest that portal-dev sends. */
export type DevModule = Pick<ModuleManifest, 'name' | 'version' | 'container' | 'entry' | 'routes'>;

const TRIES = 5;

/** Writes a revision on top of the current one, and tries again after a concurrent change. */
async function revise(
  context: CommandContext,
  by: string,
  why: string,
  edit: (current: Registry, at: string) => Promise<{ next: Registry; change: Change } | null>,
): Promise<void> {
  for (let left = TRIES; ; left -= 1) {
    const { text, registry } = await readRegistry(context);
    if (!registry) throw new UserError('nothing is active yet: start the portal first');
    if (registry.tokens) throw new UserError('this store has tokens: a dev server cannot join, because its files are not signed');
    const at = context.now().toISOString();
    const edited = await edit(registry, at);
    if (!edited) return;
    const { next, change } = edited;
    try {
      await writeRevision(context, text, next, { by, why, changes: [change] });
      return;
    } catch (error) {
      if (!(error instanceof ConcurrentChange) || left === 0) throw error;
    }
  }
}

const OF_DEV = { by: 'portal-dev', why: 'served by its dev server' };

/** Marks a module as served by its dev server: unhashed, with the published version as its last good one. */
export async function addDevServer(context: CommandContext, module: DevModule): Promise<void> {
  await revise(context, OF_DEV.by, OF_DEV.why, async (current, at) => {
    const before = current.modules[module.name];
    const { version, container, entry, integrity } = before ?? {};
    const lastGood = before?.dev
      ? before.lastGood
      : version && container && entry && integrity
        ? { version, container, entry, integrity }
        : null;
    const manifest = { ...module, portal: 0, contracts: {}, shared: {}, commit: '', files: {}, preload: {}, prerendered: {} };
    const next = nextRegistry(current, [{ manifest, bytes: Buffer.from(''), lastGood, dev: true }], { ...OF_DEV, at });
    const conflicts = pathConflicts(next.modules);
    if (conflicts.length > 0) throw new UserError(conflicts.join('; '));
    return { next, change: { name: module.name, from: before?.version ?? null, to: module.version, how: 'dev' } };
  });
}

/** Returns a module to its newest published version that is not quarantined; without one it is removed from the registry. */
export async function removeDevServer(context: CommandContext, name: string): Promise<void> {
  await revise(context, OF_DEV.by, 'dev server stopped', async (current, at) => {
    const now = current.modules[name];
    if (!now?.dev) return null;
    const versions = earlierVersions(await context.store.history(), name).filter((version) => !(version in now.quarantined));
    const found = versions[0] === undefined ? null : await readManifest(context.store, name, versions[0]);
    const before = versions[1] === undefined ? null : await readManifest(context.store, name, versions[1]);
    const { [name]: _left, ...others } = current.modules;
    const base = { ...current, revision: current.revision + 1, at, modules: others };
    if (!found) return { next: base, change: { name, from: now.version, to: 'none', how: 'dev' } };
    const lastGood = before && versionOf(before.manifest, before.bytes);
    const next = nextRegistry(current, [{ ...found, lastGood }], { by: OF_DEV.by, why: 'dev server stopped', at });
    return { next, change: { name, from: now.version, to: found.manifest.version, how: 'dev' } };
  });
}
