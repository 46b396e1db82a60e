import type { ModuleManifest, ModuleVersion, Registry } from '@portal/mf-kit/module';
import { UserError } from '../errors';
import { checkAttestation, readTokens, signedManifest } from '../gate/attestation';
import { DamagedVersion, incompatibilities, loadMember, unsupportedCalls } from '../gate/gate';
import { type ActivationTarget, earlierVersions, moduleEntry, nextRegistry, versionOf } from '../registry/next-registry';
import {
  applyChange,
  budgetProblems,
  type ChangeInfo,
  type ChangeResult,
  type CommandContext,
  canaryProblem,
  quarantineProblem,
  requireForce,
  requireManifest,
  updateRegistry,
  type VersionRef,
} from '../registry/update-registry';
import { integrityOf } from '../store/integrity';
import type { Change } from '../store/store';
import { changeInfo, command, fixOption, forceOption, formatOutcome, parseVersions, whyOption } from './command';

/** The shell's manifest; undefined if its files are damaged. The gate reports that, and what fits it is unknown. */
export async function loadShell(context: CommandContext, version: string): Promise<ModuleManifest | undefined> {
  const found = await loadMember(context.store, 'shell', version);
  return found instanceof DamagedVersion ? undefined : found?.manifest;
}

/** The newest earlier active version that is unchanged since it ran, is not quarantined and can run under `shell`. */
export async function findLastGood(
  context: CommandContext,
  running: Registry | null,
  name: string,
  except: string[],
  quarantined: Record<string, string>,
  shell: ModuleManifest | undefined,
): Promise<ModuleVersion | null> {
  const judging = { ...context, running, now: context.now() };
  const tokens = await readTokens(context.store, running);
  for (const version of earlierVersions(await context.store.history(), name)) {
    if (except.includes(version) || version in quarantined) continue;
    const found = await loadMember(context.store, name, version);
    if (!found || found instanceof DamagedVersion) continue;
    // The revision makes each page trust this manifest, and no other check follows.
    const integrity = integrityOf(found.bytes);
    if ((await signedManifest(judging, name, version)) !== integrity) continue;
    if ((await checkAttestation(judging, tokens, { name, version, integrity })).problem !== undefined) continue;
    const problems = name === 'shell' || !shell ? unsupportedCalls(found, context.served) : incompatibilities(found, shell, context.served);
    if (problems.length > 0) continue;
    return versionOf(found.manifest, found.bytes);
  }
  return null;
}

/** `spent`: the empty error budgets that refuse the targets. */
export async function activateTargets(
  context: CommandContext,
  text: string | null,
  current: Registry | null,
  targets: ActivationTarget[],
  info: ChangeInfo,
  how: Change['how'],
  spent: string[],
): Promise<ChangeResult> {
  if (!current?.shell && !targets.some(({ manifest }) => manifest.name === 'shell'))
    throw new UserError('there is no shell yet: activate one in the same command');
  const asked = targets.map(({ manifest: { name, version } }) => ({ name, version }));
  // A running canary does not delay a rollback.
  const asking = how === 'rollback' ? [quarantineProblem] : [quarantineProblem, canaryProblem];
  const overruled = requireForce(info, [...asked.flatMap((request) => asking.map((problem) => problem(current, request))), ...spent]);
  const registry = nextRegistry(current, targets, { by: info.by, why: info.why, at: context.now().toISOString() });
  const changes = asked.flatMap(({ name, version }): Change[] => {
    const canary = current?.modules[name]?.canary;
    return [
      { name, from: moduleEntry(current, name)?.version ?? null, to: version, how },
      ...(canary && canary.version !== version ? [{ name, from: canary.version, to: version, how: 'stop' as const }] : []),
    ];
  });
  return applyChange(context, text, { running: current, registry, changes, begin: asked, overruled }, info);
}

/**
 * Makes published versions active, all in one revision. Throws if a version is quarantined, a file is missing, an error budget is empty, or the
 * set is incompatible.
 * @returns null if all of them are active already
 */
export const activate = (context: CommandContext, requests: VersionRef[], info: ChangeInfo): Promise<ChangeResult | null> =>
  updateRegistry(
    context,
    requests.map(({ name }) => name),
    (text, registry) => activateOn(context, text, registry, requests, info, 'activate'),
  );

/** `activate` on a registry that was read; `how` is its name in the history. */
export async function activateOn(
  context: CommandContext,
  text: string | null,
  registry: Registry | null,
  requests: VersionRef[],
  info: ChangeInfo,
  how: Change['how'],
): Promise<ChangeResult | null> {
  const targets: ActivationTarget[] = [];
  const found = new Map<string, Awaited<ReturnType<typeof requireManifest>>>();
  for (const request of requests) found.set(request.name, await requireManifest(context.store, request));
  const shellVersion = registry?.shell.version;
  const shell = found.get('shell')?.manifest ?? (shellVersion === undefined ? undefined : await loadShell(context, shellVersion));
  for (const [name, { manifest, bytes }] of found) {
    const before = moduleEntry(registry, name);
    if (before?.version === manifest.version) continue;
    targets.push({
      manifest,
      bytes,
      lastGood: await findLastGood(context, registry, name, [manifest.version], before?.quarantined ?? {}, shell),
    });
  }
  if (targets.length === 0) return null;
  const begin = targets.map(({ manifest: { name, version } }) => ({ name, version }));
  return activateTargets(context, text, registry, targets, info, how, await budgetProblems(context, registry, begin, info));
}

export const activateCommand = command({
  name: 'activate',
  summary:
    'Checks versions with the gate and makes them active for all guards, in one revision: <module> <version>, or <module@version> for each of several.',
  arguments: '<module...>',
  options: { ...whyOption, ...fixOption, ...forceOption },
  needsApi: true,
  needsOpsToken: true,
  async run(context, names, options) {
    return formatOutcome(await activate(context, parseVersions(names), changeInfo(options, 'activated')));
  },
});
