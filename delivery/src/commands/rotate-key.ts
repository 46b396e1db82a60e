import { ConcurrentChange, UserError } from '../errors';
import { storeFolder } from '../paths';
import {
  createPendingKey,
  deletePendingKey,
  type KeyName,
  keyFor,
  listPendingKeys,
  promotePendingKey,
  signHandover,
} from '../registry/signatures';
import {
  type ChangeInfo,
  type CommandContext,
  nextNumber,
  readRegistry,
  requireCurrentKey,
  updateRegistry,
  writeRevision,
} from '../registry/update-registry';
import { changeInfo, command, reasonOption, requireReason, withWarnings } from './command';

export interface RotationResult {
  key: KeyName;
  publicKey: string;
  revision: number;
  warnings: string[];
}

/**
 * Replaces a key, in one revision. For the ops key, the new key signs the revision, and both keys sign the handover; then hosts and pages
 * accept nothing signed with the old key. For the timestamp key of the host, the revision lists only the new one.
 */
export const rotateKey = (context: CommandContext, data: string, key: KeyName, info: ChangeInfo): Promise<RotationResult> =>
  updateRegistry(context, [], async (text, running) => {
    if (!running) throw new UserError('nothing is active yet: a first key needs no change');
    const revision = await nextNumber(context.store, text);
    const base = { ...running, revision, at: context.now().toISOString() };
    // Throws if another process has replaced the key first.
    requireCurrentKey(context.ops, base);
    const next = createPendingKey(data, key);
    const isOps = key === 'ops';
    const changed = isOps
      ? { ...base, handovers: [...(running.handovers ?? []), signHandover(context.ops, next, revision)] }
      : { ...base, timestampKeys: [next.publicKey] };
    const line = { by: info.by, why: info.why, did: { what: `rotate-key ${key}, now ${next.publicKey}` }, changes: [] };
    const live = writeRevision({ ...context, ops: isOps ? next : context.ops }, text, changed, line);
    const made = await live.catch((error: unknown) => {
      // Other errors may occur after the revision was written. Then the key must stay, because only it can sign the next revision.
      if (error instanceof ConcurrentChange) deletePendingKey(data, key, next);
      throw error;
    });
    promotePendingKey(data, key, next);
    return { key, publicKey: next.publicKey, revision: made.registry.revision, warnings: made.warnings };
  });

/**
 * Finishes a key replacement that was killed after its revision was written; otherwise the next revision would be signed with the old key.
 */
export async function finishRotation(context: Pick<CommandContext, 'store' | 'ops'>, data: string): Promise<void> {
  const waiting = (['ops', 'timestamp'] as const).flatMap((name) => listPendingKeys(data, name).map((key) => ({ name, key })));
  if (waiting.length === 0) return;
  const { registry } = await readRegistry(context);
  if (!registry) return;
  const { revision, handovers = [], timestampKeys = [] } = registry;
  const counts = { ops: [keyFor(revision, context.ops.publicKey, handovers)], timestamp: timestampKeys };
  for (const { name, key } of waiting) if (counts[name].includes(key.publicKey)) promotePendingKey(data, name, key);
}

export const rotateKeyCommand = command({
  name: 'rotate-key',
  summary: 'Replaces the ops key or the timestamp key by a handover that open pages follow.',
  arguments: '<ops|timestamp>',
  options: reasonOption,
  async run(context, [key], options) {
    if (key !== 'ops' && key !== 'timestamp') throw new UserError('which key? portal rotate-key ops, or timestamp');
    const made = await rotateKey(context, storeFolder(), key, changeInfo(options, requireReason(options)));
    const copies = key === 'ops' ? 'keys/ops.pub to the hosts, keys/ops.pem to who activates' : 'keys/timestamp.pem to the other hosts';
    const lines = [`the ${key} key is ${made.publicKey}`, `revision ${made.revision} is live`, `Now copy ${copies}, and back it up.`];
    return { text: withWarnings(lines, made.warnings), data: made };
  },
});
