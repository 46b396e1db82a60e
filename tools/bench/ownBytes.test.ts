import { heaviestOf, needs } from './ownBytes';

const awake = { path: '/search-job', first: 40_000, touched: 55_000 };
const asleep = { path: '/faq', first: 0, touched: 16_000 };

it('weighs a page that sleeps by what it fetches once it is touched, and any other by what it settles with', () => {
  expect([awake, asleep].map(needs)).toEqual([40_000, 16_000]);
  expect(heaviestOf([asleep, { ...asleep, path: '/contact_us', touched: 18_000 }])).toBe(18_000);
});

it('has no weight for a screen that never had anything of its remote, nor for none', () => {
  expect(() => heaviestOf([awake, { ...asleep, touched: 0 }])).toThrow('/faq loaded nothing');
  expect(() => heaviestOf([])).toThrow('no screen');
});
