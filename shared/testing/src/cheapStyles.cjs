// Queries by role compute the styles of many elements. For each, jsdom matches all rules of its default stylesheet: 8 % of the time of a screen test.
// Here are only the four properties that these queries read.
const TAGS = {
  none: 'head meta title link style script datalist param noframes template',
  block:
    'body p div layer article aside footer header hgroup main nav section address blockquote figcaption figure center hr h1 h2 h3 h4 h5 h6 ul menu ' +
    'dir ol dd dl dt form legend fieldset optgroup option pre xmp plaintext listing frameset frame details summary',
  inline: 'q map area output',
  'inline-block': 'marquee input textarea select button meter progress',
  'list-item': 'li',
  table: 'table',
  'table-header-group': 'thead',
  'table-row-group': 'tbody',
  'table-footer-group': 'tfoot',
  'table-column': 'col',
  'table-column-group': 'colgroup',
  'table-row': 'tr',
  'table-cell': 'td th',
  'table-caption': 'caption',
};
const displayOf = new Map(Object.entries(TAGS).flatMap(([display, tags]) => tags.split(' ').map((tag) => [tag, display])));

const inline = (element, property) => (element.hasAttribute('style') ? (element.style?.getPropertyValue(property) ?? '') : '');

function display(element) {
  const own = inline(element, 'display');
  if (own !== '') return own;
  if (element.hasAttribute('hidden')) return 'none';
  const tag = element.localName;
  if (tag === 'dialog' && !element.hasAttribute('open')) return 'none';
  if (tag === 'input' && element.getAttribute('type')?.toLowerCase() === 'hidden') return 'none';
  return displayOf.get(tag) ?? '';
}

function inherited(element, property, initial) {
  for (let at = element; at !== null; at = at.parentElement) {
    const own = inline(at, property);
    if (own !== '') return own;
  }
  return initial;
}

const cheap = new Map([
  ['display', display],
  ['visibility', (element) => inherited(element, 'visibility', 'visible')],
  ['pointer-events', (element) => inherited(element, 'pointer-events', 'auto')],
  ['opacity', (element) => inline(element, 'opacity')],
]);
const named = new Map([...cheap, ['pointerEvents', cheap.get('pointer-events')]]);

/** Any other property, a pseudo-element, and a page with a stylesheet of its own get jsdom's styles. */
exports.installCheapStyles = (window) => {
  const { getComputedStyle } = window;
  window.getComputedStyle = (element, pseudo) => {
    if (pseudo || !(element instanceof window.Element) || element.ownerDocument.styleSheets.length > 0)
      return getComputedStyle(element, pseudo);
    const getPropertyValue = (name) => cheap.get(name)?.(element) ?? getComputedStyle(element).getPropertyValue(name);
    const get = (_target, key) =>
      key === 'getPropertyValue' ? getPropertyValue : (named.get(key)?.(element) ?? getComputedStyle(element)[key]);
    return new Proxy({}, { get });
  };
};
