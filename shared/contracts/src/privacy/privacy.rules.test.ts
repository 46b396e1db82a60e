import { countStoredData, exportState, readLocations } from './privacy.endpoints';
import { dataCategories, deletionInput, locationReasons, retainedData } from './privacy.rules';

it('has a reason as text for every category and every location', () => {
  for (const { name, why } of Object.values(dataCategories)) expect([name.length > 3, why.endsWith('.')]).toEqual([true, true]);
  expect(Object.keys(locationReasons)).toEqual(['arrival', 'sos', 'enote']);
});

it('states a period and a reason for retained data', () => {
  for (const { what, until, why } of retainedData) for (const words of [what, until, why]) expect(words).not.toBe('');
});

it('accepts a deletion with the password, which the previous release sends', () => {
  expect(deletionInput.isValidSync({ password: 'x' })).toBe(true);
  expect(deletionInput.isValidSync({})).toBe(true);
});

it.each([
  [countStoredData, { categories: [{ id: 'pay', count: 2 }] }, true],
  [countStoredData, {}, false],
  [exportState, { copy: null }, true],
  [exportState, { copy: { id: 'c1', state: 'lost' } }, false],
  [
    readLocations,
    { docs: [{ kind: 'guess', at: '2027-03-10T17:00:00Z', jobTitle: 'Gate', lat: 1, long: 1, accuracy: null }], total: 1 },
    false,
  ],
])('validates replies by their shapes', ({ output }, reply, isValid) => expect(output.isValidSync(reply, { strict: true })).toBe(isValid));
