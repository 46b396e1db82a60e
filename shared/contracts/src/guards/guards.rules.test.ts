import { profile } from './guards.endpoints';
import { commutes, payoutOptions, vestSizes } from './guards.rules';
import { setLicence } from './guards.staff';

it.each([
  ['CODE-01', 'isGoWith', commutes, 2, 'Public transport'],
  ['CODE-02', 'isGoWith', commutes, 1, 'Own vehicle'],
  ['CODE-03', 'vestSize', vestSizes, 2, 'Medium'],
  ['CODE-04', 'vestSize', vestSizes, 3, 'Large'],
  ['CODE-05', 'vestSize', vestSizes, 4, 'XL'],
  ['CODE-06', 'wantTopay', payoutOptions, 1, 'Company'],
  ['CODE-07', 'wantTopay', payoutOptions, 2, 'Individual'],
])('[%s] %s %j: gives code %i the label %s', (_id, _key, labels, code, label) => expect(labels[code]).toBe(label));

it('[API-GUARD-05/2] reads the guard from data.guard, and from data itself', () => {
  const ada = { id: 'a' };
  expect([profile.read?.({ guard: ada }), profile.read?.(ada)]).toEqual([{ guard: ada }, { guard: ada }]);
});

it.each([
  ['12345', false],
  ['123456', true],
  ['1234567890', true],
  ['12345678901', false],
  ['12345a', false],
])('[SHARED-06] decides whether a licence number %s is valid: %p', (licenseNumber, may) =>
  expect(setLicence.input.isValidSync({ guard: 'ada@example.com', licenseNumber })).toBe(may),
);
