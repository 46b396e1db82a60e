import { type Activated, activatedIn } from './activated';
import { deltaProblems } from './deltas';
import { type Desk, readRegistry } from './desk';
import { damage, fileProblems, gateAll } from './gate';
import { isRefusal, Refusal } from './refusal';
import { openPast } from './signing';

/** The active set. An error of the newest revision does not matter if an older revision is verified. */
const readable = (desk: Desk): ReturnType<typeof readRegistry> =>
  readRegistry(desk).catch((error: unknown) => {
    if (!isRefusal(error)) throw error;
    return { text: null, registry: null };
  });

async function problemsOf({ store }: Desk, name: string, { version, integrity }: Activated): Promise<string[]> {
  try {
    return [...(await fileProblems(store, name, version, integrity)), ...(await deltaProblems(store, name, version))];
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return [damage(name, version, 'module.json')];
  }
}

/**
 * Verifies a revision: its signature, every file of its versions with compressed copies, and the gate. Throws with one line for each
 * problem.
 */
export async function verify(desk: Desk, revision?: number): Promise<{ revision: number; modules: number; words: string }> {
  const running = revision === undefined ? await readRegistry(desk) : await readable(desk);
  const text = revision === undefined ? running.text : await desk.store.revision(revision);
  if (text === null) throw new Refusal(revision === undefined ? 'nothing is active yet' : `there is no revision ${revision}`);
  const { registry } = openPast(text, desk.ops.publicKey, running.registry?.handovers);
  const problems: string[] = [];
  for (const [name, one] of activatedIn(registry)) problems.push(...(await problemsOf(desk, name, one)));
  problems.push(...(await gateAll(registry, desk.store, desk.served)));
  // The gate reports damage a second time.
  if (problems.length > 0) throw new Refusal([...new Set(problems)].join('\n'));
  const modules = Object.keys(registry.modules).length + 1;
  const words = `revision ${registry.revision}: signature, ${modules} modules, every file and the gate hold`;
  return { revision: registry.revision, modules, words };
}
