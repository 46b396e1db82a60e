import { cookie } from '@portal/device/storage';
import { DRAW_COOKIE, readDraw } from '@portal/mf-kit/canary';
import type { InspectFacts } from '@portal/mf-kit/inspect';
import type { ModuleManifest } from '@portal/mf-kit/module';
import { shareScope } from '../modules/loading/sharedLibraries';
import { folderOf } from '../registry/moduleRegistry';
import { readRevisionStatus } from '../registry/revisionStatus';
import { fetchInspectFacts } from '../telemetry/inspectFacts';
import { ENTRY_LIMIT, type FileArrival, type PageFile, type ResourceEntry, readArrivals } from './fileArrivals';
import type { InspectParts } from './inspectParts';
import { readAttributions, readTrace, type TraceStep } from './loadTrace';
import {
  describedVersion,
  type Entry,
  lastFailure,
  type ModuleFailure,
  type ModuleReading,
  minuteText,
  type PageError,
  readErrors,
} from './moduleReport';
import { readOffered, readShared, type SharedChoice } from './sharedChoices';

/** Everything about the page that does not depend on one module. */
export interface PageReading {
  path: string;
  /** The module of this path; null if none has it. */
  owner: string | null;
  /** The names of all modules, the shell first. */
  names: string[];
  facts: InspectFacts | null;
  /** Why there are no facts; null if there are. */
  factsProblem: string | null;
  revision: string;
  signature: string;
  freshness: string;
  errors: PageError[];
  isEntryListFull: boolean;
  /** Whether this browser shows an override or a candidate. */
  isPreview: boolean;
  at: string;
}

/** Everything about one module. */
export interface ModuleDetails {
  reading: ModuleReading;
  manifest: ModuleManifest | null;
  /** Whether its module.json is the one of the signed registry. */
  seal: string;
  arrivals: FileArrival[];
  trace: TraceStep[];
  shared: SharedChoice[];
  /** Of the shell only: its libraries, and the modules that ask for them. */
  offered: ReturnType<typeof readOffered>;
  failure: ModuleFailure | null;
}

const entryOf = ({ modules }: InspectParts, name: string): Entry | undefined => {
  const { shell, modules: all } = modules.registry.current();
  return name === 'shell' ? shell : all[name];
};

/** Reads the page as it is now. */
export async function readPage(parts: InspectParts): Promise<PageReading> {
  const { page, modules, services } = parts;
  const [{ facts, factsProblem }, status] = await Promise.all([
    fetchInspectFacts(),
    readRevisionStatus(modules.registry.current(), page, services.clock.now),
  ]);
  const { revision, at, candidate, modules: all } = modules.registry.current();
  const newer = facts && facts.revision > revision ? ` The active one is ${facts.revision}.` : '';
  return {
    ...{ facts, factsProblem, ...status },
    path: window.location.pathname,
    owner: modules.routes.find(window.location.pathname)?.module ?? null,
    names: ['shell', ...Object.keys(all)],
    revision: `${revision}${candidate ? ' (candidate)' : ''}, of ${minuteText(at)}.${newer}`,
    errors: readErrors(services.telemetry.reports),
    isEntryListFull: performance.getEntriesByType('resource').length >= ENTRY_LIMIT,
    isPreview: candidate !== undefined || page.overrides.length > 0,
    at: services.clock.now().toISOString(),
  };
}

/** Scripts, stylesheets and inlined stylesheets of the page. */
const pageFiles = (): PageFile[] =>
  [...document.querySelectorAll<HTMLElement>('script[src], link[rel="stylesheet"], style[data-from]')].map((element) => {
    if (element instanceof HTMLScriptElement) return { url: element.src, inline: null };
    if (element instanceof HTMLLinkElement) return { url: element.href, inline: null };
    const { origin } = window.location;
    return { url: origin + (element.dataset.from ?? ''), inline: new Blob([element.textContent ?? '']).size };
  });

async function readManifest(
  { modules: { loader } }: InspectParts,
  reading: ModuleReading,
  revision: number,
): Promise<Pick<ModuleDetails, 'manifest' | 'seal'>> {
  const { name, entry } = reading;
  try {
    const version = describedVersion(reading);
    if (!version) return { manifest: null, seal: `Unknown: revision ${revision} no longer names this version.` };
    const manifest = await loader.manifest(name, version);
    if (!manifest) return { manifest, seal: 'None: files of a dev server have no hashes.' };
    if (entry.from) return { manifest, seal: 'Not signed: an override. The page ran only files with the hashes of its module.json.' };
    return { manifest, seal: 'Its module.json has the hash in the signed registry. Each file ran only with its listed hash.' };
  } catch (error) {
    return { manifest: null, seal: `Unknown, module.json could not be checked: ${(error as Error).message}.` };
  }
}

const readingOf = (parts: InspectParts, name: string, entry: Entry, facts: InspectFacts | null): ModuleReading => {
  const { page, hosts, modules } = parts;
  const host = hosts.get(name);
  return {
    ...{ name, entry, facts },
    running: name === 'shell' ? page.shell : (host?.mountedVersion ?? null),
    state: name === 'shell' ? null : (host?.state() ?? null),
    draw: readDraw(cookie(DRAW_COOKIE)),
    candidateUntil: modules.registry.current().candidate?.until ?? null,
  };
};

/** Manifests of the modules that run in this page, for the libraries that they ask for. */
async function readAsking(parts: InspectParts, facts: InspectFacts | null, revision: number): Promise<ModuleManifest[]> {
  const mounted = [...parts.hosts.keys()].flatMap((name) => {
    const entry = entryOf(parts, name);
    return entry && parts.hosts.get(name)?.state().mount ? [readingOf(parts, name, entry, facts)] : [];
  });
  const all = await Promise.all(mounted.map((reading) => readManifest(parts, reading, revision)));
  return all.flatMap(({ manifest }) => manifest ?? []);
}

/** Reads one module as it is now; null if the registry of this page no longer has it. */
export async function readModule(parts: InspectParts, name: string, facts: InspectFacts | null): Promise<ModuleDetails | null> {
  const entry = entryOf(parts, name);
  if (!entry) return null;
  const reading = readingOf(parts, name, entry, facts);
  const { revision } = parts.modules.registry.current();
  const location = describedVersion(reading) ?? { version: parts.page.shell };
  const folder = new URL(folderOf(name, location), window.location.origin).href;
  const { manifest, seal } = await readManifest(parts, reading, revision);
  const entries = performance.getEntriesByType('resource') as unknown as ResourceEntry[];
  const marks = performance.getEntriesByType('mark');
  return {
    ...{ reading, manifest, seal },
    arrivals: readArrivals(folder, { entries, inPage: pageFiles() }, manifest?.files),
    trace: readTrace(name, marks),
    shared: manifest && name !== 'shell' ? readShared(manifest, shareScope) : [],
    offered: name === 'shell' ? readOffered(shareScope, await readAsking(parts, facts, revision)) : [],
    failure: lastFailure(name, parts.services.telemetry.reports, readAttributions(name, marks), performance.timeOrigin),
  };
}
