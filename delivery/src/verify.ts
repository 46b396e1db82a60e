import type { Registry, RegistryModule } from '@portal/mf-kit/module';
import { deltaProblems } from './deltas';
import { type Desk, readRegistry } from './desk';
import { fileProblems, gateAll } from './gate';
import { isRefusal, Refusal } from './refusal';
import { openPast } from './signing';

/** What runs, as far as it can be taken: an older revision is looked at all the same. */
const readable = (desk: Desk): ReturnType<typeof readRegistry> =>
  readRegistry(desk).catch((error: unknown) => {
    if (!isRefusal(error)) throw error;
    return { text: null, registry: null };
  });

/** Looks at a revision as a whole: its signature, every file of what it names, packed or not, and the gate. Refuses, naming each thing that does not hold. */
export async function verify(desk: Desk, revision?: number): Promise<{ revision: number; modules: number; words: string }> {
  const running = revision === undefined ? await readRegistry(desk) : await readable(desk);
  const text = revision === undefined ? running.text : await desk.store.revision(revision);
  if (text === null) throw new Refusal(revision === undefined ? 'nothing is active yet' : `there is no revision ${revision}`);
  const { registry } = openPast(text, desk.ops.publicKey, running.registry?.handovers);
  const set = Object.entries<Registry['shell'] & Partial<Pick<RegistryModule, 'canary' | 'dev'>>>({
    shell: registry.shell,
    ...registry.modules,
  });
  const problems: string[] = [];
  for (const [name, { version, integrity, dev, canary, lastGood }] of set) {
    // What stands in where a version fails is as live as that one.
    for (const one of [dev ? null : { version, integrity }, canary, lastGood])
      if (one)
        problems.push(
          ...(await fileProblems(desk.store, name, one.version, one.integrity)),
          ...(await deltaProblems(desk.store, name, one.version)),
        );
  }
  problems.push(...(await gateAll(registry, desk.store, desk.served)));
  if (problems.length > 0) throw new Refusal(problems.join('\n'));
  const words = `revision ${registry.revision}: signature, ${set.length} modules, every file and the gate hold`;
  return { revision: registry.revision, modules: set.length, words };
}
