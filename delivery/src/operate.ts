import type { ModuleManifest, ModuleVersion, Registry } from '@portal/mf-kit/module';
import { fileProblems, gate, incompatibilities, missingModules, type Served, Unasked } from './gate';
import { Overtaken, Refusal } from './refusal';
import { earlierVersions, entryOf, nextRegistry, type Target, versionOf } from './registry';
import { type Key, openRegistry, signRegistry } from './signing';
import { type Change, readManifest, type Store } from './store';

/** What an operation works with. */
export interface Desk {
  store: Store;
  ops: Key;
  served: Served;
  now: () => Date;
}

export interface Order {
  by: string;
  why: string;
  /** Overrules the gate; the history keeps that. Never overrules missing or changed files. */
  force?: boolean;
}

export interface Outcome {
  registry: Registry;
  changes: Change[];
  warnings: string[];
}

export interface Request {
  name: string;
  version: string;
}

const list = (lines: string[]) => lines.join('; ');

export async function readRegistry(desk: Pick<Desk, 'store' | 'ops'>): Promise<{ text: string | null; registry: Registry | null }> {
  const text = await desk.store.registry();
  return { text, registry: text === null ? null : openRegistry(text, desk.ops.publicKey).registry };
}

async function manifestOf(store: Store, { name, version }: Request) {
  const found = await readManifest(store, name, version);
  if (found) return found;
  const versions = await store.versions(name);
  throw new Refusal(`${name} ${version} is not published${versions.length > 0 ? `; there are ${versions.slice(-5).join(', ')}` : ''}`);
}

/** The manifests of the whole set: those that change and those that stay. */
async function manifestsOf(store: Store, registry: Registry): Promise<Map<string, ModuleManifest>> {
  const set = [
    ['shell', registry.shell.version] as const,
    ...Object.entries(registry.modules).map(([name, { version }]) => [name, version] as const),
  ];
  const manifests = new Map<string, ModuleManifest>();
  for (const [name, version] of set) {
    const found = await readManifest(store, name, version);
    if (found) manifests.set(name, found.manifest);
  }
  return manifests;
}

/** Of versions that are named instead of a refused one. */
const MOST_ALTERNATIVES = 4;
/** More than there are people who change the portal in the same second. */
const TRIES = 50;

/**
 * Decides on the registry as it is, and again on the newer one when somebody else was quicker: each revision follows from the one before.
 * Refuses when what they changed are these very modules, which a person should look at first.
 */
async function decide<T>(desk: Desk, names: string[], act: (text: string | null, registry: Registry | null) => Promise<T>): Promise<T> {
  const first = await readRegistry(desk);
  let { text, registry } = first;
  for (let left = TRIES; ; left--) {
    try {
      return await act(text, registry);
    } catch (error) {
      if (!(error instanceof Overtaken) || left === 0) throw error;
    }
    ({ text, registry } = await readRegistry(desk));
    const isOther = (name: string) => entryOf(registry, name)?.version !== entryOf(first.registry, name)?.version;
    const changed = names.filter(isOther);
    if (changed.length > 0) throw new Overtaken(changed.join(', '));
  }
}

/** The newest earlier active version that is not quarantined and can run under `shell`. */
async function lastGoodOf(
  desk: Desk,
  name: string,
  except: string[],
  quarantined: Record<string, string>,
  shell: ModuleManifest | undefined,
): Promise<ModuleVersion | null> {
  for (const version of earlierVersions(await desk.store.history(), name)) {
    if (except.includes(version) || version in quarantined) continue;
    const found = await readManifest(desk.store, name, version);
    if (!found) continue;
    if (name !== 'shell' && shell && incompatibilities(found.manifest, shell, desk.served).length > 0) continue;
    return versionOf(found.manifest, found.bytes);
  }
  return null;
}

async function commit(
  desk: Desk,
  text: string | null,
  current: Registry | null,
  targets: Target[],
  order: Order,
  how: Change['how'],
): Promise<Outcome> {
  const at = desk.now().toISOString();
  if (!current?.shell && !targets.some(({ manifest }) => manifest.name === 'shell'))
    throw new Refusal('there is no shell yet: activate one in the same command');
  const registry = nextRegistry(current, targets, { by: order.by, why: order.why, at });
  const broken = (await Promise.all(targets.map(({ manifest }) => fileProblems(desk.store, manifest.name, manifest.version)))).flat();
  if (broken.length > 0) throw new Refusal(list(broken));
  const problems = gate(registry, await manifestsOf(desk.store, registry), desk.served);
  if (problems.length > 0 && !order.force) throw new Refusal(`${list(problems)}; --force overrules it`);
  const changes = targets.map(({ manifest: { name, version } }) => ({
    name,
    from: entryOf(current, name)?.version ?? null,
    to: version,
    how,
  }));
  const line = {
    revision: registry.revision,
    at,
    by: order.by,
    why: order.why,
    ...(problems.length > 0 ? { forced: true as const } : {}),
    changes,
  };
  await desk.store.swap(text, JSON.stringify(signRegistry(registry, desk.ops)), line);
  const missing = missingModules(registry);
  return {
    registry,
    changes,
    warnings: [
      ...(problems.length > 0 ? [`--force was used: ${list(problems)}`] : []),
      ...(missing.length > 0 ? [`not active, their paths answer not-found: ${missing.join(', ')}`] : []),
    ],
  };
}

