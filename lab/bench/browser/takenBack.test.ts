import { type ReplacementResult, withFinalVersion } from './takenBack';

const well: ReplacementResult = { kind: 'seen', took: 800, isReloaded: false, isLost: false, isMoved: false };

it('keeps the result of a page that stays in its state after the rollback', () => {
  expect(withFinalVersion(well, { isSame: true, version: '1.0.0' }, '1.0.0')).toEqual(well);
});

it('counts a page that reloads after the rollback, and a page that leaves the good version', () => {
  expect(withFinalVersion(well, { isSame: false, version: '1.0.0' }, '1.0.0')).toEqual({ ...well, isReloaded: true });
  expect(withFinalVersion(well, { isSame: true, version: '9.0.0' }, '1.0.0')).toEqual({ ...well, took: null });
  expect(withFinalVersion(well, { isSame: false, version: undefined }, '1.0.0')).toEqual({ ...well, took: null, isReloaded: true });
});

it('keeps failures found at the rollback', () => {
  const wrong: ReplacementResult = { ...well, took: null, isReloaded: true, isLost: true };
  expect(withFinalVersion(wrong, { isSame: true, version: '1.0.0' }, '1.0.0')).toEqual(wrong);
});
