import { type DeviceTime, formatDeviceTime, parseDeviceTime } from './deviceTime';

const time: DeviceTime = { clock: 1_805_036_400_000, estimate: 1_805_036_400_001, earliest: 1_805_036_390_000, waited: 5000 };

it('reads what it has written, in whole milliseconds', () => {
  expect(formatDeviceTime({ ...time, waited: 5000.7 })).toBe(
    'clock=1805036400000; estimate=1805036400001; earliest=1805036390000; waited=5000',
  );
  expect(parseDeviceTime(formatDeviceTime(time))).toEqual(time);
});

it.each([
  undefined,
  '',
  '5000',
  formatDeviceTime({ ...time, waited: -1 }),
  formatDeviceTime({ ...time, earliest: Number.NaN }),
  formatDeviceTime({ ...time, earliest: 1e15 }),
  `${formatDeviceTime(time)}; waited=1`,
  [formatDeviceTime(time)],
])('reads nothing from %p', (text) => expect(parseDeviceTime(text)).toBeNull());
