import { lookupPlaces, type Place } from '@portal/contracts/places/places.endpoints';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { placeQuestion } from './placeQuestion';

const toronto: Place = {
  ...{ label: 'Downtown, Toronto, Ontario M5H', city: 'Toronto', state: 'Ontario', country: 'Canada', postalCode: 'M5H' },
  ...{ lat: 43.65, lng: -79.38 },
};
const answer = (...places: Place[]) => mockEndpoint(lookupPlaces, { street: '', places });

it('asks before a postal code of another city places the guard there', async () => {
  answer(toronto);
  expect(await placeQuestion({ postalCode: 'M5H2N2', city: 'Oshawa', lat: undefined })).toMatchObject({
    title: 'Is this right?',
    body: 'The postal code M5H2N2 is in Downtown, Toronto, Ontario M5H, and you entered Oshawa. We measure distances to jobs from Toronto.',
  });
});

it.each(['X9Z9Z9', '12345', 'M5'])('asks about the postal code %s, which is none', async (postalCode) => {
  answer(...(postalCode === 'X9Z9Z9' ? [] : [toronto]));
  expect(await placeQuestion({ postalCode, city: 'Oshawa', lat: undefined })).toMatchObject({
    body: `We do not know the postal code ${postalCode}. We measure distances to jobs from Oshawa.`,
  });
});

it('asks nothing when code and city belong together, when a place was picked, and when places cannot be looked up', async () => {
  answer(toronto);
  expect(await placeQuestion({ postalCode: 'M5H2N2', city: 'toronto', lat: undefined })).toBeNull();
  expect(await placeQuestion({ postalCode: 'M5H2N2', city: 'Oshawa', lat: 43.9 })).toBeNull();
  mockEndpoint(lookupPlaces, fails({ code: 500, message: 'No' }));
  expect(await placeQuestion({ postalCode: 'M5H2N2', city: 'Oshawa', lat: undefined })).toBeNull();
});
