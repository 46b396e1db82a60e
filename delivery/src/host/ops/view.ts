import { announced } from '@portal/mf-kit/announcement';
import type { Registry, RegistryModule } from '@portal/mf-kit/module';
import { BRAND, renderPageLayout } from '@portal/mf-kit/pageLayout';
import { budgetText, changeText, markText, minute, selfHealText, statsText } from '../../commands/format';
import type { Health } from '../../health/host-health';
import { emptyBudgets, type ModuleBudget } from '../../health/module-budgets';
import { emptyStats } from '../../health/version-stats';
import { earlierVersions } from '../../registry/next-registry';
import type { HistoryLine } from '../../store/store';
import { LAYERS } from '../csp';
import type { Snapshot } from '../live-registry';
import { sheetLinks, type Theme } from '../render-page';
import { html, type SafeHtml } from './html';

export const OPS = '/_ops';
const NEWEST = 30;

export const STYLE = `@layer module {
.ops { display: grid; gap: var(--space-5); }
.ops section, .ops article, .ops > form { display: grid; gap: var(--space-3); padding: var(--space-4); border: 1px solid var(--color-line); border-radius: var(--radius-card); background: var(--color-raised); }
.ops h1, .ops h2, .ops h3, .ops p, .ops dl, .ops dd { margin: 0; overflow-wrap: anywhere; }
.ops-head { display: flex; flex-wrap: wrap; gap: var(--space-2) var(--space-4); align-items: baseline; justify-content: space-between; }
.ops-modules { display: grid; gap: var(--space-4); grid-template-columns: repeat(auto-fill, minmax(min(100%, 320px), 1fr)); align-items: start; }
.ops dl { display: grid; gap: var(--space-1) var(--space-3); grid-template-columns: auto minmax(0, 1fr); }
.ops dt, .ops-soft { color: var(--color-ink-soft); }
.ops form { display: grid; gap: var(--space-3); }
.ops label { display: grid; gap: var(--space-1); font-weight: 600; }
.ops input, .ops select { inline-size: 100%; min-block-size: var(--size-target); padding-inline: var(--space-3); border: 1px solid var(--color-line-strong); border-radius: var(--radius-control); background: var(--color-field); font-weight: 400; }
.ops button { justify-self: start; min-block-size: var(--size-target); padding-inline: var(--space-4); border: 1px solid var(--color-line-strong); border-radius: var(--radius-control); background: var(--color-raised); font-weight: 600; cursor: pointer; }
.ops button.ops-main { border-color: transparent; background: var(--color-primary); color: var(--color-on-primary); }
.ops button.ops-grave { border-color: transparent; background: var(--color-danger-fill); color: var(--color-on-danger); }
.ops summary { display: flex; align-items: center; min-block-size: var(--size-target); font-weight: 600; cursor: pointer; }
.ops summary::before { content: '▸'; margin-inline-end: var(--space-2); }
.ops [open] > summary::before { content: '▾'; }
.ops ol { display: grid; gap: var(--space-3); margin: 0; padding: 0; list-style: none; overflow-wrap: anywhere; }
.ops-said { padding: var(--space-3) var(--space-4); border: 1px solid currentcolor; border-radius: var(--radius-control); background: var(--color-success-soft); color: var(--color-success); }
.ops-wrong { background: var(--color-danger-soft); color: var(--color-danger); }
}`;

export interface Said {
  kind: 'done' | 'wrong';
  text: string;
}

export interface View {
  snapshot: Snapshot;
  history: HistoryLine[];
  /** The counts of each version by all hosts. */
  health: Health;
  /** The error budgets of each module. */
  budgets: Record<string, ModuleBudget>;
  /** Module -> the versions in the store. An earlier version may have been pruned. */
  published: ReadonlyMap<string, readonly string[]>;
  /** The damaged versions of the active set, and the damaged days of the error budgets. */
  damaged: readonly string[];
  name: string;
  /** Why nothing can be changed here; null if it can. */
  readOnly: string | null;
  said: Said | null;
  /** The input of the rejected form. */
  typed: Readonly<Record<string, string>>;
  now: number;
}

const saidOf = (said: Said | null): SafeHtml | null =>
  said &&
  html`<p class="ops-said${said.kind === 'wrong' ? ' ops-wrong' : ''}" role="${said.kind === 'wrong' ? 'alert' : 'status'}">${said.text}</p>`;

