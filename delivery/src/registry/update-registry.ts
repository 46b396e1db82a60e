import { basename } from 'node:path';
import type { ModuleManifest, ModuleVersion, Registry } from '@portal/mf-kit/module';
import { ConcurrentChange, UserError } from '../errors';
import { type AttestationCheck, type BeginningVersion, checkAttestation, readTokens, signedManifest } from '../gate/attestation';
import { ApiUnknown, changedManifest, fileProblems, gateAll, missingModules, type ServedApiState, startProblems } from '../gate/gate';
import { emptyBudgets, readBudgets } from '../health/module-budgets';
import { type Change, type HistoryLine, numberIn, readManifest, type Store } from '../store/store';
import { moduleEntry } from './next-registry';
import { revisionOf, type ServedRevisions } from './served-revisions';
import { type Key, keyFor, signRegistry, verifyRegistry } from './signatures';

export interface CommandContext {
  store: Store;
  ops: Key;
  served: ServedApiState;
  now: () => Date;
  /** The newest revision that this machine knows. Without it, only the record in the store counts. */
  seen?: ServedRevisions;
}

export interface ChangeInfo {
  by: string;
  why: string;
  /** Overrides the gate, which the history records. Does not override missing or changed files. */
  force?: boolean;
  /** The failure that the versions fix. A fix may become active while an error budget is empty; the history records it. */
  fix?: string | undefined;
}

export interface ChangeResult {
  registry: Registry;
  changes: Change[];
  warnings: string[];
}

export interface VersionRef {
  name: string;
  version: string;
}

const list = (lines: string[]) => lines.join('; ');

/** The newest revision of the store is older than a revision that hosts have served. 0: the store has none. */
export class WentBack extends UserError {
  constructor(revision: number, newest: number) {
    super(
      revision === 0
        ? `the registry went back from revision ${newest} to none: put the store back from a backup. If ops emptied it on purpose, see docs/runbook/registry-not-taken.md`
        : `the registry went back from revision ${newest} to ${revision}. After the restore of a backup: portal accept-revision ${revision} --above ${newest} --reason "…"`,
    );
  }
}

/** The newest revision of the store, even if hosts reject it as older than one that they served. */
export async function readStored({
  store,
  ops,
  seen,
}: Pick<CommandContext, 'store' | 'ops' | 'seen'>): Promise<{ text: string | null; registry: Registry | null }> {
  const text = await store.registry();
  return { text, registry: text === null ? null : verifyRegistry(text, ops.publicKey, await seen?.handovers()).registry };
}

/** The active registry. Throws with instructions if the newest revision cannot be read or has an invalid signature. */
export async function readRegistry(
  context: Pick<CommandContext, 'store' | 'ops' | 'seen'>,
): Promise<{ text: string | null; registry: Registry | null }> {
  try {
    // Read first, because another activation may end between the two reads.
    const newest = context.seen ? await context.seen.newest() : revisionOf(await context.store.seen(), context.ops.publicKey);
    const { text, registry } = await readStored(context);
    const revision = registry?.revision ?? 0;
    if (revision < newest) throw new WentBack(revision, newest);
    return { text, registry };
  } catch (error) {
    if (error instanceof WentBack) throw error;
    // An error of the disk, not of the revision.
    if ('code' in (error as Error)) throw error;
    const { place } = await context.store.latestRevision();
    throw new UserError(
      `the newest revision cannot be taken: ${(error as Error).message}. Put it back from a backup, or set it aside. It is\n${place}\nRename it to ${basename(place)}.bad, and portal status names the command that activates the one before it.`,
    );
  }
}

/** Throws if another key has replaced this one. */
export function requireCurrentKey(ops: Key, { revision, handovers = [] }: Registry): void {
  if (keyFor(revision, ops.publicKey, handovers) === ops.publicKey) return;
  const since = handovers.find(({ from }) => from === ops.publicKey)?.since;
  throw new UserError(
    `the ops key of this machine signs nothing since revision ${since}: copy keys/ops.pem and keys/ops.pub from where it was changed (portal history)`,
  );
}

/** The highest number of a revision. The key of a revision in a bucket has ten digits. */
export const LAST_REVISION = 9_999_999_999;

/** Records the newest revision that ran: on this machine, and in the store for new hosts. @returns a warning when the record could not be written. */
async function record(
  { store, ops, seen }: Pick<CommandContext, 'store' | 'ops' | 'seen'>,
  signed: string,
  revision: number,
): Promise<string[]> {
  async function recordInStore(): Promise<void> {
    if (revisionOf(await store.seen(), ops.publicKey) < revision) await store.keepSeen(signed);
  }
  // A writer of the store cannot remove the record of this machine, which is in the folder of the keys.
  const written = await Promise.allSettled([seen?.keep(signed), recordInStore()]);
  return written.flatMap((one) =>
    one.status === 'fulfilled'
      ? []
      : [`revision ${revision} is live, and its record could not be written: ${(one.reason as Error).message}`],
  );
}

