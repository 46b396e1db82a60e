import { isUserError, UserError } from '../errors';
import { damageMessage, fileProblems, gateAll } from '../gate/gate';
import { type Activated, versionsIn } from '../registry/active-versions';
import { verifyPastRegistry } from '../registry/signatures';
import { type CommandContext, readRegistry } from '../registry/update-registry';
import { deltaProblems } from '../store/deltas';
import { command } from './command';

/** The active set. An error of the newest revision does not matter if an older revision is verified. */
const readIfValid = (context: CommandContext): ReturnType<typeof readRegistry> =>
  readRegistry(context).catch((error: unknown) => {
    if (!isUserError(error)) throw error;
    return { text: null, registry: null };
  });

async function problemsOf({ store }: CommandContext, name: string, { version, integrity }: Activated): Promise<string[]> {
  try {
    return [...(await fileProblems(store, name, version, integrity)), ...(await deltaProblems(store, name, version))];
  } catch (error) {
    if (!isUserError(error)) throw error;
    return [damageMessage(name, version, 'module.json')];
  }
}

/**
 * Verifies a revision: its signature, every file of its versions with compressed copies, and the gate. Throws with one line for each
 * problem.
 */
export async function verify(context: CommandContext, revision?: number): Promise<{ revision: number; modules: number; words: string }> {
  const running = revision === undefined ? await readRegistry(context) : await readIfValid(context);
  const text = revision === undefined ? running.text : await context.store.revision(revision);
  if (text === null) throw new UserError(revision === undefined ? 'nothing is active yet' : `there is no revision ${revision}`);
  const { registry } = verifyPastRegistry(text, context.ops.publicKey, running.registry?.handovers);
  const problems: string[] = [];
  for (const [name, one] of versionsIn(registry)) problems.push(...(await problemsOf(context, name, one)));
  problems.push(...(await gateAll(registry, context.store, context.served)));
  // The gate reports damage a second time.
  if (problems.length > 0) throw new UserError([...new Set(problems)].join('\n'));
  const modules = Object.keys(registry.modules).length + 1;
  const words = `revision ${registry.revision}: signature, ${modules} modules, every file and the gate hold`;
  return { revision: registry.revision, modules, words };
}

export const verifyCommand = command({
  name: 'verify',
  summary: 'Checks signature, files and gate of the active set, or of one revision.',
  options: { revision: { value: 'n', about: 'this revision instead of the active set' } },
  needsApi: true,
  readOnly: true,
  async run(context, _names, { revision }) {
    const { words, ...data } = await verify(context, revision === undefined ? undefined : Number(revision));
    return { text: words, data };
  },
});
