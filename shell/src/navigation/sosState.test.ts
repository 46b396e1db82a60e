/** @jest-environment node */
import { createSosState } from './sosState';

it('is on from its start to its end, for the guard of the session', () => {
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