/**
 * Makes published versions the active ones, all in one revision. Refuses quarantined ones, a set that does not fit together, and missing files.
 * @returns null when all of them are active already
 */
export const activate = (desk: Desk, requests: Request[], order: Order): Promise<Outcome | null> =>
  decide(
    desk,
    requests.map(({ name }) => name),
    (text, registry) => activateOn(desk, text, registry, requests, order),
  );

async function activateOn(
  desk: Desk,
  text: string | null,
  registry: Registry | null,
  requests: Request[],
  order: Order,
): Promise<Outcome | null> {
  const targets: Target[] = [];
  const found = new Map<string, Awaited<ReturnType<typeof manifestOf>>>();
  for (const request of requests) found.set(request.name, await manifestOf(desk.store, request));
  const shellVersion = registry?.shell.version;
  const shell =
    found.get('shell')?.manifest ?? (shellVersion ? (await readManifest(desk.store, 'shell', shellVersion))?.manifest : undefined);
  for (const [name, { manifest, bytes }] of found) {
    const before = entryOf(registry, name);
    if (before?.version === manifest.version) continue;
    const reason = before?.quarantined[manifest.version];
    if (reason !== undefined && !order.force)
      throw new Refusal(`${name} ${manifest.version} was taken back (${reason}); publish a new version, or insist with --force`);
    targets.push({ manifest, bytes, lastGood: await lastGoodOf(desk, name, [manifest.version], before?.quarantined ?? {}, shell) });
  }
  return targets.length === 0 ? null : commit(desk, text, registry, targets, order, 'activate');
}

/** What an operator may do instead of a rollback that the gate refused: earlier versions that it would let back, the newest first. */
async function alternatives(desk: Desk, registry: Registry, name: string, except: string[]): Promise<string> {
  // Whatever it is, the gate would say the same of it.
  if (desk.served instanceof Unasked) return '';
  const shell = await readManifest(desk.store, 'shell', registry.shell.version);
  const quarantined = entryOf(registry, name)?.quarantined ?? {};
  const fitting: string[] = [];
  for (;;) {
    const found = await lastGoodOf(desk, name, [...except, ...fitting], quarantined, shell?.manifest);
    if (!found || fitting.length === MOST_ALTERNATIVES) break;
    fitting.push(found.version);
  }
  const [nearest, ...others] = fitting;
  if (nearest === undefined) return '; no earlier version fits';
  return `; the nearest version that fits is ${nearest} (--to ${nearest})${others.length > 0 ? `, before it ${others.join(', ')}` : ''}`;
}

/** Takes one module back to an earlier version and quarantines the one that runs. `to` is its last good version when left out. */
export const rollback = (desk: Desk, name: string, to: string | undefined, order: Order): Promise<Outcome> =>
  decide(desk, [name], (text, registry) => rollbackOn(desk, text, registry, name, to, order));

async function rollbackOn(
  desk: Desk,
  text: string | null,
  registry: Registry | null,
  name: string,
  to: string | undefined,
  order: Order,
): Promise<Outcome> {
  const before = entryOf(registry, name);
  if (!registry || !before) throw new Refusal(`${name} is not active, there is nothing to take back`);
  const version = to ?? before.lastGood?.version;
  if (!version)
    throw new Refusal(
      `${name} has no earlier good version; name one with --to (published: ${(await desk.store.versions(name)).join(', ')})`,
    );
  if (version === before.version) throw new Refusal(`${name} ${version} is active already`);
  const found = await manifestOf(desk.store, { name, version });
  const quarantined = { ...before.quarantined, [before.version]: order.why };
  const shellVersion = name === 'shell' ? version : registry.shell.version;
  const shell = await readManifest(desk.store, 'shell', shellVersion);
  const lastGood = await lastGoodOf(desk, name, [version], quarantined, shell?.manifest);
  try {
    return await commit(desk, text, registry, [{ ...found, lastGood, quarantine: order.why }], order, 'rollback');
  } catch (error) {
    if (!(error instanceof Refusal) || error instanceof Overtaken) throw error;
    throw new Refusal(`${error.message}${await alternatives(desk, registry, name, [version, before.version])}`);
  }
}
