import type { Registry, RegistryModule } from '@portal/mf-kit/module';
import { type TokenRecord, tokenEnd } from '../gate/attestation';
import type { Budget } from '../health/error-budget';
import type { Health } from '../health/host-health';
import { emptyBudgets, type ModuleBudget, shareText } from '../health/module-budgets';
import { emptyStats, percentText, type VersionStats } from '../health/version-stats';
import type { ChangeResult } from '../registry/update-registry';
import type { Change, HistoryLine } from '../store/store';

const WIDTH = 80;

/** Wraps the text to at most 80 characters; later lines are indented by `indent`. A longer word gets its own line. */
export function wrapText(text: string, indent = 0): string {
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

export const outcomeText = ({ registry, changes, warnings }: ChangeResult): string =>
  [
    ...changes.map((change) =>
      change.how === 'activate' ? `${change.name} ${change.from ?? '(new)'} -> ${change.to}` : changeText(change),
    ),
    `revision ${registry.revision} is live`,
    ...warnings.map((warning) => wrapText(`warning: ${warning}`, 2)),
  ].join('\n');

type Entry = Registry['shell'] & Partial<Pick<RegistryModule, 'canary' | 'dev'>>;

/** The counts of a version in one line. */
export function statsText({ views, failed, threw, rated, slow }: VersionStats): string {
  if (views + rated === 0) return 'not seen yet';
  const errors = `${percentText({ bad: failed, of: views })} failed, ${percentText({ bad: threw, of: views })} threw`;
  return `${views} views, ${errors}, ${percentText({ bad: slow, of: rated })} of ${rated} loads slow`;
}

const burnText = (burn: number | null) => (burn === null ? '-' : Number(burn.toFixed(1)));

/** Rounded down, so that a budget with a bad event is never shown as whole. */
const restText = (left: number) => Math.floor(left * 10 + 1e-6) / 10;

/** The budget of one objective in words: good events, objective, rest of the budget, burn rates of one hour and of six. */
export function budgetText({ kind, target, bad, of, left, needed, burn }: Budget, { latencyMs }: ModuleBudget['objective']): string {
  const events = kind === 'availability' ? 'views good' : `loads within ${latencyMs} ms`;
  const good = of === 0 ? `no ${kind === 'availability' ? 'views' : 'loads'} yet` : `${shareText(1 - bad / of)} of ${of} ${events}`;
  const rest = left === null ? `not enough data, it decides from ${needed}` : `${restText(left)} % of its budget left`;
  return `${good}, objective ${shareText(target)}: ${rest}; burn ${burnText(burn.hour)} in 1 h, ${burnText(burn.sixHours)} in 6 h`;
}

const budgetLines = ({ owner, objective, budgets }: ModuleBudget): string[] => [
  `  owner: ${owner ?? 'unknown: its build names none'}`,
  ...budgets.map((budget) => `  ${budget.kind}: ${budgetText(budget, objective)}`),
];

function entryText(
  name: string,
  { version, dev, canary, lastGood, quarantined, at, by, why }: Entry,
  seen: Record<string, VersionStats>,
  budget: ModuleBudget | undefined,
): string {
  const taken = Object.entries(quarantined).map(([bad, reason]) => `${bad} (${reason})`);
  const of = (one: string) => statsText(seen[one] ?? emptyStats());
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
    ...(budget ? budgetLines(budget) : []),
  ]
    .map((line) => wrapText(line, 4))
    .join('\n');
}

/** The self-heal state, as reported by the hosts. */
export const selfHealText = (healing: Health['healing']): string =>
  healing.join('; ') || 'unknown: no host has reported in the last 3 minutes';

/** The active set with the counts of the hosts and the error budgets; `damaged`: its damaged versions and stored days. */
export function statusText(
  registry: Registry | null,
  { healing, notes, modules }: Health,
  damaged: readonly string[],
  budgets: Record<string, ModuleBudget>,
): string {
  if (!registry) return 'nothing is active yet';
  const entries = Object.entries<Entry>({ shell: registry.shell, ...registry.modules });
  const { workerOff: off, announcement } = registry;
  return [
    `revision ${registry.revision}, ${minute(registry.at)} UTC`,
    ...(off ? [wrapText(`no service worker since ${minute(off.at)} by ${off.by}: ${off.why}`, 4)] : []),
    ...(announcement
      ? [wrapText(`announced until ${minute(announcement.until)} UTC, by ${announcement.by}: ${announcement.text}`, 2)]
      : []),
    `self-heal: ${selfHealText(healing)}`,
    ...[...notes, ...damaged, ...emptyBudgets(budgets)].map((note) => wrapText(note, 2)),
    ...entries.map(([name, entry]) => entryText(name, entry, modules[name] ?? {}, budgets[name])),
  ].join('\n');
}

/** The mark of a change that the gate would have refused: a fix, or --force. */
export const markText = ({ forced, fix }: Pick<HistoryLine, 'forced' | 'fix'>): string =>
  `${fix === undefined ? '' : ` (fix: ${fix})`}${forced ? ' (forced)' : ''}`;

export function historyText(history: (Omit<HistoryLine, 'revision'> & { revision: number | null })[]): string {
  if (history.length === 0) return 'no history yet';
  const lines = history.flatMap(({ revision, at, by, why, changes, did, ...marks }) => [
    wrapText(`${revision ?? '-'}  ${minute(at)}  ${by}: ${why}${markText(marks)}`, 4),
    ...(did ? [wrapText(`    ${did.what}`, 6)] : []),
    ...changes.map((change) => wrapText(`    ${changeText(change)}`, 6)),
  ]);
  return lines.join('\n');
}

export function tokensText(tokens: TokenRecord[] | null, now: Date): string {
  if (!tokens) return 'no tokens: write access to the store is enough to publish, and the ops key to activate';
  const each = tokens.flatMap((token) => {
    const { id, name, module, expires, at, by, why } = token;
    const end = tokenEnd(token, now);
    return [wrapText(`${id}  ${module}  ${name}: ${end ?? `until ${expires}`}`, 4), wrapText(`    made ${minute(at)} by ${by}: ${why}`, 6)];
  });
  return each.join('\n');
}
