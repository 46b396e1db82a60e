import { lookupPlaces, type Place } from '@portal/contracts/places/places.endpoints';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { placeQuestion } from './placeQuestion';

const toronto: Place = {
  ...{ label: 'Downtown, Toronto, Ontario M5H', city: 'Toronto', state: 'Ontario', country: 'Canada', postalCode: 'M5H' },
  ...{ lat: 43.65, lng: -79.38 },
};
const oshawa: Place = { ...toronto, label: 'Oshawa, Ontario', city: 'Oshawa', postalCode: '' };
const answer = (located: Place | null | undefined) => mockEndpoint(lookupPlaces, { street: '', places: [], located });

it('shows a question before a postal code of another city places the guard there', async () => {
  const { calls } = answer(toronto);
  expect(await placeQuestion({ postalCode: 'M5H2N2', city: 'Oshawa', lat: undefined })).toMatchObject({
    title: 'Is this right?',
    body: 'The postal code M5H2N2 is in Downtown, Toronto, Ontario M5H, and you entered Oshawa. We measure distances to jobs from Toronto.',
  });
  expect(calls).toEqual([{ q: 'M5H2N2', city: 'Oshawa' }]);
});

it.each(['X9Z9Z9', '12345', 'K1AOB1'])('names the city when the postal code %s is invalid', async (postalCode) => {
  answer(oshawa);
  expect(await placeQuestion({ postalCode, city: 'Oshawa', lat: undefined })).toMatchObject({
    body: `We do not know the postal code ${postalCode}. We measure distances to jobs from Oshawa.`,
  });
});

it('names no place when neither postal code nor city is known', async () => {
  answer(null);
  expect(await placeQuestion({ postalCode: '12345', city: 'Atlantis', lat: undefined })).toMatchObject({
    body: 'We know neither the postal code 12345 nor the city Atlantis, so we cannot measure distances to jobs.',
  });
});

it('requires no answer when code and city match, or when a place was picked', async () => {
  answer(toronto);
  expect(await placeQuestion({ postalCode: 'M5H2N2', city: 'toronto', lat: undefined })).toBeNull();
  expect(await placeQuestion({ postalCode: 'M5H', city: 'Toronto', lat: undefined })).toBeNull();
  expect(await placeQuestion({ postalCode: 'M5H2N2', city: 'Oshawa', lat: 43.9 })).toBeNull();
});

it('returns null when an older API does not report the place', async () => {
  answer(undefined);
  expect(await placeQuestion({ postalCode: 'M5H2N2', city: 'Oshawa', lat: undefined })).toBeNull();
});

it('repeats the typed address when the check fails', async () => {
  mockEndpoint(lookupPlaces, fails({ code: 500, message: 'No' }));
  expect(await placeQuestion({ postalCode: 'M5H2N2', city: 'Oshawa', lat: undefined })).toMatchObject({
    title: 'Is this right?',
    body: 'We could not check the postal code. You entered M5H2N2, Oshawa.',
  });
});

it('returns null without a connection, because the save fails too', async () => {
  const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  mockEndpoint(lookupPlaces, fails({ code: 0, message: 'No answer' }));
  expect(await placeQuestion({ postalCode: 'M5H2N2', city: 'Oshawa', lat: undefined })).toBeNull();
  onLine.mockRestore();
  expect(await placeQuestion({ postalCode: 'M5H2N2', city: 'Oshawa', lat: undefined })).toMatchObject({ title: 'Is this right?' });
});
