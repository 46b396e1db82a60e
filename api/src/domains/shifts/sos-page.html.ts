import { createHash } from 'node:crypto';
import { exactTime } from '@portal/contracts/_kernel/exactness';
import { localDay, phoneLink, positionText, spacedMobile } from '@portal/contracts/_kernel/formats';
import { openInMaps } from '@portal/contracts/_kernel/openInMaps';
import escapeHtml from 'escape-html';
import type { SosCall } from './sos.repository';

/** Text that is HTML already; any other text is escaped. */
interface Html {
  html: string;
}

type Part = string | Html | null;
const textOf = (part: Part) => (part === null ? '' : typeof part === 'string' ? escapeHtml(part) : part.html);
const html = (strings: TemplateStringsArray, ...parts: Part[]): Html => ({ html: String.raw({ raw: strings }, ...parts.map(textOf)) });
const raw = (text: string): Html => ({ html: text });

// The page loads no files, so it repeats the colours of the portal's tokens.
const STYLE = `
:root { color-scheme: light dark; --surface: #f3f5f9; --raised: #fff; --ink: #101c30; --soft: #47566d; --line: #d5dce7; --link: #17499b;
  --danger: #ab1f1b; --fill: #b3261e; --on-fill: #fff; --success: #11663a; --focus: #1258d6 }
@media (prefers-color-scheme: dark) { :root { --surface: #0a1120; --raised: #121c2f; --ink: #e9eef7; --soft: #a9b7cd; --line: #283650;
  --link: #a9c7fb; --danger: #ffb0a8; --fill: #c8372d; --success: #7fdca6; --focus: #ffc45c } }
* { box-sizing: border-box }
body { margin: 0; padding: 1rem; background: var(--surface); color: var(--ink); font: 1.0625rem/1.5 system-ui, sans-serif }
main { max-width: 34rem; margin: 0 auto; padding: 1.25rem; background: var(--raised); border: 1px solid var(--line); border-radius: 0.75rem }
h1 { margin: 0 0 0.25rem; font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere }
h1.open { color: var(--danger) }
h1.done { color: var(--success) }
p { margin: 0.5rem 0; overflow-wrap: anywhere }
dl { margin: 1rem 0; display: grid; gap: 0.75rem }
dt { color: var(--soft); font-size: 0.9375rem }
dd { margin: 0; overflow-wrap: anywhere }
a { color: var(--link) }
a.button, button { display: block; width: 100%; min-height: 3.25rem; margin-top: 0.75rem; padding: 0.75rem; border-radius: 0.5rem;
  border: 1px solid var(--link); background: none; color: var(--link); font: inherit; font-weight: 600; text-align: center; text-decoration: none;
  overflow-wrap: anywhere; cursor: pointer }
button { background: var(--fill); border-color: var(--fill); color: var(--on-fill) }
a:focus-visible, button:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px }
`;

/** No scripts and no loaded files; the form is sent to the page's own address only. */
export const sosPagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

