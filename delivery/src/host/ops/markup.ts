import { escaped } from '../escaped';

/** HTML that needs no escaping. Only `markup` creates it, so that no text gets into a page unescaped. */
export class Markup {
  constructor(readonly text: string) {}
}

type Part = Markup | string | number | null | undefined | false | readonly Part[];

function textOf(part: Part): string {
  if (part instanceof Markup) return part.text;
  if (Array.isArray(part)) return part.map(textOf).join('');
  return part === null || part === undefined || part === false ? '' : escaped(String(part));
}

/** `` markup`<p>${words}</p>` ``: inserted values are escaped, except markup; null, undefined and false are omitted. */
export const markup = (texts: TemplateStringsArray, ...parts: Part[]): Markup =>
  new Markup(texts.map((text, at) => text + (at < parts.length ? textOf(parts[at]) : '')).join(''));
