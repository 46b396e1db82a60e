import type { Registry } from '@portal/mf-kit/module';
import { AlreadyEnded, UserError } from '../errors';
import { nextWithCanary, nextWithoutCanary } from '../registry/next-registry';
import {
  applyChange,
  budgetProblems,
  type ChangeInfo,
  type ChangeResult,
  type CommandContext,
  quarantineProblem,
  requireForce,
  requireManifest,
  updateRegistry,
  type VersionRef,
} from '../registry/update-registry';
import type { HistoryLine } from '../store/store';
import { activateOn, findLastGood, loadShell } from './activate';
import { changeInfo, command, fixOption, forceOption, formatOutcome, requireReason, whyOption } from './command';

/** The fix that a running canary was declared as; undefined if it was not. */
function fixOfCanary(history: readonly HistoryLine[], name: string, version: string): string | undefined {
  return history.findLast(({ changes }) =>
    changes.some((change) => change.how === 'canary' && change.name === name && change.to === version),
  )?.fix;
}

/**
 * Lets `percent` of the devices run a version. The others run the active version, which is also the fallback. A canary
 * that began as a fix stays one when its share changes.
 */
export const canary = (context: CommandContext, request: VersionRef, percent: number, given: ChangeInfo): Promise<ChangeResult> =>
  updateRegistry(context, [request.name], async (text, registry) => {
    const { name, version } = request;
    if (!(percent > 0 && percent < 100)) throw new UserError('--percent is above 0 and below 100; for everybody: portal activate');
    if (name === 'shell') throw new UserError('the shell has no canary: try it out with portal stage');
    const entry = registry?.modules[name];
    if (!registry || !entry) throw new UserError(`${name} is not active: there is nothing to compare a canary with`);
    if (entry.version === version) throw new UserError(`${name} ${version} is active already`);
    const isRunning = entry.canary?.version === version;
    const info = { ...given, fix: given.fix ?? (isRunning ? fixOfCanary(await context.store.history(), name, version) : undefined) };
    const overruled = requireForce(info, [
      quarantineProblem(registry, request),
      ...(await budgetProblems(context, registry, [request], info)),
    ]);
    const { manifest, bytes } = await requireManifest(context.store, request);
    const word = { by: info.by, why: info.why, at: context.now().toISOString() };
    const next = nextWithCanary(registry, name, { manifest, bytes, percent }, word);
    const change = { name, from: entry.canary?.version ?? null, to: version, how: 'canary' as const, percent };
    return applyChange(context, text, { running: registry, registry: next, changes: [change], begin: [manifest], overruled }, info);
  });

/** Returns the running canary. Throws if there is none, or if another version than the named one is running. */
function canaryOf(registry: Registry | null, { name, version }: CanaryRef, verb: string) {
  const entry = registry?.modules[name];
  if (!registry || !entry?.canary) throw new AlreadyEnded(`${name} has no canary to ${verb}`);
  if (version !== undefined && version !== entry.canary.version)
    throw new AlreadyEnded(`the canary of ${name} is ${entry.canary.version}, not ${version}; nothing was done`);
  return { registry, entry, canary: entry.canary };
}

/** The module, and optionally the version, of a canary that ends. */
interface CanaryRef {
  name: string;
  version?: string | undefined;
}

/** Makes a module's canary active. A canary that began as a fix stays one. */
export const promote = (context: CommandContext, ended: CanaryRef, info: ChangeInfo): Promise<ChangeResult | null> =>
  updateRegistry(context, [ended.name], async (text, registry) => {
    const { name } = ended;
    const { version } = canaryOf(registry, ended, 'promote').canary;
    const fix = info.fix ?? fixOfCanary(await context.store.history(), name, version);
    return activateOn(context, text, registry, [{ name, version }], { ...info, fix }, 'promote');
  });

/** Ends a module's canary and quarantines it. */
export const stopCanary = (context: CommandContext, ended: CanaryRef, info: ChangeInfo): Promise<ChangeResult> =>
  updateRegistry(context, [ended.name], async (text, current) => {
    const { registry, entry, canary } = canaryOf(current, ended, 'stop');
    const { name } = ended;
    const quarantined = { ...entry.quarantined, [canary.version]: info.why };
    // The last good version may be the canary: a quarantined one would refuse the next rollback.
    const lastGood =
      entry.lastGood?.version === canary.version
        ? await findLastGood(context, registry, name, [entry.version], quarantined, await loadShell(context, registry.shell.version))
        : entry.lastGood;
    const next = nextWithoutCanary(registry, name, lastGood, { why: info.why, at: context.now().toISOString() });
    const change = { name, from: canary.version, to: entry.version, how: 'stop' as const };
    return applyChange(context, text, { running: registry, registry: next, changes: [change], begin: [], isEnd: true }, info);
  });

export const canaryCommand = command({
  name: 'canary',
  summary: 'Runs a version on a share of devices, then promotes it to all of them or stops it.',
  arguments: '<module> [version]',
  options: {
    percent: { value: 'n', about: 'starts the version on this share of devices', conflicts: ['promote', 'stop'] },
    promote: { about: 'makes the canary active for all guards', conflicts: ['stop'] },
    stop: { about: 'ends the canary; needs --reason', conflicts: ['fix'] },
    ...whyOption,
    reason: { value: 'text', about: 'the reason of --stop, for the history' },
    ...fixOption,
    ...forceOption,
  },
  needsApi: true,
  needsOpsToken: true,
  async run(context, [name = '', version], options) {
    if (options.promote)
      return formatOutcome(await promote(context, { name, version }, changeInfo(options, options.reason ?? 'the canary was good')));
    if (options.stop) return formatOutcome(await stopCanary(context, { name, version }, changeInfo(options, requireReason(options))));
    const { percent } = options;
    if (!version || !percent) throw new UserError('say which version and for how many: portal canary <module> <version> --percent 5');
    return formatOutcome(
      await canary(context, { name, version }, Number(percent), changeInfo(options, options.reason ?? `for ${percent} %`)),
    );
  },
});