/**
 * The number of the revision after `text`. Throws if the newest revision is another one by now. If that one was removed again, its number would be
 * left out, and a concurrent change of `text` could take it.
 */
export async function nextNumber(store: Store, text: string | null): Promise<number> {
  const { active, used } = await store.latestRevision();
  if (active !== (text === null ? 0 : numberIn(text))) throw new ConcurrentChange();
  return used + 1;
}

/**
 * Writes `next` as the newest revision. Revision numbers are never reused, because hosts and pages reject a second document with a known
 * number.
 */
export async function writeRevision(
  context: Pick<CommandContext, 'store' | 'ops' | 'seen'>,
  text: string | null,
  next: Registry,
  line: Omit<HistoryLine, 'revision' | 'at'>,
): Promise<{ registry: Registry; warnings: string[] }> {
  const registry = { ...next, revision: Math.max(next.revision, await nextNumber(context.store, text)) };
  const { revision, at } = registry;
  if (revision > LAST_REVISION)
    throw new UserError(
      `revision ${revision - 1} leaves no number for the next one: portal wrote none so high, so remove it from the store`,
    );
  requireCurrentKey(context.ops, registry);
  const signed = JSON.stringify(signRegistry(registry, context.ops));
  const warnings = await context.store.appendRevision(text, signed, { revision, at, ...line });
  return { registry, warnings: [...warnings, ...(await record(context, signed, revision))] };
}

export async function requireManifest(store: Store, { name, version }: VersionRef) {
  const found = await readManifest(store, name, version);
  if (found) return found;
  const versions = await store.versions(name);
  throw new UserError(`${name} ${version} is not published${versions.length > 0 ? `; there are ${versions.slice(-5).join(', ')}` : ''}`);
}

/** More than the people who change the portal in the same second. */
const TRIES = 50;

/** The running versions of a module as a comparable text. */
function activeVersionKey(registry: Registry | null, name: string): string {
  const { canary } = registry?.modules[name] ?? {};
  return `${moduleEntry(registry, name)?.version} ${canary?.version} ${canary?.percent}`;
}

/**
 * Runs `act` on the current registry, and again on the newer one if a concurrent change was written first. Throws if that change concerns
 * one of `names`, because a person should look at it.
 */
export async function updateRegistry<T>(
  context: CommandContext,
  names: string[],
  act: (text: string | null, registry: Registry | null) => Promise<T>,
): Promise<T> {
  const first = await readRegistry(context);
  let { text, registry } = first;
  for (let left = TRIES; ; left--) {
    try {
      return await act(text, registry);
    } catch (error) {
      if (!(error instanceof ConcurrentChange) || left === 0) throw error;
    }
    ({ text, registry } = await readRegistry(context));
    const changed = names.filter((name) => activeVersionKey(registry, name) !== activeVersionKey(first.registry, name));
    if (changed.length > 0) throw new ConcurrentChange(changed.join(', '));
  }
}

/** Throws if there are problems and `force` is not set. Returns the overridden problems for `Plan.overruled`. */
export function requireForce(info: ChangeInfo, problems: (string | null)[]): string[] {
  const found = problems.filter((problem) => problem !== null);
  if (found.length > 0 && !info.force) throw new UserError(`${list(found)}; --force overrules it`);
  return found;
}

/** A quarantined version needs `--force` to be activated again. */
export const quarantineProblem = (registry: Registry | null, { name, version }: VersionRef): string | null => {
  const reason = moduleEntry(registry, name)?.quarantined[version];
  return reason === undefined ? null : `${name} ${version} is quarantined (${reason}): choose another version`;
};

/** Activating another version ends a running canary, so a person must stop or promote it first. */
export const canaryProblem = (registry: Registry | null, { name, version }: VersionRef): string | null => {
  const canary = registry?.modules[name]?.canary;
  if (!canary || canary.version === version) return null;
  return `${name} has a canary, ${canary.version}: first portal canary ${name} --stop --reason "…", or --promote`;
};

/** The empty error budgets of modules that are to run another version. Only a rollback or a fix may begin to run then. */
export async function budgetProblems(
  { store, now }: Pick<CommandContext, 'store' | 'now'>,
  registry: Registry | null,
  begin: readonly VersionRef[],
  { fix }: Pick<ChangeInfo, 'fix'>,
): Promise<string[]> {
  if (!registry || fix !== undefined) return [];
  const budgets = await readBudgets(store, registry, now().getTime());
  const own = Object.entries(budgets).filter(([name]) => begin.some((one) => one.name === name));
  return emptyBudgets(Object.fromEntries(own)).map(
    (problem) => `${problem}: roll back with portal rollback, or activate a version that fixes it with --fix "…"`,
  );
}

