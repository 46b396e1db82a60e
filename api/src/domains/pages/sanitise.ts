/** What a legal text may hold. Anything else loses its tags and keeps its words. */
const allowed = new Set('p br hr h2 h3 h4 ul ol li strong em b i u a blockquote table thead tbody tr th td dl dt dd'.split(' '));
/** Their content is not text: it goes with them. */
const swallowed = /<(script|style|iframe|object|embed|template|noscript|svg|math|title|textarea|select)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
const safeLink = /^(https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i;

const escapeText = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const escapeValue = (text: string) => escapeText(text).replaceAll('"', '&quot;');

/** Character references may hide a scheme: `&#106;avascript:`. A link that has any but `&amp;` is dropped. */
function linkOf(attributes: string): string {
  const [, , double, single] = /(?:^|\s)href\s*=\s*("([^"]*)"|'([^']*)')/i.exec(attributes) ?? [];
  const href = (double ?? single ?? '').trim();
  const hides = /&(?!amp;)/i.test(href) || [...href].some((character) => character.charCodeAt(0) < 33);
  return safeLink.test(href) && !hides ? ` href="${escapeValue(href)}" rel="noopener noreferrer"` : '';
}

function keep(slash: string, name: string, attributes: string): string {
  const tag = name.toLowerCase();
  if (!allowed.has(tag)) return '';
  if (slash) return `</${tag}>`;
  return `<${tag}${tag === 'a' ? linkOf(attributes) : ''}>`;
}

/** HTML with nothing in it that runs: an allow-list of tags, and of attributes only safe links. */
export function sanitise(html: string): string {
  const withoutComments = html.replaceAll(/<!--[\s\S]*?(?:-->|$)/g, '').replaceAll(/<[!?][^>]*>/g, '');
  const tags = /<(\/?)([a-z][a-z0-9]*)((?:\s(?:"[^"]*"|'[^']*'|[^"'<>])*)?)\/?>/gi;
  let result = '';
  let end = 0;
  const text = withoutComments.replaceAll(swallowed, '');
  for (const match of text.matchAll(tags)) {
    const [whole, slash = '', name = '', attributes = ''] = match;
    result += escapeText(text.slice(end, match.index)) + keep(slash, name, attributes);
    end = match.index + whole.length;
  }
  return result + escapeText(text.slice(end));
}
