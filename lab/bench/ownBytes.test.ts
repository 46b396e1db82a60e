import { heaviestOf } from './ownBytes';

const awake = { path: '/search-job', first: 40_000, touched: 55_000 };
const asleep = { path: '/faq', first: 0, touched: 16_000 };

it('heaviestOf returns the bytes before the first input, which are 0 for a page with deferred scripts', () => {
  expect(heaviestOf([asleep, awake, { ...awake, path: '/jobs', first: 30_000 }])).toBe(40_000);
  expect(heaviestOf([asleep])).toBe(0);
});

it('heaviestOf throws for a screen without scripts of its remote, and for an empty list', () => {
  expect(() => heaviestOf([awake, { ...asleep, touched: 0 }])).toThrow('/faq loaded nothing');
  expect(() => heaviestOf([])).toThrow('no screen');
});