const row = (term: string, text: string | null) => text !== null && html`<dt>${term}</dt><dd>${text}</dd>`;
const at = (iso: string) => `${minute(iso)} UTC`;

interface Act {
  act: string;
  name?: string;
  /** The active version that the page shows, because another person may have changed it since. */
  from?: string;
}
const hidden = (act: Act) => Object.entries(act).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
const reasonField = (value = '') => html`<label>Reason<input name="reason" required autocomplete="off" value="${value}"></label>`;

type Entry = Registry['shell'] & Partial<Pick<RegistryModule, 'canary' | 'dev'>>;

function rollbackForm(name: string, entry: Entry, versions: string[], typed: View['typed']): SafeHtml {
  const isTyped = typed.act === 'rollback' && typed.name === name;
  const chosen = isTyped ? typed.to : entry.lastGood?.version;
  return html`<details${isTyped && html` open`}><summary>Roll back</summary><form method="post" action="${OPS}">
${hidden({ act: 'rollback', name, from: entry.version })}
<label>To<select name="to">${versions.map((version) => html`<option${version === chosen && html` selected`}>${version}</option>`)}</select></label>
${reasonField(isTyped ? typed.reason : '')}
${entry.canary && html`<p class="ops-soft">The canary ${entry.canary.version} ends with it.</p>`}<button class="ops-grave">Roll ${name} back</button></form></details>`;
}

function canaryForms(name: string, version: string, typed: View['typed']): SafeHtml {
  const isTyped = typed.act === 'stop' && typed.name === name;
  return html`<details${isTyped && html` open`}><summary>Canary ${version}</summary>
<form method="post" action="${OPS}">${hidden({ act: 'promote', name, from: version })}<button class="ops-main">Give it to everybody</button></form>
<form method="post" action="${OPS}">${hidden({ act: 'stop', name, from: version })}${reasonField(isTyped ? typed.reason : '')}<button class="ops-grave">Stop the canary</button></form></details>`;
}

const budgetRows = ({ owner, objective, budgets }: ModuleBudget) => [
  row('owner', owner ?? 'unknown: its build names none'),
  ...budgets.map((budget) => row(budget.kind, budgetText(budget, objective))),
];

function moduleCard(name: string, entry: Entry, { history, published, health, budgets, readOnly, typed }: View): SafeHtml {
  const seen = (one: string) => statsText(health.modules[name]?.[one] ?? emptyStats());
  const { version, dev, canary, lastGood, quarantined } = entry;
  const there = published.get(name) ?? [];
  const versions = earlierVersions(history, name).filter((one) => one !== version && !(one in quarantined) && there.includes(one));
  const taken = Object.entries(quarantined).map(([bad, why]) => `${bad} (${why})`);
  const canAct = readOnly === null;
  const budget = budgets[name];
  return html`<article aria-labelledby="m-${name}"><h3 id="m-${name}">${name} ${version}${dev ? ' (dev server)' : ''}</h3><dl>
${row('since', `${at(entry.at)}, by ${entry.by}`)}${row('why', entry.why)}${row('seen', seen(version))}
${row('canary', canary ? `${canary.version} for ${canary.percent} % of devices, since ${at(canary.at)}, by ${canary.by}: ${canary.why}; ${seen(canary.version)}` : null)}
${row('last good', lastGood ? `${lastGood.version}, ${seen(lastGood.version)}` : 'none: this is the first')}${row('taken back', taken.length > 0 ? taken.join(', ') : null)}${budget && budgetRows(budget)}</dl>
${canAct && canary && canaryForms(name, canary.version, typed)}
${canAct && versions.length > 0 && rollbackForm(name, entry, versions, typed)}</article>`;
}

