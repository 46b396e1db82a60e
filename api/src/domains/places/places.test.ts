import { lookupPlaces } from '@portal/contracts/places/places.endpoints';
import { placeLimits } from '@portal/contracts/places/places.rules';
import { sql } from 'kysely';
import { type TestGuard, testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';
import { places } from './places.data';
import { locate, nearestPlace, suggestionsFor } from './places.service';

const api = testApi();
let pending: TestGuard;

beforeAll(async () => {
  pending = await api.guard({ step: 'work-profile' });
});

const ask = (q: string, token = pending.token) => api.call(lookupPlaces, { q }, { token });
const first = (q: string) => suggestionsFor(q).places[0];

it('answers a guard at the work profile with street and places', async () => {
  const { code, data } = await ask('12 King St W, Osh');
  expect([code, data.street]).toEqual([200, '12 King St W']);
  expect(data.places[0]).toEqual({
    label: 'Oshawa, Ontario',
    city: 'Oshawa',
    state: 'Ontario',
    country: 'Canada',
    postalCode: '',
    lat: expect.closeTo(43.9, 0),
    lng: expect.closeTo(-78.86, 0),
  });
});

it.each([
  ['without a comma', '12 King St W Oshawa', '12 King St W', 'Oshawa'],
  ['with province and country', '12 King St W, Oshawa, ON, Canada', '12 King St W', 'Oshawa'],
  ['with a code', '12 King St W, Oshawa, Ontario L1H 1A1', '12 King St W', 'Oshawa'],
  ['before a code alone', '12 King St W L1H1A1', '12 King St W', 'Oshawa'],
  ['without a street', 'Oshawa', '', 'Oshawa'],
  ['without points', '9 Main St, st cath', '9 Main St', 'St. Catharines'],
  ['without accents', 'orleans', '', 'Ottawa'],
  ['with accents', 'Orléans', '', 'Ottawa'],
])('reads an address %s', (_, typed, street, city) => {
  const found = suggestionsFor(typed);
  expect([found.street, found.places[0]?.city]).toEqual([street, city]);
});

it.each([
  ['the whole code', 'm5h 2n2', 'M5H2N2', 'Toronto'],
  ['its first half', 'L1G', 'L1G', 'Oshawa'],
  ['its beginning', 'L1', 'L1A', 'Port Hope'],
  ['a place with one area', 'Malvern', 'M1B', 'Toronto'],
])('fills the postal code from %s', (_, typed, postalCode, city) => expect(first(typed)).toMatchObject({ postalCode, city }));

it('suggests the postal areas of an unambiguous place, and the quarters of a city', () => {
  expect(suggestionsFor('Oshawa').places.map((place) => place.postalCode)).toEqual(['', 'L1G', 'L1H', 'L1J', 'L1K', 'L1L']);
  const toronto = suggestionsFor('Toronto').places;
  expect(toronto).toHaveLength(placeLimits.suggestions);
  expect(toronto.every(({ city }) => city === 'Toronto')).toBe(true);
});

it.each(['100 Queen Street West', '12 Main St, Zzzz', 'Z9Z 9Z9', '🦊🦊', '%_%', "'; drop table guards; --"])(
  'knows no place in %j',
  (typed) => expect(suggestionsFor(typed).places).toEqual([]),
);

it.each(['Toronto', 'Ottawa', 'Mississauga', 'Brampton', 'Hamilton', 'London', 'Markham', 'Vaughan', 'Kitchener'])('knows %s', (city) =>
  expect(first(city)).toMatchObject({ city, state: 'Ontario' }),
);

it('[WORKPROFILE-21] without a maps key, too, suggestions are in Canada: places within Ontario only', () => {
  const outside = places.filter(({ lat, lng }) => !(lat > 41.6 && lat < 57 && lng > -95.2 && lng < -74.3));
  expect([places.length > 450, outside]).toEqual([true, []]);
  for (const typed of ['Toronto', 'London', 'Paris', 'Hamilton', 'M5H'])
    expect(new Set(suggestionsFor(typed).places.map(({ country, state }) => `${state}, ${country}`))).toEqual(new Set(['Ontario, Canada']));
});

it('checks each place of the list once for each possible reading of the input', () => {
  const compared = jest.spyOn(String.prototype, 'normalize');
  // Two readings: a place of four words, or of one, after the street.
  const found = suggestionsFor('120 King Street West Oshaw').places;
  const comparisons = compared.mock.calls.length;
  compared.mockRestore();
  expect(found[0]?.city).toBe('Oshawa');
  expect(comparisons).toBeGreaterThan(0);
  expect(comparisons).toBeLessThan(2 * (places.length + 10));
});

it.each(['', 'x', 'x'.repeat(121), 'Osh\u0001awa', 'Osh\u0000awa'])('refuses %j with 400', async (q) => {
  expect(await ask(q)).toMatchObject({ status: 400, errors: { q: expect.any(String) } });
});

it('finds the place that is nearest to a position, and none when all are more than 25 km away', () => {
  expect(nearestPlace({ lat: 43.807, long: -79.22 })).toBe('Malvern, Toronto');
  expect(nearestPlace({ lat: 43.9, long: -78.86 })).toBe('Oshawa');
  expect(nearestPlace({ lat: 60, long: -60 })).toBeNull();
});

it('requires a session', async () => {
  expect((await ask('Oshawa', 'nobody')).code).toBe(401);
});

it('replies 429 with the wait to a guard who sends more lookups than typing needs', async () => {
  const { token } = await api.guard();
  await ask('Os', token);
  await sql`update rate_limits set count = ${placeLimits.lookups.max - 1} where bucket = 'places.lookup'`.execute(db());
  expect([(await ask('Os', token)).code, (await ask('Os', token)).code]).toEqual([200, 429]);
  expect(Number((await ask('Os', token)).headers.get('retry-after'))).toBe(placeLimits.lookups.perSeconds);
  api.clock.advance({ seconds: placeLimits.lookups.perSeconds });
  expect((await ask('Os', token)).code).toBe(200);
});

it.each([
  ['its postal area', { postalCode: 'L1H1A1', city: 'Somewhere' }, { city: 'Oshawa', postalCode: 'L1H' }],
  ['the first half of its code', { postalCode: 'K1A', city: 'Toronto' }, { city: 'Ottawa', postalCode: 'K1A' }],
  ['a code with a dash', { postalCode: 'L1H-1A1', city: 'Somewhere' }, { city: 'Oshawa', postalCode: 'L1H' }],
  ['its city', { postalCode: 'X', city: 'st catharines' }, { city: 'St. Catharines', postalCode: '' }],
  ['its city where a letter of the code is wrong', { postalCode: 'K1AOB1', city: 'Toronto' }, { city: 'Toronto', postalCode: '' }],
  ['its city where digits of the code are missing', { postalCode: 'K1A0B', city: 'Toronto' }, { city: 'Toronto', postalCode: '' }],
  ['nothing', { postalCode: 'X', city: 'Somewhere' }, null],
])('locates an address by %s', async (_, { postalCode, city }, place) => {
  expect(locate({ postalCode, city })).toEqual(place && expect.objectContaining(place));
  if (postalCode.length < placeLimits.shortest) return;
  const { data } = await api.call(lookupPlaces, { q: postalCode, city }, { token: pending.token });
  expect(data.located).toEqual(locate({ postalCode, city }));
});

it('answers the place of an address only with a city', async () => {
  expect((await ask('L1H1A1')).data).not.toHaveProperty('located');
});
