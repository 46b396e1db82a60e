const comparedProperties = ['display', 'visibility', 'pointerEvents', 'opacity'] as const;

/** jsdom's own styles: those of a window that the setup of the tests does not know. */
function ownStyleOfJsdom(): typeof window.getComputedStyle {
  const frame = document.body.appendChild(document.createElement('iframe'));
  return (frame.contentWindow as unknown as typeof window).getComputedStyle;
}

const tagsOfHtml =
  'a abbr address area article aside audio b blockquote button canvas caption center code col colgroup dd datalist details dialog dir div dl dt em ' +
  'fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 header hgroup hr i iframe img input label layer legend li link listing ' +
  'main map mark marquee menu meta meter nav noframes ol optgroup option output p param picture plaintext portal-card pre progress q rp rt ruby s ' +
  'section select slot small span strong style sub summary sup table tbody td template textarea tfoot th thead time title tr u ul video xmp';

const styledMarkup = `
  <p hidden>hidden</p><span hidden style="display: inline">hidden attribute, shown by its style</span>
  <dialog open>open</dialog><dialog>closed</dialog><dialog open hidden>hidden</dialog>
  <input type="hidden"><input type="HIDDEN"><input type="checkbox" style="opacity: 0">
  <details><summary>more</summary><p>closed</p></details><details open><summary>less</summary><p>open</p></details>
  <div style="display: none"><button>in a part that is not displayed</button></div>
  <div style="visibility: hidden"><b>inherits</b><i style="visibility: visible">own</i><u style="visibility: inherit">as its parent</u></div>
  <div style="pointer-events: none !important"><a href="/">inherits</a><a href="/" style="pointer-events: auto">own</a></div>
  <span style="opacity: 0.5; color: red">half</span><p style="">no style</p><p style="display: flex; display: nonsense">flex</p>
  <template><p>not displayed</p></template>
  <table><caption>c</caption><thead><tr><th>h</th></tr></thead><tbody><tr><td>d</td></tr></tbody></table>
  <svg hidden><title>name</title><g style="visibility: collapse"><path /><a>link</a></g></svg>`;

function styleDifferences(elements: Iterable<Element>): string[] {
  const jsdom = ownStyleOfJsdom();
  return [...elements].flatMap((element) =>
    comparedProperties.flatMap((property) => {
      const [cheap, own] = [window.getComputedStyle(element)[property], jsdom(element)[property]];
      return cheap === own ? [] : [`${element.outerHTML}: ${property} is ${JSON.stringify(cheap)}, jsdom ${JSON.stringify(own)}`];
    }),
  );
}

afterEach(() => document.body.replaceChildren());

it("computes jsdom's values for every element of HTML", () => {
  for (const tag of tagsOfHtml.split(' ').filter((name) => name !== 'style' && name !== 'link'))
    document.body.append(document.createElement(tag));
  expect(styleDifferences(document.querySelectorAll('*'))).toEqual([]);
});

it("computes jsdom's values for hidden, closed and styled elements", () => {
  document.body.innerHTML = styledMarkup;
  expect(document.querySelectorAll('body *').length).toBeGreaterThan(35);
  expect(styleDifferences(document.querySelectorAll('*'))).toEqual([]);
});

it("follows a change of an element's style", () => {
  const element = document.body.appendChild(document.createElement('p'));
  const style = window.getComputedStyle(element);
  element.style.display = 'none';
  expect([style.display, style.getPropertyValue('display')]).toEqual(['none', 'none']);
  element.style.display = '';
  expect(window.getComputedStyle(element).display).toBe('block');
});

it("gives jsdom's values for any other property, and on a page with a stylesheet", () => {
  document.body.innerHTML = '<p style="color: red">red</p>';
  const [red] = document.querySelectorAll('p');
  expect(window.getComputedStyle(red as Element).color).toBe('rgb(255, 0, 0)');
  expect(window.getComputedStyle(red as Element).getPropertyValue('color')).toBe('rgb(255, 0, 0)');
  document.body.insertAdjacentHTML('beforeend', '<style>p { display: none; }</style>');
  expect(window.getComputedStyle(red as Element).display).toBe('none');
});
