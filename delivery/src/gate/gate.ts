import type { CallShapes } from '@portal/contracts/_kernel/calls';
import { BASE } from '@portal/contracts/_kernel/endpoint';
import { possibleSets } from '@portal/mf-kit/canary';
import { EXPOSED, LIFECYCLES, type ModuleManifest, type Registry } from '@portal/mf-kit/module';
import { satisfies } from '@portal/mf-kit/ranges';
import { readJson } from '@portal/mf-kit/readAtMost';
import { isStoreFailure, isUserError } from '../errors';
import { pathConflicts } from '../registry/route-owners';
import { isCompressedCopyOf, SUFFIX } from '../store/compress';
import { integrityOf } from '../store/integrity';
import { ENCODINGS, readManifest, readVerified, type Store, TamperedFile } from '../store/store';
import { budgetProblem, heaviestLoadInStore } from './budget';
import { callProblems } from './call-compatibility';

/** Contract domain -> the version, or the several versions, that the API serves. */
export type ServedContracts = Record<string, number | number[]>;

export interface ServedApi {
  contracts: ServedContracts;
  calls: CallShapes;
}

/** The API could not be queried, with the reason. A version that calls the API fails the gate. */
export class ApiUnknown {
  constructor(readonly why: string) {}
}
export type ServedApiState = ServedApi | ApiUnknown;

export interface SetMember {
  manifest: ModuleManifest;
  /** The shapes of its API calls; null for builds without that list, which declare only contracts. */
  calls: CallShapes | null;
}

/**
 * A version with a changed, missing or unreadable manifest or list of calls in the store. It is a problem of this version only, not of a
 * rollback of another module.
 */
export class DamagedVersion {
  constructor(readonly why: string) {}
}

const FIT_THE_API = 'activate it when the API serves that, or build it against what the API serves';

/** The calls of a module or the shell that this API does not serve, or serves with another shape. */
export function unsupportedCalls({ manifest, calls }: SetMember, served: ServedApiState): string[] {
  if (served instanceof ApiUnknown) return [];
  const { name, version, contracts } = manifest;
  const is = `${name} ${version} calls`;
  const majors = Object.entries(contracts).flatMap(([domain, major]) => {
    const given = served.contracts[domain];
    if (given === undefined) return [`${is} contract ${domain}, which the API does not serve: ${FIT_THE_API}`];
    if ([given].flat().includes(major)) return [];
    return [`${is} contract ${domain} ${major}, the API serves ${[given].flat().join(', ')}: ${FIT_THE_API}`];
  });
  const shapes = Object.entries(calls ?? {}).flatMap(([id, made]) => {
    const given = served.calls[id];
    if (!given) return [`${is} ${id}, which the API does not serve: ${FIT_THE_API}`];
    const problems = callProblems(made, given);
    return problems.length === 0 ? [] : [`${is} ${id} otherwise than the API serves it (${problems.join('; ')}): ${FIT_THE_API}`];
  });
  return [...majors, ...shapes];
}

/** Reasons why a module cannot run under this shell; empty if it can. */
export function contextProblems({ name, version, portal, shared }: ModuleManifest, shell: ModuleManifest): string[] {
  const problems: string[] = [];
  const gives = `shell ${shell.version} gives`;
  const instead = 'build it for this shell, or activate it together with a shell that fits';
  if (portal !== shell.portal) problems.push(`${name} ${version} needs portal context ${portal}, ${gives} ${shell.portal}: ${instead}`);
  for (const [library, range] of Object.entries(shared)) {
    const given = shell.shared[library];
    if (!given) problems.push(`${name} ${version} needs ${library} ${range}, ${gives} none: ${instead}`);
    else if (!satisfies(given, range)) problems.push(`${name} ${version} needs ${library} ${range}, ${gives} ${given}: ${instead}`);
  }
  return problems;
}

/** Reasons why a module cannot run under this shell and this API; empty if it can. */
export const incompatibilities = (member: SetMember, shell: ModuleManifest, served: ServedApiState): string[] => [
  ...contextProblems(member.manifest, shell),
  ...unsupportedCalls(member, served),
];

