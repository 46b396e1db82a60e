import { isInCanary } from '@portal/mf-kit/canary';
import type { InspectFacts } from '@portal/mf-kit/inspect';
import type { ModuleVersion, Registry, RegistryModule } from '@portal/mf-kit/module';
import type { HostState } from '../modules/host/hostTypes';
import { moduleInStack } from '../telemetry/errorOrigin';
import type { LoggedEvent } from '../telemetry/eventLog';
import type { Attributed } from './loadTrace';

/** The entry of a module or the shell in the registry of this page. `from`: the address of an override. */
export type Entry = Registry['shell'] & Partial<Pick<RegistryModule, 'canary' | 'dev' | 'lastGoodOfActive'>> & { from?: string };

/** The parts of a module host's state that are read here. */
export type ShownHostState = Pick<HostState, 'mount' | 'attempt' | 'card' | 'failed'>;

/** One module in this page. */
export interface ModuleReading {
  name: string;
  entry: Entry;
  /** The version that runs: mounted, or of the shell; null if the module is not on this screen. */
  running: string | null;
  /** Null for the shell. */
  state: ShownHostState | null;
  /** The number of this device; null if it drew none. */
  draw: number | null;
  /** The end of the candidate in this page; null for the active set. */
  candidateUntil: string | null;
  /** Null if the portal host did not answer. */
  facts: InspectFacts | null;
}

const UNKNOWN = 'Unknown: the portal host did not answer.';

/** `2026-05-01 12:00 UTC`, as the operations page writes it. */
export const minuteText = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;

export const canaryText = ({ name, entry: { canary }, draw }: ModuleReading): string => {
  const number = draw === null ? 'This device drew no number' : `This device drew ${draw} of 0 to 9999`;
  if (!canary) return `${number}. No canary of this module runs.`;
  const share = `${canary.version} runs on ${canary.percent} % of the devices`;
  if (draw === null) return `${number}, so it runs no canary. ${share}.`;
  return `${number}. ${share}, and ${isInCanary(name, canary.percent, draw) ? 'this device is one of them' : 'this device is none of them'}.`;
};

function shellReason({ entry, running, facts }: ModuleReading): string {
  if (running === entry.version) return 'It is the active version.';
  if (running === entry.lastGood?.version && facts?.active.shell === entry.version)
    return `It is the last good version. Either ${entry.version} did not start in this browser, or it became active after this page.`;
  return `${entry.version} became active after this page. The page reloads for it at the next change of the page.`;
}

/** Why a module's registry entry names this version. */
function entryReason({ name, entry, draw, candidateUntil, facts }: ModuleReading): string {
  if (entry.from) return `An override of this browser takes it from ${entry.from}.`;
  if (entry.dev) return 'Its dev server serves it.';
  const { canary, version } = entry;
  if (canary?.version === version) return `It is the canary: this device drew ${draw}, which is among the first ${canary.percent} %.`;
  if (candidateUntil === null) return 'It is the active version.';
  const active = facts?.active[name];
  if (active === undefined) return 'A candidate runs in this browser. Whether this version is part of it is unknown.';
  return active === version
    ? 'It is the active version. The candidate of this browser leaves it as it is.'
    : 'The candidate of this browser names it.';
}

/** Why the module runs this version. */
export function reasonText(reading: ModuleReading): string {
  const { entry, running, state } = reading;
  if (state === null) return shellReason(reading);
  const { version, container, lastGood, lastGoodOfActive } = entry;
  const isFailed = state.failed.includes(container);
  if (running === null) {
    if (state.card === 'network') return `No version runs: the connection failed. ${version} would run.`;
    if (state.card === 'failed') return `No version runs: each eligible version failed in this page, ${version} first.`;
    if (state.attempt) return `${state.attempt.version.version} is loading.`;
    return `No version runs, because this screen is of another module. ${version} would run. ${entryReason(reading)}`;
  }
  if (running === version) return entryReason(reading);
  if (isFailed && running === lastGood?.version) return `${version} is active but failed in this page, so the last good version runs.`;
  if (running === lastGood?.version && !state.attempt)
    return `It is the last good version. ${version} failed on this screen, or lacks its path.`;
  if (running === lastGoodOfActive?.version)
    return `It is the last good version of those without a canary. ${version} failed in this page.`;
  return `${version} is active since this page was opened. It replaces ${running} when nothing is unsaved and no control is pressed.`;
}

/** A version that this browser does not run, with its state. */
export interface OtherVersion {
  version: string;
  /** Why it runs or not. */
  state: string;
  published: string;
  /** The id of the candidate that shows it. */
  candidate: string | null;
}

