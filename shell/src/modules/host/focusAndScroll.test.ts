import { restoreFocusAndScroll } from './focusAndScroll';

const outlet = () => document.querySelector('main') as HTMLElement;
const labelled = (name: string) => document.querySelector<HTMLElement>(`[aria-label="${name}"]`) as HTMLElement;
const box = (text: string) => `<section aria-label="Terms" tabindex="0">${text}</section>`;
const afterMutations = () => new Promise<void>((resolve) => queueMicrotask(resolve));

/** Renders the old version. */
function renderOld(html: string) {
  document.body.innerHTML = `<button aria-label="Menu"></button><main><div>${html}</div></main>`;
}
/** The guard has focused and scrolled a box before the replacement. */
function startInScrolledBox() {
  renderOld(box('The terms of 2025'));
  labelled('Terms').focus();
  labelled('Terms').scrollTop = 12;
  restoreFocusAndScroll(outlet());
}
async function replaceWith(html: string) {
  outlet().innerHTML = `<div>${html}</div>`;
  await afterMutations();
}

/** A box scrolls by at most one pixel per character. */
beforeEach(() => {
  const tops = new WeakMap<Element, number>();
  jest.spyOn(Element.prototype, 'scrollTop', 'get').mockImplementation(function (this: Element) {
    return tops.get(this) ?? 0;
  });
  jest.spyOn(Element.prototype, 'scrollTop', 'set').mockImplementation(function (this: Element, top: number) {
    tops.set(this, Math.min(top, this.textContent.length));
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

it('restores focus and scroll of a box with another text', async () => {
  startInScrolledBox();
  await replaceWith(box('The terms of 2026, and more'));
  expect([document.activeElement, labelled('Terms').scrollTop]).toEqual([labelled('Terms'), 12]);
});

it('restores the focus when the old version changes before its removal', async () => {
  startInScrolledBox();
  outlet().append(document.createElement('p'));
  await afterMutations();
  await replaceWith(box('The terms of 2025'));
  expect(document.activeElement).toBe(labelled('Terms'));
});

it('finds a box without a name by its position, although its text differs', async () => {
  renderOld('<ul></ul><ul><li>12 jobs this week</li></ul>');
  const second = () => document.querySelectorAll('ul')[1] as HTMLElement;
  second().scrollTop = 12;
  restoreFocusAndScroll(outlet());
  await replaceWith('<ul></ul><ul><li>13 jobs this week</li></ul>');
  expect(second().scrollTop).toBe(12);
});

it('restores the focus of a heading that a navigation focused', async () => {
  renderOld('<h1 tabindex="-1">Search Jobs</h1>');
  document.querySelector('h1')?.focus();
  restoreFocusAndScroll(outlet());
  await replaceWith('<h1>Search Jobs</h1>');
  expect(document.activeElement).toBe(document.querySelector('h1'));
});

it('restores the focus at the same position among equal links', async () => {
  const rows = '<a href="/a">View More</a><a href="/b">View More</a><a href="/c">All Jobs</a>';
  renderOld(rows);
  document.querySelectorAll('a')[1]?.focus();
  restoreFocusAndScroll(outlet());
  await replaceWith(rows);
  expect(document.activeElement).toBe(document.querySelectorAll('a')[1]);
});

it('waits for an element that appears later, and for a box that is long enough', async () => {
  startInScrolledBox();
  await replaceWith('<p>Loading</p>');
  expect(document.activeElement).toBe(document.body);
  await replaceWith(box('The'));
  expect([document.activeElement, labelled('Terms').scrollTop]).toEqual([labelled('Terms'), 3]);
  labelled('Terms').textContent = 'The terms of 2026';
  await afterMutations();
  expect(labelled('Terms').scrollTop).toBe(12);
});

it.each([
  ['a pointer press', () => document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))],
  ['a turn of the wheel', () => document.body.dispatchEvent(new Event('wheel', { bubbles: true }))],
  ['a key press', () => document.body.dispatchEvent(new Event('keydown', { bubbles: true }))],
  ['a step back', () => window.dispatchEvent(new Event('popstate'))],
  ['ten seconds', () => void jest.advanceTimersByTime(10_000)],
])('restores nothing after %s', async (_, interrupt) => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  startInScrolledBox();
  await replaceWith('<p>Loading</p>');
  interrupt();
  await replaceWith(box('The terms of 2025'));
  expect([document.activeElement, labelled('Terms').scrollTop]).toEqual([document.body, 0]);
});

it('focuses a disabled control when it is enabled', async () => {
  renderOld('<button aria-label="Send"></button>');
  labelled('Send').focus();
  restoreFocusAndScroll(outlet());
  await replaceWith('<button aria-label="Send" disabled></button>');
  expect(document.activeElement).toBe(document.body);
  labelled('Send').removeAttribute('disabled');
  await afterMutations();
  expect(document.activeElement).toBe(labelled('Send'));
});

it('does not focus a link with the same text and another target', async () => {
  renderOld('<a href="/a">Night watch</a>');
  document.querySelector('a')?.focus();
  restoreFocusAndScroll(outlet());
  await replaceWith('<a href="/new">Night watch</a><a href="/a">Night watch</a>');
  expect(document.activeElement).toBe(document.querySelector('[href="/a"]'));
});

it('does not scroll a log, which follows its newest line', async () => {
  const log = '<div role="log" aria-label="Messages">The gate is closed</div>';
  renderOld(log);
  labelled('Messages').scrollTop = 12;
  restoreFocusAndScroll(outlet());
  await replaceWith(log);
  expect(labelled('Messages').scrollTop).toBe(0);
});

it('restores nothing after it was cancelled', async () => {
  renderOld(box('The terms of 2025'));
  labelled('Terms').focus();
  restoreFocusAndScroll(outlet())();
  await replaceWith(box('The terms of 2025'));
  expect(document.activeElement).toBe(document.body);
});

it('does not move the focus after the guard focused the bar', async () => {
  renderOld(box('The terms of 2025'));
  labelled('Terms').focus();
  restoreFocusAndScroll(outlet());
  await replaceWith('<p>Loading</p>');
  labelled('Menu').focus();
  await replaceWith(box('The terms of 2025'));
  expect(document.activeElement).toBe(labelled('Menu'));
});

it('does not restore a focus outside the module', async () => {
  renderOld(box('The terms of 2025'));
  labelled('Menu').focus();
  restoreFocusAndScroll(outlet());
  labelled('Menu').blur();
  await replaceWith(`${box('The terms of 2025')}<button aria-label="Menu"></button>`);
  expect(document.activeElement).toBe(document.body);
});