/** Problems of a whole registry. `members` contains the shell and the active version of each module. */
export function gate(registry: Registry, members: Map<string, SetMember | DamagedVersion>, served: ServedApiState): string[] {
  const shell = members.get('shell');
  if (!shell) return ['there is no shell: activate one too'];
  const problems = pathConflicts(registry.modules);
  for (const member of members.values()) if (member instanceof DamagedVersion) problems.push(member.why);
  if (served instanceof ApiUnknown) problems.push(`the calls of the modules were not compared with the API: ${served.why}`);
  if (!(shell instanceof DamagedVersion)) problems.push(...unsupportedCalls(shell, served));
  for (const [name, { dev }] of Object.entries(registry.modules)) {
    const member = members.get(name);
    // Its developer sees a mismatch in the browser.
    if (dev) continue;
    if (member instanceof DamagedVersion) continue;
    if (member)
      problems.push(
        ...(shell instanceof DamagedVersion ? unsupportedCalls(member, served) : incompatibilities(member, shell.manifest, served)),
      );
    else problems.push(`${name} ${registry.modules[name]?.version} is not in the store`);
    if (name !== 'mf-public' && registry.modules[name]?.routes['*'])
      problems.push(`${name} claims *, which only mf-public may own: take it out of its module.ts`);
  }
  return problems;
}

export const damageMessage = (name: string, version: string, file: string): string =>
  `${name} ${version} is damaged: ${file} was changed or is missing. Put it back from a backup, or see portal verify`;

export const unreadableMessage = (name: string, version: string, { message }: Error): string =>
  `${name} ${version} cannot be read: ${message}`;

/** Reads a version for the gate; null if it is not in the store. */
export async function loadMember(
  store: Store,
  name: string,
  version: string,
): Promise<(SetMember & { bytes: Uint8Array }) | DamagedVersion | null> {
  const damaged = (file: string) => new DamagedVersion(damageMessage(name, version, file));
  try {
    const found = await readManifest(store, name, version);
    if (!found) return null;
    const { calls } = found.manifest;
    if (calls === undefined) return { ...found, calls: null };
    const text = await readVerified(store, found.manifest, calls);
    return text ? { ...found, calls: JSON.parse(new TextDecoder().decode(text)) as CallShapes } : damaged(calls);
  } catch (error) {
    if (error instanceof TamperedFile) return damaged('what it calls');
    if (isUserError(error)) return damaged('module.json');
    // One unreadable object must not stop a rollback of another module. A version that begins to run is read by `fileProblems`, too.
    if (isStoreFailure(error)) return new DamagedVersion(unreadableMessage(name, version, error));
    throw error;
  }
}

/** The members of a set that are in the store. */
async function membersOf(store: Store, registry: Registry): Promise<Map<string, SetMember | DamagedVersion>> {
  const set = Object.entries({ shell: registry.shell, ...registry.modules });
  const found = await Promise.all(set.map(async ([name, { version }]) => [name, await loadMember(store, name, version)] as const));
  return new Map(found.flatMap(([name, one]) => (one ? [[name, one] as const] : [])));
}

/** Checks every set that a device may run: the active versions, and their combinations with canaries. */
export async function gateAll(registry: Registry, store: Store, served: ServedApiState): Promise<string[]> {
  const problems = new Set<string>();
  for (const set of possibleSets(registry)) for (const problem of gate(set, await membersOf(store, set), served)) problems.add(problem);
  return [...problems];
}

/** Reasons against activating a version in any set: no budget, an exceeded budget, or missing exports that the shell needs to mount it. */
export async function startProblems(store: Store, name: string, version: string): Promise<string[]> {
  const found = await readManifest(store, name, version);
  if (!found) return [];
  const { manifest } = found;
  const problem = budgetProblem(manifest, await heaviestLoadInStore(store, manifest));
  const exported = manifest.exposes?.[EXPOSED] ?? [];
  const missing = manifest.exposes ? LIFECYCLES.filter((one) => !exported.includes(one)) : [];
  return [
    ...(problem === null ? [] : [problem]),
    ...(missing.length === 0
      ? []
      : [
          `${name} ${version} exposes no ${missing.join(', ')} as ${EXPOSED}: export what lifecycles() gives in its src/remote.tsx, and build again`,
        ]),
  ];
}

