import { heaviestOf } from './ownBytes';

const awake = { path: '/search-job', first: 40_000, touched: 55_000 };
const asleep = { path: '/faq', first: 0, touched: 16_000 };

it('weighs what comes to a screen before it is touched: nothing to one that sleeps', () => {
  expect(heaviestOf([asleep, awake, { ...awake, path: '/jobs', first: 30_000 }])).toBe(40_000);
  expect(heaviestOf([asleep])).toBe(0);
});

it('has no weight for a screen that never had anything of its remote, nor for none', () => {
  expect(() => heaviestOf([awake, { ...asleep, touched: 0 }])).toThrow('/faq loaded nothing');
  expect(() => heaviestOf([])).toThrow('no screen');
});
