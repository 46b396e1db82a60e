import { asItStays, type Swapped } from './takenBack';

const well: Swapped = { kind: 'seen', took: 800, isReloaded: false, isLost: false, isMoved: false };

it('leaves a page that stays as it went back', () => {
  expect(asItStays(well, { isSame: true, version: '1.0.0' }, '1.0.0')).toEqual(well);
});

it('counts a page that is loaded anew after the swap, and one that does not stay with the good version', () => {
  expect(asItStays(well, { isSame: false, version: '1.0.0' }, '1.0.0')).toEqual({ ...well, isReloaded: true });
  expect(asItStays(well, { isSame: true, version: '9.0.0' }, '1.0.0')).toEqual({ ...well, took: null });
  expect(asItStays(well, { isSame: false, version: undefined }, '1.0.0')).toEqual({ ...well, took: null, isReloaded: true });
});

it('takes nothing back of what was wrong at the swap', () => {
  const wrong: Swapped = { ...well, took: null, isReloaded: true, isLost: true };
  expect(asItStays(wrong, { isSame: true, version: '1.0.0' }, '1.0.0')).toEqual(wrong);
});
