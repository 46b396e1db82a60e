import { createSosState } from './sosState';

it('is on from when it is said until the opposite is, for the guard whose session it is', () => {
  let guardId: string | undefined = 'ana';
  const emergency = createSosState(() => guardId);
  expect(emergency.isOn()).toBe(false);
  emergency.set(true);
  expect(emergency.isOn()).toBe(true);
  guardId = 'ben';
  expect(emergency.isOn()).toBe(false);
  guardId = undefined;
  expect(emergency.isOn()).toBe(false);
  guardId = 'ana';
  emergency.set(false);
  expect(emergency.isOn()).toBe(false);
});
