import { escapeHtml } from '../escape-html';

/** HTML that needs no escaping. Only `markup` creates it, so that no text gets into a page unescaped. */
export class SafeHtml {
  constructor(readonly text: string) {}
}

type Part = SafeHtml | string | number | null | undefined | false | readonly Part[];

function textOf(part: Part): string {
  if (part instanceof SafeHtml) return part.text;
  if (Array.isArray(part)) return part.map(textOf).join('');
  return part === null || part === undefined || part === false ? '' : escapeHtml(String(part));
}

/** `` markup`<p>${words}</p>` ``: inserted values are escaped, except markup; null, undefined and false are omitted. */
export const html = (texts: TemplateStringsArray, ...parts: Part[]): SafeHtml =>
  new SafeHtml(texts.map((text, at) => text + (at < parts.length ? textOf(parts[at]) : '')).join(''));