function announcementPart({ snapshot, readOnly, typed, now }: View): SafeHtml {
  const { announcement } = snapshot.registry;
  const text = announced(snapshot.registry, now);
  const isTyped = typed.act === 'announce';
  const standing =
    text !== null && announcement
      ? html`<p>“${text}” is shown above every page until ${at(announcement.until)}, by ${announcement.by}.</p>`
      : html`<p class="ops-soft">Nothing is announced.</p>`;
  const forms = html`<form method="post" action="${OPS}">${hidden({ act: 'announce' })}
<label>Words for every page<input name="text" required autocomplete="off" value="${isTyped ? (typed.text ?? '') : ''}"></label>
<label>For how many hours<input name="hours" required type="number" min="0.5" max="336" step="0.5" value="${isTyped ? (typed.hours ?? '') : '8'}"></label>
<button class="ops-main">Announce</button></form>
${text !== null && html`<form method="post" action="${OPS}">${hidden({ act: 'end' })}<button>End the announcement</button></form>`}`;
  return html`<section aria-labelledby="announcement"><h2 id="announcement">Announcement</h2>${standing}${readOnly === null && forms}</section>`;
}

const historyPart = (history: HistoryLine[]) =>
  html`<section aria-labelledby="history"><h2 id="history">History</h2><ol>${history
    .slice(-NEWEST)
    .reverse()
    .map(
      ({ revision, at: when, by, why, changes, did, ...marks }) =>
        html`<li><strong>${revision}</strong> <span class="ops-soft">${at(when)}</span> ${by}: ${why}${markText(marks)}${did && html`<br>${did.what}`}${changes.map(
          (change) => html`<br>${changeText(change)}`,
        )}</li>`,
    )}</ol></section>`;

const healthPart = ({ health: { healing, notes }, damaged, budgets }: View): SafeHtml[] => [
  html`<p class="ops-soft">Bad releases go back by themselves: ${selfHealText(healing)}.</p>`,
  ...[...notes, ...damaged, ...emptyBudgets(budgets)].map((note) => html`<p class="ops-said ops-wrong">${note}</p>`),
];

export function opsView(view: View): SafeHtml {
  const { snapshot, name, readOnly, said } = view;
  const { registry } = snapshot;
  const entries = Object.entries<Entry>({ shell: registry.shell, ...registry.modules });
  return html`<div class="ops"><div class="ops-head"><h1>Operations</h1><p class="ops-soft">Revision ${registry.revision}, ${at(registry.at)} · <a href="${OPS}">Look again</a></p></div>
${saidOf(said)}${readOnly !== null && html`<p class="ops-soft">${readOnly}</p>`}
${announcementPart(view)}<h2>Modules</h2>${healthPart(view)}<div class="ops-modules">${entries.map(([module, entry]) => moduleCard(module, entry, view))}</div>
${historyPart(view.history)}
<form method="post" action="${OPS}">${hidden({ act: 'leave' })}<p class="ops-soft">Signed in as ${name}.</p><button>Sign out</button></form></div>`;
}

interface SignIn {
  name: string;
  /** Whether the store has tokens, each with a person's name. */
  isNamed: boolean;
  /** Whether the host requires a code as a second factor. */
  hasCodes: boolean;
}

export const signInView = (said: Said | null, { name, isNamed, hasCodes }: SignIn): SafeHtml =>
  html`<div class="ops"><h1>Operations</h1>${saidOf(said)}<form method="post" action="${OPS}">${hidden({ act: 'enter' })}
${!isNamed && html`<label>Your name<input name="name" required autocomplete="name" value="${name}"></label>`}
<label>Token<input name="token" type="password" required autocomplete="off"></label>
${hasCodes && html`<label>Code of your authenticator app<input name="code" inputmode="numeric" pattern="[0-9 ]{6,7}" required autocomplete="one-time-code"></label>`}
<p class="ops-soft">${isNamed ? 'Your token of ops (portal create-token --ops). Its name' : 'The host’s setting PORTAL_OPS_TOKEN. Your name'} stands in the history beside what you change.</p>
<button class="ops-main">Sign in</button></form></div>`;

/** The whole page: no script, and the portal's own stylesheets. */
export function opsPage(snapshot: Snapshot, theme: Theme | null, said: Said | null, body: SafeHtml): string {
  const title = `${said?.kind === 'wrong' ? 'Error: ' : ''}Operations`;
  return (
    `<!doctype html><html lang="en"${theme ? ` data-theme="${theme}"` : ''}><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · ${BRAND}</title>` +
    `<style>${LAYERS}</style>${sheetLinks(snapshot)}<style>${STYLE}</style><meta name="robots" content="noindex"></head>` +
    `<body data-chrome="bare">${renderPageLayout('bare', body.text)}</body></html>`
  );
}
