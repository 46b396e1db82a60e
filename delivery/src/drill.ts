import { generateKeyPairSync } from 'node:crypto';
import { type Desk, readRegistry } from './desk';
import { rollback } from './operate';
import { isRefusal, Refusal } from './refusal';
import { earlierVersions, entryOf } from './registry';

/** What would become of one module's rollback now. */
export interface Drilled {
  name: string;
  version: string;
  /** What it would go back to. */
  to: string | null;
  /** Why it could not go back; null also where there never was another version. */
  problem: string | null;
}

/**
 * It is written nowhere: the command's own way, up to the moment when the revision would be put in place. A host drills without the ops key:
 * what is signed here nobody ever sees.
 */
const onPaper = (desk: Desk): Desk => ({
  ...desk,
  store: { ...desk.store, swap: async () => [] },
  ops: { publicKey: desk.ops.publicKey, privateKey: generateKeyPairSync('ed25519').privateKey },
});

/** Takes every module back by itself, on paper: whether one command would do it now, without --force. Nothing is written. */
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
