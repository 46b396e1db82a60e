import type { Registry, RegistryModule } from '@portal/mf-kit/module';
import type { Outcome } from './desk';
import type { Drilled } from './drill';
import type { Health } from './health/kept';
import { noTally, percent, type Tally } from './health/tally';
import type { Pruned } from './prune';
import type { Change, HistoryLine } from './store';
import { endOf, type KnownToken } from './vouch';

const WIDTH = 80;

/** Wraps the text to at most 80 characters; later lines are indented by `indent`. A longer word gets its own line. */
export function wrapped(text: string, indent = 0): string {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    const [, margin = '', words = ''] = /^( *)(.*)$/.exec(paragraph) ?? [];
    let line = margin;
    for (const word of words.split(' ')) {
      const isFirst = line.trim() === '';
      if (!isFirst && line.length + 1 + word.length > WIDTH) {
        lines.push(line);
        line = ' '.repeat(indent) + word;
      } else line += isFirst ? word : ` ${word}`;
    }
    lines.push(line);
  }
  return lines.join('\n');
}

export const minute = (at: string) => `${at.slice(0, 10)} ${at.slice(11, 16)}`;
const forSome = (percent: number | undefined) => (percent === undefined ? '' : ` for ${percent} % of devices`);
export const changeText = ({ how, name, from, to, percent }: Change) => `${how} ${name} ${from ?? '(new)'} -> ${to}${forSome(percent)}`;

export const outcomeText = ({ registry, changes, warnings }: Outcome): string =>
  [
    ...changes.map((change) =>
      change.how === 'activate' ? `${change.name} ${change.from ?? '(new)'} -> ${change.to}` : changeText(change),
    ),
    `revision ${registry.revision} is live`,
    ...warnings.map((warning) => wrapped(`warning: ${warning}`, 2)),
  ].join('\n');

type Entry = Registry['shell'] & Partial<Pick<RegistryModule, 'canary' | 'dev'>>;

/** The counts of a version in one line. */
export function seenText({ views, failed, threw, rated, slow }: Tally): string {
  if (views + rated === 0) return 'not seen yet';
  const errors = `${percent({ bad: failed, of: views })} failed, ${percent({ bad: threw, of: views })} threw`;
  return `${views} views, ${errors}, ${percent({ bad: slow, of: rated })} of ${rated} loads slow`;
}

function entryText(name: string, { version, dev, canary, lastGood, quarantined, at, by, why }: Entry, seen: Record<string, Tally>): string {
  const taken = Object.entries(quarantined).map(([bad, reason]) => `${bad} (${reason})`);
  const of = (one: string) => seenText(seen[one] ?? noTally());
  return [
    `${name} ${version}${dev ? ' (dev server)' : ''}`,
    `  since ${minute(at)} by ${by}: ${why}`,
    `  ${of(version)}`,
    ...(canary
      ? [
          `  canary ${canary.version}${forSome(canary.percent)}`,
          `  since ${minute(canary.at)} by ${canary.by}: ${canary.why}`,
          `  ${of(canary.version)}`,
        ]
      : []),
    `  last good: ${lastGood?.version ?? 'none'}${lastGood ? `, ${of(lastGood.version)}` : ''}`,
    ...(taken.length > 0 ? [`  quarantined: ${taken.join(', ')}`] : []),
  ]
    .map((line) => wrapped(line, 4))
    .join('\n');
}

/** The self-heal state, as reported by the hosts. */
export const healingText = (healing: Health['healing']): string =>
  healing.join('; ') || 'unknown: no host has reported in the last 3 minutes';

/** The active set with the counts of the hosts; `damaged`: its damaged versions. */
export function statusText(registry: Registry | null, { healing, notes, modules }: Health, damaged: readonly string[]): string {
  if (!registry) return 'nothing is active yet';
  const entries = Object.entries<Entry>({ shell: registry.shell, ...registry.modules });
  const { workerOff: off, announcement } = registry;
  return [
    `revision ${registry.revision}, ${minute(registry.at)} UTC`,
    ...(off ? [wrapped(`no service worker since ${minute(off.at)} by ${off.by}: ${off.why}`, 4)] : []),
    ...(announcement ? [wrapped(`announced until ${minute(announcement.until)} UTC, by ${announcement.by}: ${announcement.text}`, 2)] : []),
    `self-heal: ${healingText(healing)}`,
    ...[...notes, ...damaged].map((note) => wrapped(note, 2)),
    ...entries.map(([name, entry]) => entryText(name, entry, modules[name] ?? {})),
  ].join('\n');
}

export function historyText(history: (Omit<HistoryLine, 'revision'> & { revision: number | null })[]): string {
  if (history.length === 0) return 'no history yet';
  const lines = history.flatMap(({ revision, at, by, why, forced, changes, did }) => [
    wrapped(`${revision ?? '-'}  ${minute(at)}  ${by}: ${why}${forced ? ' (forced)' : ''}`, 4),
    ...(did ? [wrapped(`    ${did.what}`, 6)] : []),
    ...changes.map((change) => wrapped(`    ${changeText(change)}`, 6)),
  ]);
  return lines.join('\n');
}

export function tokensText(tokens: KnownToken[] | null, now: Date): string {
  if (!tokens) return 'no tokens: write access to the store is enough to publish, and the ops key to activate';
  const each = tokens.flatMap((token) => {
    const { id, name, module, expires, at, by, why } = token;
    const end = endOf(token, now);
    return [wrapped(`${id}  ${module}  ${name}: ${end ?? `until ${expires}`}`, 4), wrapped(`    made ${minute(at)} by ${by}: ${why}`, 6)];
  });
  return each.join('\n');
}
export const drilledText = (drilled: Drilled[]): string =>
  drilled
    .map(({ name, version, to, problem }) => {
      if (problem !== null) return `${name} ${version} could NOT go back: ${problem}`;
      return to === null ? `${name} ${version} is the first: nothing to go back to` : `${name} ${version} could go back to ${to}`;
    })
    .map((line) => wrapped(line, 4))
    .join('\n');

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

export function prunedText({ removed, kept, underWay }: Pruned, isDry: boolean): string {
  const others = underWay === 0 ? [] : [`${underWay} are being removed by another prune; if that one was killed, repeat in an hour`];
  if (removed.length === 0)
    return [`nothing to remove: all ${kept} versions are needed, or came or ran not long ago`, ...others].join('\n');
  const bytes = removed.reduce((sum, one) => sum + one.bytes, 0);
  const said = `${isDry ? 'would remove' : 'removed'} ${removed.length} versions, ${megabytes(bytes)}; ${kept} stay`;
  const each = removed.map(({ name, version, at, bytes: own }) =>
    wrapped(`  ${name} ${version}, of ${new Date(at).toISOString().slice(0, 10)}, ${megabytes(own)}`, 4),
  );
  return [said, ...each, ...others].join('\n');
}
