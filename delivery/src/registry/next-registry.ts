import type { Announcement, ModuleManifest, ModuleVersion, PageFacts, Registry, RegistryModule } from '@portal/mf-kit/module';
import { integrityOf } from '../store/integrity';
import type { Change, HistoryLine } from '../store/store';

export interface ActivationTarget {
  manifest: ModuleManifest;
  bytes: Uint8Array;
  lastGood: ModuleVersion | null;
  /** Why the replaced version is bad; it is quarantined and never becomes last good again. */
  quarantine?: string;
  dev?: true;
}

export interface ChangeInfo {
  by: string;
  why: string;
  at: string;
}

export const versionOf = ({ version, container, entry }: ModuleManifest, bytes: Uint8Array): ModuleVersion => ({
  version,
  container,
  entry,
  integrity: integrityOf(bytes),
});

type Entry = Registry['shell'];
export const moduleEntry = (registry: Registry | null, name: string): Entry | RegistryModule | undefined =>
  name === 'shell' ? registry?.shell : registry?.modules[name];

/** Versions of a module that a page with this registry may load: the active, the canary and the last good one. */
export function loadableVersions(registry: Registry | null, name: string): string[] {
  const entry: (Entry & Partial<Pick<RegistryModule, 'canary'>>) | undefined = moduleEntry(registry, name);
  return [entry?.version, entry?.canary?.version, entry?.lastGood?.version].filter((version) => version !== undefined);
}

function nextEntry(before: Entry | undefined, target: ActivationTarget, word: ChangeInfo): Entry {
  const quarantined = { ...before?.quarantined };
  if (target.quarantine !== undefined && before) quarantined[before.version] = target.quarantine;
  // Activating it again with `--force` ends its quarantine.
  delete quarantined[target.manifest.version];
  return { ...versionOf(target.manifest, target.bytes), lastGood: target.lastGood, quarantined, ...word };
}

const undescribed = <Facts extends PageFacts>({ description: _description, ...facts }: Facts) => facts;

/** Every page contains the registry, so fields for search engines and the host stay in the manifest. */
function publicRoutes(routes: ModuleManifest['routes']): RegistryModule['routes'] {
  const each = Object.entries(routes).map(([pattern, { content: _content, forms: _forms, ...route }]) => {
    const pages = route.pages && Object.entries(route.pages).map(([path, facts]) => [path, undescribed(facts)] as const);
    return [pattern, { ...undescribed(route), ...(pages && { pages: Object.fromEntries(pages) }) }] as const;
  });
  return Object.fromEntries(each);
}

/** The next revision: the targets replace active versions, everything else stays. Throws if there is no shell. */
export function nextRegistry(current: Registry | null, targets: ActivationTarget[], word: ChangeInfo): Registry {
  const modules = { ...current?.modules };
  let shell = current?.shell;
  for (const target of targets) {
    const { name, routes } = target.manifest;
    const entry = nextEntry(moduleEntry(current, name), target, word);
    if (name === 'shell') shell = entry;
    else modules[name] = { ...entry, routes: publicRoutes(routes), canary: null, ...(target.dev ? { dev: true as const } : {}) };
  }
  if (!shell) throw new Error('a registry needs a shell');
  return { ...current, revision: (current?.revision ?? 0) + 1, at: word.at, shell, modules };
}

/** The next revision with another announcement, or with none. */
export function nextWithAnnouncement(current: Registry, announcement: Announcement | null, at: string): Registry {
  const { announcement: _before, ...rest } = current;
  return { ...rest, revision: current.revision + 1, at, ...(announcement && { announcement }) };
}

/** The next revision with another canary of one module. */
export function nextWithCanary(
  current: Registry,
  name: string,
  canary: { manifest: ModuleManifest; bytes: Uint8Array; percent: number },
  word: ChangeInfo,
): Registry {
  const entry = current.modules[name];
  if (!entry) throw new Error(`${name} is not active`);
  const quarantined = { ...entry.quarantined };
  delete quarantined[canary.manifest.version];
  const routes = publicRoutes(canary.manifest.routes);
  const own = JSON.stringify(routes) === JSON.stringify(entry.routes) ? {} : { routes };
  const next = { ...versionOf(canary.manifest, canary.bytes), percent: canary.percent, ...own, ...word };
  return nextWithEntry(current, name, { ...entry, canary: next, quarantined }, word.at);
}

/** The next revision without the canary of one module, which is quarantined. `lastGood`: the fallback from then on. */
export function nextWithoutCanary(
  current: Registry,
  name: string,
  lastGood: ModuleVersion | null,
  { why, at }: Pick<ChangeInfo, 'why' | 'at'>,
): Registry {
  const entry = current.modules[name];
  if (!entry?.canary) throw new Error(`${name} has no canary`);
  const quarantined = { ...entry.quarantined, [entry.canary.version]: why };
  return nextWithEntry(current, name, { ...entry, canary: null, quarantined, lastGood }, at);
}

const nextWithEntry = (current: Registry, name: string, entry: RegistryModule, at: string): Registry => ({
  ...current,
  revision: current.revision + 1,
  at,
  modules: { ...current.modules, [name]: entry },
});

/** The set of a candidate, without canaries, so that all visitors of the link get the same set. */
export function asCandidate(next: Registry, until: string): Registry {
  const modules = Object.entries(next.modules).map(([name, entry]) => [name, { ...entry, canary: null }]);
  return { ...next, modules: Object.fromEntries(modules), candidate: { until } };
}

const LEAVES_A_VERSION: Change['how'][] = ['activate', 'rollback', 'promote'];

/** Earlier active versions of a module, newest first, each once. Dev servers and canaries do not count. */
export function earlierVersions(history: HistoryLine[], name: string): string[] {
  const active = history.flatMap(({ changes }) =>
    changes.filter((change) => change.name === name && LEAVES_A_VERSION.includes(change.how)).map(({ to }) => to),
  );
  return [...new Set(active.reverse())];
}
