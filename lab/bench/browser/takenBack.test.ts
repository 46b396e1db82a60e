import { asItStays, type ReplacementResult } from './takenBack';

const well: ReplacementResult = { kind: 'seen', took: 800, isReloaded: false, isLost: false, isMoved: false };

it('keeps the result of a page that stays in its state after the rollback', () => {
  expect(asItStays(well, { isSame: true, version: '1.0.0' }, '1.0.0')).toEqual(well);
});

it('counts a page that reloads after the rollback, and a page that leaves the good version', () => {
  expect(asItStays(well, { isSame: false, version: '1.0.0' }, '1.0.0')).toEqual({ ...well, isReloaded: true });
  expect(asItStays(well, { isSame: true, version: '9.0.0' }, '1.0.0')).toEqual({ ...well, took: null });
  expect(asItStays(well, { isSame: false, version: undefined }, '1.0.0')).toEqual({ ...well, took: null, isReloaded: true });
});

it('keeps failures found at the rollback', () => {
  const wrong: ReplacementResult = { ...well, took: null, isReloaded: true, isLost: true };
  expect(asItStays(wrong, { isSame: true, version: '1.0.0' }, '1.0.0')).toEqual(wrong);
});
