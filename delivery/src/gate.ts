import { BASE } from '@portal/contracts/_kernel/endpoint';
import { compositions } from '@portal/mf-kit/canary';
import { MODULES, type ModuleManifest, type Registry } from '@portal/mf-kit/module';
import { satisfies } from '@portal/mf-kit/ranges';
import { isPackedOf, SUFFIX } from './compress';
import { integrityOf } from './integrity';
import { pathConflicts } from './patterns';
import { ENCODINGS, readManifest, type Store } from './store';

/** Contract domain -> the version that the API serves, or those it serves beside each other. */
export type ServedContracts = Record<string, number | number[]>;

/** What the API serves is not known, and why not: nothing that calls it passes the gate. */
export class Unasked {
  constructor(readonly why: string) {}
}
export type Served = ServedContracts | Unasked;

/** What a module, or the shell, calls and this API does not serve. */
export function unservedCalls({ name, version: own, contracts }: ModuleManifest, served: Served): string[] {
  if (served instanceof Unasked) return [];
  return Object.entries(contracts).flatMap(([domain, version]) => {
    const given = served[domain];
    if (given === undefined) return [`${name} ${own} calls contract ${domain}, which the API does not serve`];
    if ([given].flat().includes(version)) return [];
    return [`${name} ${own} calls contract ${domain} ${version}, the API serves ${[given].flat().join(', ')}`];
  });
}

/** Why a module cannot run under this shell and this API; empty when it can. */
export function incompatibilities(module: ModuleManifest, shell: ModuleManifest, served: Served): string[] {
  const problems: string[] = [];
  const is = `${module.name} ${module.version}`;
  if (module.portal !== shell.portal)
    problems.push(`${is} needs portal context ${module.portal}, shell ${shell.version} gives ${shell.portal}`);
  for (const [library, range] of Object.entries(module.shared)) {
    const given = shell.shared[library];
    if (!given) problems.push(`${is} needs ${library} ${range}, shell ${shell.version} gives none`);
    else if (!satisfies(given, range)) problems.push(`${is} needs ${library} ${range}, shell ${shell.version} gives ${given}`);
  }
  problems.push(...unservedCalls(module, served));
  return problems;
}

/** Whether the whole set of a registry fits together. `manifests` holds the shell's and each module's active one. */
export function gate(registry: Registry, manifests: Map<string, ModuleManifest>, served: Served): string[] {
  const shell = manifests.get('shell');
  if (!shell) return ['there is no shell: activate one too'];
  const problems = pathConflicts(registry.modules);
  if (served instanceof Unasked) problems.push(`what the modules call was not compared with what the API serves: ${served.why}`);
  problems.push(...unservedCalls(shell, served));
  for (const [name, { dev }] of Object.entries(registry.modules)) {
    const manifest = manifests.get(name);
    // Its developer sees at once what does not fit.
    if (dev) continue;
    if (manifest) problems.push(...incompatibilities(manifest, shell, served));
    else problems.push(`${name} ${registry.modules[name]?.version} is not in the store`);
    if (name !== 'mf-public' && registry.modules[name]?.routes['*']) problems.push(`${name} claims *, which only mf-public may own`);
  }
  return problems;
}

/** The manifests of a whole set, as far as they are in the store. */
export async function manifestsOf(store: Store, registry: Registry): Promise<Map<string, ModuleManifest>> {
  const set = Object.entries({ shell: registry.shell, ...registry.modules });
  const found = await Promise.all(set.map(async ([name, { version }]) => [name, await readManifest(store, name, version)] as const));
  return new Map(found.flatMap(([name, one]) => (one ? [[name, one.manifest] as const] : [])));
}

/** The gate for every set that some device may run: the active versions, and those with canaries. */
export async function gateAll(registry: Registry, store: Store, served: Served): Promise<string[]> {
  const problems = new Set<string>();
  for (const set of compositions(registry)) for (const problem of gate(set, await manifestsOf(store, set), served)) problems.add(problem);
  return [...problems];
}

/** Modules that a registry lacks: their paths answer not-found. */
export const missingModules = (registry: Registry): string[] => MODULES.filter((name) => !registry.modules[name]);

/** Packed siblings that are not their file: a web server before the host sends them as they are. */
async function siblingProblems(store: Store, name: string, version: string, file: string, listed: string): Promise<string[]> {
  const problems: string[] = [];
  for (const encoding of ENCODINGS) {
    const packed = await store.read(name, version, file, encoding);
    if (packed && !(await isPackedOf(packed, encoding, listed)))
      problems.push(`${name} ${version}: ${file}${SUFFIX[encoding]} was changed`);
  }
  return problems;
}

/** Every listed file must be there and be what `module.json` says, its packed siblings too; `integrity` is what the registry says of `module.json`. */
export async function fileProblems(store: Store, name: string, version: string, integrity?: string): Promise<string[]> {
  const found = await readManifest(store, name, version);
  if (!found) return [`${name} ${version} is not published`];
  const problems =
    integrity && integrity !== integrityOf(found.bytes) ? [`${name} ${version}: module.json is not the one that was activated`] : [];
  for (const [file, { integrity: listed }] of Object.entries(found.manifest.files)) {
    const bytes = await store.read(name, version, file);
    if (!bytes) problems.push(`${name} ${version}: ${file} is missing`);
    else if (integrityOf(bytes) !== listed) problems.push(`${name} ${version}: ${file} was changed`);
    problems.push(...(await siblingProblems(store, name, version, file, listed)));
  }
  problems.push(...(await siblingProblems(store, name, version, 'module.json', integrityOf(found.bytes))));
  const named = [
    ...(name === 'shell' || found.manifest.entry in found.manifest.files ? [] : [found.manifest.entry]),
    ...Object.values(found.manifest.preload).flat(),
    ...(found.manifest.renderer === undefined ? [] : [found.manifest.renderer]),
  ];
  for (const file of new Set(named))
    if (!found.manifest.files[file]) problems.push(`${name} ${version}: ${file} is named but not among its files`);
  return problems;
}

/** Asks the API what it serves. */
export async function servedContracts(apiUrl: string | undefined): Promise<Served> {
  if (!apiUrl) return new Unasked('set API_URL to the address of the guard API');
  const silent = (why: string) => new Unasked(`the API at ${apiUrl} does not say (${why})`);
  try {
    const reply = await fetch(new URL(`${BASE}/contracts`, apiUrl), { signal: AbortSignal.timeout(1_500) });
    if (!reply.ok) return silent(`it answered ${reply.status}`);
    const { data } = (await reply.json()) as { data?: unknown };
    return typeof data === 'object' && data !== null ? (data as ServedContracts) : silent('its answer is no list of contracts');
  } catch (error) {
    const { message, cause } = error as Error;
    return silent(cause instanceof Error ? cause.message : message);
  }
}
