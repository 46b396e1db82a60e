import sanitizeHtml from 'sanitize-html';

/** The tags allowed in a text of the operator. Other tags are removed and their text stays. */
const allowedTags = 'p br hr h2 h3 h4 ul ol li strong em b i u a blockquote table thead tbody tr th td dl dt dd'.split(' ');
/** The content of these tags is not text, so it is removed, too. */
const nonTextTags = 'script style iframe object embed template noscript svg math title textarea select option xmp noembed noframes'.split(
  ' ',
);
/** A page of the portal, a fragment of this page, or one of the schemes. Protocol-relative links to another host are not allowed. */
const safeLink = /^(https?:\/\/|mailto:|tel:|\/(?![/\\])|#)[^\p{Cc}\s]*$/iu;

function link(tagName: string, { href = '' }: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const target = href.trim();
  return { tagName, attribs: safeLink.test(target) ? { href: target, rel: 'noopener noreferrer' } : {} };
}

/** HTML without active content: an allow-list of tags, and links with a safe address as the only attributes. All HTML of the API is sanitised here. */
export const sanitise = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags,
    nonTextTags,
    allowedAttributes: { a: ['href', 'rel'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    transformTags: { a: link },
  });
