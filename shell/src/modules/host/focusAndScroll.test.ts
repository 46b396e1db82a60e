import { restoreFocusAndScroll } from './focusAndScroll';

const outlet = () => document.querySelector('main') as HTMLElement;
const within = (name: string) => document.querySelector<HTMLElement>(`[aria-label="${name}"]`) as HTMLElement;
const box = (text: string) => `<section aria-label="Terms" tabindex="0">${text}</section>`;
const observed = () => new Promise<void>((resolve) => queueMicrotask(resolve));

/** The version that stands, with `html`. */
function stands(html: string) {
  document.body.innerHTML = `<button aria-label="Menu"></button><main><div>${html}</div></main>`;
}
/** A guard reads in a box, which has the focus, and the version that shows it is about to go. */
function reads() {
  stands(box('The terms of 2025'));
  within('Terms').focus();
  within('Terms').scrollTop = 12;
  restoreFocusAndScroll(outlet());
}
/** Another version takes its place. */
async function exchanged(html: string) {
  outlet().innerHTML = `<div>${html}</div>`;
  await observed();
}

/** Boxes here are as long as their words. */
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

it('the focus and a box stand in the next version where they were, though its text differs', async () => {
  reads();
  await exchanged(box('The terms of 2026, and more'));
  expect([document.activeElement, within('Terms').scrollTop]).toEqual([within('Terms'), 12]);
});

it('the focus is given back also where the version that goes still changes before it is gone', async () => {
  reads();
  outlet().append(document.createElement('p'));
  await observed();
  await exchanged(box('The terms of 2025'));
  expect(document.activeElement).toBe(within('Terms'));
});

it('a box without a name is found by where it stands, though the words in it differ', async () => {
  stands('<ul></ul><ul><li>12 jobs this week</li></ul>');
  const second = () => document.querySelectorAll('ul')[1] as HTMLElement;
  second().scrollTop = 12;
  restoreFocusAndScroll(outlet());
  await exchanged('<ul></ul><ul><li>13 jobs this week</li></ul>');
  expect(second().scrollTop).toBe(12);
});

it('a heading that a move has given the focus has it again', async () => {
  stands('<h1 tabindex="-1">Search Jobs</h1>');
  document.querySelector('h1')?.focus();
  restoreFocusAndScroll(outlet());
  await exchanged('<h1>Search Jobs</h1>');
  expect(document.activeElement).toBe(document.querySelector('h1'));
});

it('of several that are alike it is the one in the same place', async () => {
  const rows = '<a href="/a">View More</a><a href="/b">View More</a><a href="/c">All Jobs</a>';
  stands(rows);
  document.querySelectorAll('a')[1]?.focus();
  restoreFocusAndScroll(outlet());
  await exchanged(rows);
  expect(document.activeElement).toBe(document.querySelectorAll('a')[1]);
});

it('what comes later, with its data, is waited for, and a box until it is as long', async () => {
  reads();
  await exchanged('<p>Loading</p>');
  expect(document.activeElement).toBe(document.body);
  await exchanged(box('The'));
  expect([document.activeElement, within('Terms').scrollTop]).toEqual([within('Terms'), 3]);
  within('Terms').textContent = 'The terms of 2026';
  await observed();
  expect(within('Terms').scrollTop).toBe(12);
});

it.each([
  ['has pointed elsewhere', () => document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))],
  ['has scrolled', () => document.body.dispatchEvent(new Event('wheel', { bubbles: true }))],
  ['has pressed a key', () => document.body.dispatchEvent(new Event('keydown', { bubbles: true }))],
  ['has gone back', () => window.dispatchEvent(new Event('popstate'))],
  ['has waited ten seconds', () => void jest.advanceTimersByTime(10_000)],
])('a guard who %s is left alone', async (_, goOn) => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  reads();
  await exchanged('<p>Loading</p>');
  goOn();
  await exchanged(box('The terms of 2025'));
  expect([document.activeElement, within('Terms').scrollTop]).toEqual([document.body, 0]);
});

it('a control that cannot have the focus yet has it when it can', async () => {
  stands('<button aria-label="Send"></button>');
  within('Send').focus();
  restoreFocusAndScroll(outlet());
  await exchanged('<button aria-label="Send" disabled></button>');
  expect(document.activeElement).toBe(document.body);
  within('Send').removeAttribute('disabled');
  await observed();
  expect(document.activeElement).toBe(within('Send'));
});

it('a link of the same words that leads elsewhere is another one', async () => {
  stands('<a href="/a">Night watch</a>');
  document.querySelector('a')?.focus();
  restoreFocusAndScroll(outlet());
  await exchanged('<a href="/new">Night watch</a><a href="/a">Night watch</a>');
  expect(document.activeElement).toBe(document.querySelector('[href="/a"]'));
});

it('a log is left to follow its newest line', async () => {
  const log = '<div role="log" aria-label="Messages">The gate is closed</div>';
  stands(log);
  within('Messages').scrollTop = 12;
  restoreFocusAndScroll(outlet());
  await exchanged(log);
  expect(within('Messages').scrollTop).toBe(0);
});

it('nothing is given back once it was called off', async () => {
  stands(box('The terms of 2025'));
  within('Terms').focus();
  restoreFocusAndScroll(outlet())();
  await exchanged(box('The terms of 2025'));
  expect(document.activeElement).toBe(document.body);
});

it('a focus that has gone to the bar stays there', async () => {
  stands(box('The terms of 2025'));
  within('Terms').focus();
  restoreFocusAndScroll(outlet());
  await exchanged('<p>Loading</p>');
  within('Menu').focus();
  await exchanged(box('The terms of 2025'));
  expect(document.activeElement).toBe(within('Menu'));
});

it('a focus outside of the module is none of its business', async () => {
  stands(box('The terms of 2025'));
  within('Menu').focus();
  restoreFocusAndScroll(outlet());
  within('Menu').blur();
  await exchanged(`${box('The terms of 2025')}<button aria-label="Menu"></button>`);
  expect(document.activeElement).toBe(document.body);
});
