import type { Registry } from '@portal/mf-kit/module';
import { AlreadyEnded, ConcurrentChange, UserError } from '../errors';
import { ApiUnknown } from '../gate/gate';
import { earlierVersions, moduleEntry } from '../registry/next-registry';
import {
  budgetProblems,
  type ChangeInfo,
  type ChangeResult,
  type CommandContext,
  requireManifest,
  updateRegistry,
} from '../registry/update-registry';
import { activateTargets, findLastGood, loadShell } from './activate';
import { changeInfo, command, fixOption, forceOption, formatOutcome, reasonOption, requireReason } from './command';

/** Maximum of alternatives in the message. */
const MOST_ALTERNATIVES = 4;
/** Earlier versions that pass the gate, newest first, for the message of a rejected rollback. */
async function suggestRollback(context: CommandContext, registry: Registry, name: string, except: string[]): Promise<string> {
  // Without the API the gate rejects every version.
  if (context.served instanceof ApiUnknown) return '';
  const shell = await loadShell(context, registry.shell.version);
  const quarantined = moduleEntry(registry, name)?.quarantined ?? {};
  const fitting: string[] = [];
  for (;;) {
    const found = await findLastGood(context, registry, name, [...except, ...fitting], quarantined, shell);
    if (!found || fitting.length === MOST_ALTERNATIVES) break;
    fitting.push(found.version);
  }
  const [nearest, ...others] = fitting;
  if (nearest === undefined) return '; no earlier version fits';
  return `; the nearest version that fits is ${nearest} (--to ${nearest})${others.length > 0 ? `, before it ${others.join(', ')}` : ''}`;
}

/**
 * Rolls one module back and quarantines the active version. A canary ends, without quarantine. `to` defaults to the last good version. An
 * empty error budget refuses a `to` that was never active.
 * `running`: throws if another version is active by now.
 */
export const rollback = (
  context: CommandContext,
  name: string,
  to: string | undefined,
  info: ChangeInfo,
  running?: string,
): Promise<ChangeResult> =>
  updateRegistry(context, [name], (text, registry) => {
    const runs = moduleEntry(registry, name)?.version;
    if (running !== undefined && runs !== running)
      throw new AlreadyEnded(`${name} runs ${runs ?? 'nothing'}, not ${running}; nothing was done`);
    return rollbackOn(context, text, registry, name, to, info);
  });

async function rollbackOn(
  context: CommandContext,
  text: string | null,
  registry: Registry | null,
  name: string,
  to: string | undefined,
  info: ChangeInfo,
): Promise<ChangeResult> {
  const before = moduleEntry(registry, name);
  if (!registry || !before) throw new UserError(`${name} is not active, there is nothing to take back`);
  const version = to ?? before.lastGood?.version;
  if (!version)
    throw new UserError(
      `${name} has no earlier good version; name one with --to (published: ${(await context.store.versions(name)).join(', ')})`,
    );
  if (version === before.version) throw new UserError(`${name} ${version} is active already`);
  const found = await requireManifest(context.store, { name, version });
  const quarantined = { ...before.quarantined, [before.version]: info.why };
  const shellVersion = name === 'shell' ? version : registry.shell.version;
  const shell = await loadShell(context, shellVersion);
  const lastGood = await findLastGood(context, registry, name, [version], quarantined, shell);
  const wasActive = to === undefined || earlierVersions(await context.store.history(), name).includes(to);
  const spent = wasActive ? [] : await budgetProblems(context, registry, [{ name, version }], info);
  try {
    return await activateTargets(context, text, registry, [{ ...found, lastGood, quarantine: info.why }], info, 'rollback', spent);
  } catch (error) {
    if (!(error instanceof UserError) || error instanceof ConcurrentChange) throw error;
    throw new UserError(`${error.message}${await suggestRollback(context, registry, name, [version, before.version])}`);
  }
}

export const rollbackCommand = command({
  name: 'rollback',
  summary: 'Makes the last good version of a module active and quarantines the present one.',
  arguments: '<module>',
  options: { ...reasonOption, to: { value: 'version', about: 'this version instead of the last good one' }, ...fixOption, ...forceOption },
  needsApi: true,
  needsOpsToken: true,
  async run(context, [name = ''], options) {
    const why = requireReason(options);
    return formatOutcome(await rollback(context, name, options.to, changeInfo({ ...options, why }, why)));
  },
});