const publicationText = (facts: InspectFacts | null, name: string, version: string): string => {
  if (!facts) return UNKNOWN;
  const found = facts.published[name]?.find((one) => one.version === version);
  if (!found) return 'Not among the newest in the store.';
  const { publication } = found;
  if (!publication) return 'Unknown: its folder names no publisher.';
  const token = publication.token ? `, with token ${publication.token}` : '';
  return `${minuteText(publication.at)}, by ${publication.by}${token}: ${publication.why}`;
};

/** The active version: in a page of a canary, a candidate or an override the registry of the page names another one. */
const activeVersion = ({ name, entry, facts, candidateUntil }: ModuleReading): string | null =>
  facts?.active[name] ?? (entry.from || candidateUntil !== null || entry.canary?.version === entry.version ? null : entry.version);

/** All versions that a squad may look for: active, canary, candidates, last good, quarantined and newly published. */
export function readVersions(reading: ModuleReading): OtherVersion[] {
  const { name, entry, facts, draw } = reading;
  const states = new Map<string, string[]>();
  const candidates = new Map<string, string>();
  const add = (version: string | null | undefined, state: string | null) => {
    if (version) states.set(version, [...(states.get(version) ?? []), ...(state ? [state] : [])]);
  };
  if (entry.from) add(entry.version, 'override of this browser');
  add(activeVersion(reading), 'active');
  const { canary } = entry;
  if (canary)
    add(
      canary.version,
      `canary for ${canary.percent} %, ${draw !== null && isInCanary(name, canary.percent, draw) ? 'drawn' : 'not drawn'} here`,
    );
  for (const { id, versions, until } of facts?.candidates ?? []) {
    const version = versions[name];
    if (!version) continue;
    add(version, `candidate ${id} until ${minuteText(until)}`);
    if (!candidates.has(version)) candidates.set(version, id);
  }
  add(entry.lastGood?.version, 'last good');
  add(entry.lastGoodOfActive?.version, 'last good without a canary');
  for (const [version, why] of Object.entries(entry.quarantined)) add(version, `quarantined: ${why}`);
  for (const { version } of facts?.published[name] ?? []) add(version, null);
  return [...states].map(([version, all]) => ({
    version,
    state: all.length > 0 ? all.join('; ') : 'published, but not active: portal stage, canary or activate',
    published: publicationText(facts, name, version),
    candidate: candidates.get(version) ?? null,
  }));
}

/** A failure of a module in this page, with its attribution. */
export interface ModuleFailure {
  /** ISO instant. */
  at: string;
  version: string;
  message: string;
  attribution: string;
}

const attributions: Record<string, string> = {
  failed: 'The version. The health report counts it, unless a second version fails on the same path.',
  'screen failed': 'One screen. It counts once another version shows this screen for three seconds.',
  'does not fit': 'No version: it needs another shell than this page has.',
};

/** `timeOrigin`: the start of the page in ms. */
export function lastFailure(
  name: string,
  reports: readonly LoggedEvent[],
  attributed: readonly Attributed[],
  timeOrigin: number,
): ModuleFailure | null {
  const ofVersion = reports.flatMap(({ event, module, version = 'unknown', detail = '', at }) => {
    const attribution = module === name ? attributions[event] : undefined;
    return attribution ? [{ at, version, message: detail, attribution }] : [];
  });
  const ofNetwork = attributed
    .filter(({ cause }) => cause === 'network')
    .map(({ message, at }) => ({
      ...{ at: new Date(timeOrigin + at).toISOString(), version: 'unknown', message },
      attribution: 'The network: the portal host did not answer either. It counts against no version.',
    }));
  return [...ofVersion, ...ofNetwork].sort((one, other) => (one.at < other.at ? -1 : 1)).at(-1) ?? null;
}

/** One line of the page's log that is an error. */
export interface PageError {
  at: string;
  event: string;
  /** The module and version that failed; `unknown` if the error names none. */
  origin: string;
  message: string;
}

/** The errors of this page, newest first. Views are no errors. */
export const readErrors = (reports: readonly LoggedEvent[]): PageError[] =>
  reports
    .filter(({ event }) => event !== 'shown')
    .map(({ at, event, module, version, detail = '' }) => {
      const found = module ? { name: module, version } : moduleInStack(detail);
      return {
        ...{ at, event },
        origin: found ? `${found.name} ${found.version ?? ''}`.trim() : 'unknown',
        message: detail.split('\n', 1)[0] ?? '',
      };
    })
    .reverse();

/** The running version, or the one to be mounted. Null: the registry of this page no longer names it. */
export function describedVersion({ entry, running, state }: ModuleReading): (ModuleVersion & { from?: string }) | null {
  if (state) return state.mount?.version ?? entry;
  return [entry, entry.lastGood, entry.lastGoodOfActive].find((one) => one?.version === running) ?? null;
}