export interface RegistryChange {
  /** The active registry at planning time. */
  running: Registry | null;
  registry: Registry;
  changes: Change[];
  /** Versions that become active; each of their files is checked. */
  begin: Pick<ModuleManifest, 'name' | 'version'>[];
  /** The remaining versions were active before. The gate is skipped, so that an unreachable API does not prevent a rollback. */
  isEnd?: true;
  /** Problems that `force` overrode before the gate. */
  overruled?: string[];
}

export interface GateResult {
  overruled: string[];
  /** Problems of versions that already run. They do not prevent the rollback of another module. */
  left: string[];
  /** Versions without a provenance statement that may run again. */
  notes: string[];
}

/** A version that begins to run, with the hash of its `module.json` in the registry that is to be signed. */
function beginningIn(registry: Registry, { name, version }: VersionRef): BeginningVersion {
  const entry: { version: string; integrity: string; canary?: ModuleVersion | null } | undefined = moduleEntry(registry, name);
  const listed = [entry, entry?.canary].find((one) => one?.version === version);
  return { name, version, integrity: listed?.integrity ?? '' };
}

async function checkAttestations(
  { store, ops, now }: CommandContext,
  running: Registry | null,
  begin: readonly BeginningVersion[],
): Promise<AttestationCheck[]> {
  const tokens = await readTokens(store, running);
  return Promise.all(begin.map((one) => checkAttestation({ store, ops, running, now: now() }, tokens, one)));
}

/** Problems of versions that ran before with another manifest. `--force` does not override them. */
async function findChanged(
  { store, ops }: CommandContext,
  running: Registry | null,
  begin: readonly BeginningVersion[],
): Promise<string[]> {
  const found = await Promise.all(
    begin.map(async ({ name, version, integrity }) => {
      const before = await signedManifest({ store, ops, running }, name, version);
      return before === null || before === integrity ? [] : [changedManifest(name, version)];
    }),
  );
  return found.flat();
}

/**
 * Checks a set before it is published. Throws if files are missing or changed, a provenance statement is missing or of another build, or the set is incompatible.
 * Existing problems of versions that already run are tolerated.
 */
export async function checkSet(
  context: CommandContext,
  { running, registry, begin }: Pick<RegistryChange, 'running' | 'registry' | 'begin'>,
  info: ChangeInfo,
): Promise<GateResult> {
  const { store, served } = context;
  // A store may answer each read differently, so every check names the manifest that is to be signed.
  const versions = begin.map((one) => beginningIn(registry, one));
  const broken = (await Promise.all(versions.map(({ name, version, integrity }) => fileProblems(store, name, version, integrity)))).flat();
  if (broken.length > 0) throw new UserError(list(broken));
  const attested = await checkAttestations(context, running, versions);
  const strange = [...(await findChanged(context, running, versions)), ...attested.flatMap(({ problem }) => problem ?? [])];
  if (strange.length > 0) throw new UserError(list(strange));
  const own = (await Promise.all(begin.map(({ name, version }) => startProblems(store, name, version)))).flat();
  const found = await gateAll(registry, store, served);
  const before = !running || served instanceof ApiUnknown ? [] : await gateAll(running, store, served);
  const isOfBeginning = (problem: string) => begin.some(({ name, version }) => problem.startsWith(`${name} ${version} `));
  const left = found.filter((problem) => before.includes(problem) && !isOfBeginning(problem));
  const overruled = requireForce(info, [...own, ...found.filter((problem) => !left.includes(problem))]);
  return { overruled, left, notes: attested.flatMap(({ note }) => note ?? []) };
}

export const gateWarnings = ({ overruled, left, notes }: GateResult): string[] => [
  ...notes,
  ...(overruled.length > 0 ? [`--force was used: ${list(overruled)}`] : []),
  ...(left.length > 0 ? [`does not fit, as before: ${list(left)}`] : []),
];

/** Writes the plan as the newest revision. Throws if files are missing or changed, or the set is incompatible. */
export async function applyChange(
  context: CommandContext,
  text: string | null,
  plan: RegistryChange,
  info: ChangeInfo,
): Promise<ChangeResult> {
  const { changes, isEnd, overruled: before = [] } = plan;
  const sound = isEnd ? { overruled: [], left: [], notes: [] } : await checkSet(context, plan, info);
  const overruled = [...before, ...sound.overruled];
  const marks = { ...(overruled.length > 0 && { forced: true as const }), ...(info.fix !== undefined && { fix: info.fix }) };
  const { registry, warnings } = await writeRevision(context, text, plan.registry, { by: info.by, why: info.why, ...marks, changes });
  // The revision is live, so an unreadable store is no failure of this change.
  const missing = await missingModules(context.store, registry).catch(() => []);
  if (missing.length > 0) warnings.push(`not active, their paths answer not-found: ${missing.join(', ')}`);
  return { registry, changes, warnings: [...gateWarnings({ ...sound, overruled }), ...warnings] };
}
