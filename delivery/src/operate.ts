import type { ModuleManifest, ModuleVersion, Registry } from '@portal/mf-kit/module';
import {
  commit,
  type Desk,
  decide,
  insistedOn,
  manifestOf,
  type Order,
  type Outcome,
  type Request,
  runningCanary,
  takenBack,
} from './desk';
import { Damaged, incompatibilities, memberOf, Unasked, unservedCalls } from './gate';
import { EndedAlready, Overtaken, Refusal } from './refusal';
import { earlierVersions, entryOf, nextRegistry, type Target, versionOf } from './registry';
import type { Change } from './store';

/** The shell's manifest; undefined if its files are damaged. The gate reports that, and what fits it is unknown. */
async function shellOf(desk: Desk, version: string): Promise<ModuleManifest | undefined> {
  const found = await memberOf(desk.store, 'shell', version);
  return found instanceof Damaged ? undefined : found?.manifest;
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
    const found = await memberOf(desk.store, name, version);
    if (!found || found instanceof Damaged) continue;
    const problems = name === 'shell' || !shell ? unservedCalls(found, desk.served) : incompatibilities(found, shell, desk.served);
    if (problems.length > 0) continue;
    return versionOf(found.manifest, found.bytes);
  }
  return null;
}

function replace(
  desk: Desk,
  text: string | null,
  current: Registry | null,
  targets: Target[],
  order: Order,
  how: Change['how'],
): Promise<Outcome> {
  if (!current?.shell && !targets.some(({ manifest }) => manifest.name === 'shell'))
    throw new Refusal('there is no shell yet: activate one in the same command');
  const asked = targets.map(({ manifest: { name, version } }) => ({ name, version }));
  // A running canary does not delay a rollback.
  const asking = how === 'rollback' ? [takenBack] : [takenBack, runningCanary];
  const overruled = insistedOn(
    order,
    asked.flatMap((request) => asking.map((problem) => problem(current, request))),
  );
  const registry = nextRegistry(current, targets, { by: order.by, why: order.why, at: desk.now().toISOString() });
  const changes = asked.flatMap(({ name, version }): Change[] => {
    const canary = current?.modules[name]?.canary;
    return [
      { name, from: entryOf(current, name)?.version ?? null, to: version, how },
      ...(canary && canary.version !== version ? [{ name, from: canary.version, to: version, how: 'stop' as const }] : []),
    ];
  });
  return commit(desk, text, { running: current, registry, changes, begin: asked, overruled }, order);
}

/**
 * Makes published versions active, all in one revision. Throws if a version is quarantined, a file is missing, or the set is incompatible.
 * @returns null if all of them are active already
 */
export const activate = (desk: Desk, requests: Request[], order: Order): Promise<Outcome | null> =>
  decide(
    desk,
    requests.map(({ name }) => name),
    (text, registry) => activateOn(desk, text, registry, requests, order, 'activate'),
  );

/** `activate` on a registry that was read; `how` is its name in the history. */
export async function activateOn(
  desk: Desk,
  text: string | null,
  registry: Registry | null,
  requests: Request[],
  order: Order,
  how: Change['how'],
): Promise<Outcome | null> {
  const targets: Target[] = [];
  const found = new Map<string, Awaited<ReturnType<typeof manifestOf>>>();
  for (const request of requests) found.set(request.name, await manifestOf(desk.store, request));
  const shellVersion = registry?.shell.version;
  const shell = found.get('shell')?.manifest ?? (shellVersion === undefined ? undefined : await shellOf(desk, shellVersion));
  for (const [name, { manifest, bytes }] of found) {
    const before = entryOf(registry, name);
    if (before?.version === manifest.version) continue;
    targets.push({ manifest, bytes, lastGood: await lastGoodOf(desk, name, [manifest.version], before?.quarantined ?? {}, shell) });
  }
  return targets.length === 0 ? null : replace(desk, text, registry, targets, order, how);
}

/** Maximum of alternatives in the message. */
const MOST_ALTERNATIVES = 4;
/** Earlier versions that pass the gate, newest first, for the message of a rejected rollback. */
async function alternatives(desk: Desk, registry: Registry, name: string, except: string[]): Promise<string> {
  // Without the API the gate rejects every version.
  if (desk.served instanceof Unasked) return '';
  const shell = await shellOf(desk, registry.shell.version);
  const quarantined = entryOf(registry, name)?.quarantined ?? {};
  const fitting: string[] = [];
  for (;;) {
    const found = await lastGoodOf(desk, name, [...except, ...fitting], quarantined, shell);
    if (!found || fitting.length === MOST_ALTERNATIVES) break;
    fitting.push(found.version);
  }
  const [nearest, ...others] = fitting;
  if (nearest === undefined) return '; no earlier version fits';
  return `; the nearest version that fits is ${nearest} (--to ${nearest})${others.length > 0 ? `, before it ${others.join(', ')}` : ''}`;
}

/**
 * Rolls one module back and quarantines the active version. A canary ends, without quarantine. `to` defaults to the last good version.
 * `running`: throws if another version is active by now.
 */
export const rollback = (desk: Desk, name: string, to: string | undefined, order: Order, running?: string): Promise<Outcome> =>
  decide(desk, [name], (text, registry) => {
    const runs = entryOf(registry, name)?.version;
    if (running !== undefined && runs !== running)
      throw new EndedAlready(`${name} runs ${runs ?? 'nothing'}, not ${running}; nothing was done`);
    return rollbackOn(desk, text, registry, name, to, order);
  });

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
  const shell = await shellOf(desk, shellVersion);
  const lastGood = await lastGoodOf(desk, name, [version], quarantined, shell);
  try {
    return await replace(desk, text, registry, [{ ...found, lastGood, quarantine: order.why }], order, 'rollback');
  } catch (error) {
    if (!(error instanceof Refusal) || error instanceof Overtaken) throw error;
    throw new Refusal(`${error.message}${await alternatives(desk, registry, name, [version, before.version])}`);
  }
}
