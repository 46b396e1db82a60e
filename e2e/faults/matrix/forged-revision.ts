import type { SignedRegistry } from '@portal/mf-kit/module';
import { moduleEntry, nextRegistry, versionOf } from '../../../delivery/src/registry/next-registry';
import { loadKey, signTimestamp } from '../../../delivery/src/registry/signatures';
import { type CommandContext, readRegistry, requireManifest } from '../../../delivery/src/registry/update-registry';

/** A revision that was not signed with the ops key. */
export interface ForgedRevision {
  revision: number;
  /** The registry as a host would serve it. */
  signed: SignedRegistry;
}

/**
 * The next revision as the activation of another version of a module would create it, with a valid timestamp of the host. Only its signature is
 * wrong. `data` is the folder of the store.
 */
export async function forge(context: CommandContext, data: string, name: string, version: string): Promise<ForgedRevision> {
  const { text, registry: current } = await readRegistry(context);
  const running = await requireManifest(context.store, { name, version: moduleEntry(current, name)?.version ?? '' });
  const target = { ...(await requireManifest(context.store, { name, version })), lastGood: versionOf(running.manifest, running.bytes) };
  const at = context.now();
  const revision = (await context.store.latestRevision()).used + 1;
  const next = { ...nextRegistry(current, [target], { by: 'nobody', why: 'forged', at: at.toISOString() }), revision };
  const { signature } = JSON.parse(text ?? '') as SignedRegistry;
  return {
    revision,
    signed: { document: JSON.stringify(next), signature, timestamp: signTimestamp(revision, at, loadKey(data, 'timestamp')) },
  };
}
