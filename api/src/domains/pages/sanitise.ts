import sanitizeHtml from 'sanitize-html';

/** What a text of the operator may hold. Anything else loses its tags and keeps its words. */
const allowedTags = 'p br hr h2 h3 h4 ul ol li strong em b i u a blockquote table thead tbody tr th td dl dt dd'.split(' ');
/** Their content is not text: it goes with them. */
const nonTextTags = 'script style iframe object embed template noscript svg math title textarea select option xmp noembed noframes'.split(
  ' ',
);
/** A page of the portal, a place on this page, or one of the schemes. Nothing that leads to another host without saying so. */
const safeLink = /^(https?:\/\/|mailto:|tel:|\/(?![/\\])|#)[^\p{Cc}\s]*$/iu;

function link(tagName: string, { href = '' }: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const target = href.trim();
  return { tagName, attribs: safeLink.test(target) ? { href: target, rel: 'noopener noreferrer' } : {} };
}

/** HTML with nothing in it that runs: an allow-list of tags, and of attributes only safe links. All HTML of the API goes through it. */
export const sanitise = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags,
    nonTextTags,
    allowedAttributes: { a: ['href', 'rel'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    transformTags: { a: link },
  });