/** Published modules that the registry lacks: their paths answer not-found. */
export const missingModules = async (store: Store, registry: Registry): Promise<string[]> =>
  (await store.names()).filter((name) => name !== 'shell' && !registry.modules[name]);

/** Checks the compressed copies of a file, because a web server in front of the host sends them without a check. */
async function siblingProblems(store: Store, name: string, version: string, file: string, plain: Uint8Array): Promise<string[]> {
  const problems: string[] = [];
  for (const encoding of ENCODINGS) {
    const packed = await store.read(name, version, file, encoding);
    if (packed && !(await isCompressedCopyOf(packed, encoding, plain)))
      problems.push(`${name} ${version}: ${file}${SUFFIX[encoding]} was changed`);
  }
  return problems;
}

export const changedManifest = (name: string, version: string): string =>
  `${name} ${version}: module.json is not the one that was activated`;

/**
 * Checks that every listed file exists with its hash in `module.json`, including compressed copies. `integrity` is the registry's hash of
 * `module.json`.
 */
export async function fileProblems(store: Store, name: string, version: string, integrity?: string): Promise<string[]> {
  const found = await readManifest(store, name, version);
  if (!found) return [`${name} ${version} is not published`];
  const problems = integrity !== undefined && integrity !== integrityOf(found.bytes) ? [changedManifest(name, version)] : [];
  for (const [file, { integrity: listed }] of Object.entries(found.manifest.files)) {
    const bytes = await store.read(name, version, file);
    if (!bytes) problems.push(`${name} ${version}: ${file} is missing`);
    else if (integrityOf(bytes) !== listed) problems.push(`${name} ${version}: ${file} was changed`);
    else problems.push(...(await siblingProblems(store, name, version, file, bytes)));
  }
  problems.push(...(await siblingProblems(store, name, version, 'module.json', found.bytes)));
  const named = [
    ...(name === 'shell' || found.manifest.entry in found.manifest.files ? [] : [found.manifest.entry]),
    ...Object.values(found.manifest.preload).flat(),
    ...(found.manifest.fonts ?? []),
    ...[found.manifest.renderer, found.manifest.calls, found.manifest.types].filter((file) => file !== undefined),
  ];
  for (const file of new Set(named))
    if (!found.manifest.files[file]) problems.push(`${name} ${version}: ${file} is named but not among its files`);
  return problems;
}

/** The list of all calls has about 600 kB. */
const MOST_REPLY_BYTES = 16 * 2 ** 20;

export async function fetchServedApi(apiUrl: string | undefined): Promise<ServedApiState> {
  if (!apiUrl) return new ApiUnknown('no portal host runs on this store here: start it, or set API_URL to the address of the guard API');
  const silent = (why: string) => new ApiUnknown(`the API at ${apiUrl} does not say (${why})`);
  const ask = async (path: string): Promise<object | string> => {
    const reply = await fetch(new URL(BASE + path, apiUrl), { signal: AbortSignal.timeout(1_500), redirect: 'error' });
    if (!reply.ok) return `it answered ${reply.status} to ${BASE}${path}`;
    const { data } = await readJson<{ data?: unknown }>(reply, MOST_REPLY_BYTES);
    return typeof data === 'object' && data !== null ? data : `its answer to ${BASE}${path} is no list`;
  };
  try {
    const [contracts, calls] = await Promise.all([ask('/contracts'), ask('/contracts/calls')]);
    if (typeof contracts === 'string') return silent(contracts);
    if (typeof calls === 'string') return silent(calls);
    return { contracts: contracts as ServedContracts, calls: calls as CallShapes };
  } catch (error) {
    const { message, cause } = error as Error;
    return silent(cause instanceof Error ? cause.message : message);
  }
}
