import { generateKeyPairSync } from 'node:crypto';
import { isUserError, UserError } from '../errors';
import { earlierVersions, moduleEntry } from '../registry/next-registry';
import { type CommandContext, readRegistry } from '../registry/update-registry';
import { readOnlyStore } from '../store/store';
import { command } from './command';
import { wrapText } from './format';
import { rollback } from './rollback';

export interface RollbackCheck {
  name: string;
  version: string;
  to: string | null;
  /** Why the rollback would fail; null also if there was no earlier version. */
  problem: string | null;
}

/** Runs the command without the final write. The host drills without the ops key; the signatures made here are discarded. */
const dryRun = (context: CommandContext): CommandContext => ({
  ...context,
  store: { ...readOnlyStore(context.store), appendRevision: async () => [], keepSeen: async () => undefined },
  seen: { newest: async () => 0, handovers: async () => [], ...context.seen, keep: async () => undefined },
  ops: { publicKey: context.ops.publicKey, privateKey: generateKeyPairSync('ed25519').privateKey },
});

/** Checks for every module whether one rollback command would succeed now, without --force. Writes nothing. */
export async function checkRollbacks(context: CommandContext): Promise<RollbackCheck[]> {
  const { registry } = await readRegistry(context);
  if (!registry) throw new UserError('nothing is active yet: there is nothing to take back');
  const history = await context.store.history();
  const one = async (name: string): Promise<RollbackCheck> => {
    const version = moduleEntry(registry, name)?.version ?? '';
    if (earlierVersions(history, name).every((earlier) => earlier === version)) return { name, version, to: null, problem: null };
    try {
      const { changes } = await rollback(dryRun(context), name, undefined, { by: 'drill', why: 'a drill' });
      return { name, version, to: changes[0]?.to ?? null, problem: null };
    } catch (error) {
      if (!isUserError(error)) throw error;
      return { name, version, to: null, problem: error.message };
    }
  };
  const drilled: RollbackCheck[] = [];
  for (const name of ['shell', ...Object.keys(registry.modules)]) drilled.push(await one(name));
  return drilled;
}

const rollbackCheckText = (drilled: RollbackCheck[]): string =>
  drilled
    .map(({ name, version, to, problem }) => {
      if (problem !== null) return `${name} ${version} could NOT go back: ${problem}`;
      return to === null ? `${name} ${version} is the first: nothing to go back to` : `${name} ${version} could go back to ${to}`;
    })
    .map((line) => wrapText(line, 4))
    .join('\n');

export const drillCommand = command({
  name: 'drill',
  summary: 'Checks without a change whether each module could be rolled back now; exits with 1 if one could not.',
  needsApi: true,
  readOnly: true,
  async run(context) {
    const drilled = await checkRollbacks(context);
    const text = rollbackCheckText(drilled);
    if (drilled.some(({ problem }) => problem !== null)) throw new UserError(text);
    return { text, data: { modules: drilled } };
  },
});
