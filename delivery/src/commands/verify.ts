import type { Registry } from '@portal/mf-kit/module';
import { isUserError, UserError } from '../errors';
import { checkStatement, readTokens } from '../gate/attestation';
import { damageMessage, fileProblems, gateAll } from '../gate/gate';
import { repository } from '../paths';
import { type Activated, versionsIn } from '../registry/active-versions';
import { verifyPastRegistry } from '../registry/signatures';
import { type CommandContext, readRegistry } from '../registry/update-registry';
import { deltaProblems } from '../store/deltas';
import { command } from './command';
import { rebuild } from './rebuild';

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

/** The active set, or the set of one revision. */
async function readSet(context: CommandContext, revision: number | undefined): Promise<{ running: Registry; registry: Registry }> {
  const running = revision === undefined ? await readRegistry(context) : await readIfValid(context);
  const text = revision === undefined ? running.text : await context.store.revision(revision);
  if (text === null) throw new UserError(revision === undefined ? 'nothing is active yet' : `there is no revision ${revision}`);
  const { registry } = verifyPastRegistry(text, context.ops.publicKey, running.registry?.handovers);
  return { running: running.registry ?? registry, registry };
}

/**
 * Verifies a revision: its signature, every file of its versions with compressed copies, their provenance statements, and the gate. Throws with one line for each
 * problem.
 */
export async function verify(context: CommandContext, revision?: number): Promise<{ revision: number; modules: number; words: string }> {
  const { running, registry } = await readSet(context, revision);
  const problems: string[] = [];
  const notes: string[] = [];
  const judging = { ...context, running, now: context.now() };
  const tokens = await readTokens(context.store, running);
  for (const [name, one] of versionsIn(registry)) {
    const broken = await problemsOf(context, name, one);
    problems.push(...broken);
    // The statement names the hash of a manifest that is damaged.
    if (broken.length > 0) continue;
    const { problem, note } = await checkStatement(judging, tokens, { name, ...one });
    if (problem !== undefined) problems.push(`${name} ${one.version}: ${problem}`);
    if (note !== undefined) notes.push(note);
  }
  problems.push(...(await gateAll(registry, context.store, context.served)));
  // The gate reports damage a second time.
  if (problems.length > 0) throw new UserError([...new Set(problems)].join('\n'));
  const modules = Object.keys(registry.modules).length + 1;
  const hold = `revision ${registry.revision}: signature, ${modules} modules, every file, provenance and the gate hold`;
  const words = [hold, ...new Set(notes)].join('\n');
  return { revision: registry.revision, modules, words };
}

export const verifyCommand = command({
  name: 'verify',
  summary: 'Checks signature, files, provenance and gate of the active set, or of one revision.',
  options: {
    revision: { value: 'n', about: 'this revision instead of the active set' },
    rebuild: { value: 'module', about: 'instead builds the commit of its provenance statement, and compares each byte' },
  },
  needsApi: true,
  readOnly: true,
  async run(context, _names, { revision, rebuild: name }) {
    const number = revision === undefined ? undefined : Number(revision);
    const { words, ...data } =
      name === undefined
        ? await verify(context, number)
        : await rebuild(context, (await readSet(context, number)).registry, name, repository);
    return { text: words, data };
  },
});
