import type { SignedRegistry } from '@portal/mf-kit/module';
import { type Desk, manifestOf, readRegistry } from '../../../delivery/src/desk';
import { entryOf, nextRegistry, versionOf } from '../../../delivery/src/registry';
import { loadKey, signTimestamp } from '../../../delivery/src/signing';

/** A revision that was not signed with the ops key. */
export interface Forged {
  revision: number;
  /** The registry as a host would serve it. */
  signed: SignedRegistry;
}

/**
 * The next revision as the activation of another version of a module would create it, with a valid timestamp of the host. Only its signature is
 * wrong. `data` is the folder of the store.
 */
export async function forge(desk: Desk, data: string, name: string, version: string): Promise<Forged> {
  const { text, registry: current } = await readRegistry(desk);
  const running = await manifestOf(desk.store, { name, version: entryOf(current, name)?.version ?? '' });
  const target = { ...(await manifestOf(desk.store, { name, version })), lastGood: versionOf(running.manifest, running.bytes) };
  const at = desk.now();
  const revision = (await desk.store.newest()).used + 1;
  const next = { ...nextRegistry(current, [target], { by: 'nobody', why: 'forged', at: at.toISOString() }), revision };
  const { signature } = JSON.parse(text ?? '') as SignedRegistry;
  return {
    revision,
    signed: { document: JSON.stringify(next), signature, timestamp: signTimestamp(revision, at, loadKey(data, 'timestamp')) },
  };
}