function page(title: string, tone: 'open' | 'done' | '', content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<main>
<h1 class="${tone}">${title}</h1>
${content}
</main>
</body>
</html>
`.html;
}

const row = (term: string, description: Part) => html`<div><dt>${term}</dt><dd>${description}</dd></div>`;
const time = (instant: string, { timeZone }: SosCall, withinMs?: number | null) =>
  `${localDay(instant, timeZone)}, ${exactTime(instant, timeZone, withinMs)}`;

/** The press, or the missing answer to a welfare check. */
function occasion(sos: SosCall): Html {
  if (sos.reason !== 'no-answer') return row('Pressed', time(sos.at, sos, sos.withinMs));
  const battery = sos.battery === null || sos.battery === undefined ? null : row('Last known battery level', `${sos.battery}%`);
  return html`${row('No answer to a welfare check', time(sos.at, sos))}
${battery}`;
}

function facts(sos: SosCall): Html {
  const { lat, long } = sos;
  const map =
    lat === null || long === null ? null : html`<a class="button" href="${openInMaps({ lat, long })}" rel="noreferrer">Open the map</a>`;
  const where = lat === null || long === null ? 'The phone did not know its position.' : positionText({ lat, long });
  const knownSince = sos.placedAt ? `, ${time(sos.placedAt, sos)}` : '';
  const accuracy = sos.accuracy === null ? '' : ` (accurate to ${Math.round(sos.accuracy)} m)`;
  const mobile = spacedMobile(sos.mobile);
  const phone = sos.mobile ? html`<a class="button" href="${phoneLink(sos.mobile)}">Call ${mobile}</a>` : null;
  const received = sos.receivedAt === sos.at ? null : row('Received', time(sos.receivedAt, sos));
  return html`<dl>
${row('Guard', sos.name)}
${row('Job', sos.jobTitle)}
${row('Site', sos.site)}
${row('Position', `${where}${where.startsWith('The') ? '' : `${accuracy}${knownSince}`}`)}
${occasion(sos)}
${received}
</dl>
${phone}
${map}`;
}

/** How an SOS ended: its title, and a sentence. */
function endOf(sos: SosCall, endedAt: string): { title: string; sentence: string } {
  const ended = time(endedAt, sos);
  if (sos.answeredAt)
    return {
      title: 'SOS, answered late',
      sentence: `The guard answered late: ${time(sos.answeredAt, sos, sos.answeredWithinMs)}. We received it: ${ended}`,
    };
  if (sos.isReplaced) return { title: 'SOS, replaced', sentence: `A newer SOS of the guard replaced it: ${ended}` };
  if (sos.reason === 'no-answer') return { title: 'SOS, ended by staff', sentence: `Staff ended the welfare check: ${ended}` };
  return { title: 'SOS, turned off', sentence: `The guard turned it off: ${ended}` };
}

/** Who acknowledged the SOS, and how it ended. */
function state(sos: SosCall): Html {
  const by = sos.acknowledgedBy ?? 'a dispatcher';
  const acknowledged = sos.acknowledgedAt
    ? html`<p>Acknowledged by ${by}: ${time(sos.acknowledgedAt, sos)}</p>`
    : html`<p>Nobody has acknowledged it yet.</p>`;
  const off = sos.endedAt ? html`<p>${endOf(sos, sos.endedAt).sentence}</p>` : null;
  return html`${acknowledged}
${off}`;
}

/** The page of an unused link: everything that a dispatcher needs, and the button while the SOS is not acknowledged. */
export function openPage(sos: SosCall, name: string): string {
  const form = sos.acknowledgedAt ? null : html`<form method="post"><button>Acknowledge as ${name}</button></form>`;
  return page(
    sos.endedAt ? endOf(sos, sos.endedAt).title : 'SOS',
    'open',
    html`${state(sos)}
${form}
${facts(sos)}`,
  );
}

/** The reply to the button, shown once: the dispatcher still has to reach the guard. */
export function acknowledgedPage(sos: SosCall): string {
  return page(
    'Acknowledged',
    'done',
    html`${state(sos)}
<p>The guard’s screen shows this name. This page shows the guard’s details once; your message has them, too.</p>
${facts(sos)}`,
  );
}

/** The page of a used link, or of an SOS that is over: no data of the guard. */
export const closedPage = (sos: SosCall): string =>
  page(
    'SOS',
    'done',
    html`${state(sos)}
<p>This link does not show the guard’s details any more.</p>`,
  );

const words = {
  unknown: ['There is no such link', 'Please copy the whole link from the newest message about the SOS.'],
  expired: ['This link has expired', 'Links work for 24 hours. Please use the link in the newest message about the SOS.'],
  failed: ['The page could not be loaded', 'Please reload it. Your message has the guard’s number and place.'],
} as const;

export const plainPage = (which: keyof typeof words): string => page(words[which][0], '', html`<p>${words[which][1]}</p>`);
