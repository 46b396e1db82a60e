import { createShownAs, shownAsWords } from './shownAs';

const now = Date.parse('2026-11-24T02:30:00Z');

it.each([
  ['2026-11-24T02:14:00Z', 'Shown as of 9:14 p.m., no connection. What you enter is safe.'],
  ['2026-11-22T02:14:00Z', 'Shown as of Nov 21, 9:14 p.m., no connection. What you enter is safe.'],
])('what was kept at %s is shown with its time at the sites', (at, words) => {
  expect(shownAsWords(Date.parse(at), now)).toBe(words);
});

it('is as old as the oldest thing on the page, until the portal answers for it or another page is shown', () => {
  const shown = createShownAs();
  shown.onKept('shift', 20);
  shown.onKept('notes', 10);
  expect(shown.at.get()).toBe(10);
  shown.onFresh('notes');
  expect(shown.at.get()).toBe(20);
  shown.clear();
  expect(shown.at.get()).toBeNull();
});
