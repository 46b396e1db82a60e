import { generateKeyPairSync } from 'node:crypto';
import { type Desk, readRegistry } from './desk';
import { rollback } from './operate';
import { isRefusal, Refusal } from './refusal';
import { earlierVersions, entryOf } from './registry';

export interface Drilled {
  name: string;
  version: string;
  to: string | null;
  /** Why the rollback would fail; null also if there was no earlier version. */
  problem: string | null;
}

/** Runs the command without the final write. The host drills without the ops key; the signatures made here are discarded. */
const onPaper = (desk: Desk): Desk => ({
  ...desk,
  store: { ...desk.store, swap: async () => [] },
  ops: { publicKey: desk.ops.publicKey, privateKey: generateKeyPairSync('ed25519').privateKey },
});

/** Checks for every module whether one rollback command would succeed now, without --force. Writes nothing. */
export async function drill(desk: Desk): Promise<Drilled[]> {
  const { registry } = await readRegistry(desk);
  if (!registry) throw new Refusal('nothing is active yet: there is nothing to take back');
  const history = await desk.store.history();
  const one = async (name: string): Promise<Drilled> => {
    const version = entryOf(registry, name)?.version ?? '';
    if (earlierVersions(history, name).every((earlier) => earlier === version)) return { name, version, to: null, problem: null };
    try {
      const { changes } = await rollback(onPaper(desk), name, undefined, { by: 'drill', why: 'a drill' });
      return { name, version, to: changes[0]?.to ?? null, problem: null };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return { name, version, to: null, problem: error.message };
    }
  };
  const drilled: Drilled[] = [];
  for (const name of ['shell', ...Object.keys(registry.modules)]) drilled.push(await one(name));
  return drilled;
}
