/** @jest-environment node */
import { sectionsOf } from './sectionsOf';

it('starts a section at each heading, and keeps the whole text', () => {
  const html = '<p>First.</p><h2>Fees &amp; <b>pay</b></h2><p>Second.</p><h2>End</h2>';
  const found = sectionsOf(html);
  expect(found.map(({ id, title }) => [id, title])).toEqual([
    ['section-1', ''],
    ['section-2', 'Fees & pay'],
    ['section-3', 'End'],
  ]);
  expect(found.map((part) => part.html).join('')).toBe(html);
});

it.each(['', '<p>No heading</p>', '<h2>One</h2><p>Text</p>'])('keeps %j in one section', (html) => {
  expect(sectionsOf(html)).toMatchObject([{ html }]);
});
