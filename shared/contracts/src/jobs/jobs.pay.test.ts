import { estimatePay, type PayInput, payMessages, timeSpan, travel } from './jobs.pay';

const shift: PayInput = {
  hourlyRate: '24.50',
  startTime: '2027-03-16T22:00:00Z',
  endTime: '2027-03-17T06:00:00Z',
  distanceFromBase: 10,
  isGoWith: 1,
};

// pay in $, minutes of travel each way, road km each way, $ per hour away from home
it.each<[string, Partial<PayInput>, string, number | null, string | null, string | null]>([
  ['own vehicle, 10 km: 196 / (8 + 2 x 25 min)', {}, '196.00', 25, '13.0', '22.19'],
  ['public transport, 10 km: 39 + 10 min each way', { isGoWith: 2 }, '196.00', 49, '13.0', '20.35'],
  ['next door', { distanceFromBase: 0 }, '196.00', 5, '0.0', '24.00'],
  ['a tenth of a kilometre', { distanceFromBase: 0.1 }, '196.00', 5, '0.1', '24.00'],
  ['75 km by public transport', { distanceFromBase: 75, isGoWith: 2 }, '196.00', 168, '97.5', '14.41'],
  ['a distance whose double is not exact', { distanceFromBase: 8.7 }, '196.00', 22, '11.3', '22.44'],
  ['cents round half up', { hourlyRate: '20.01', endTime: '2027-03-16T22:30:00Z', distanceFromBase: null }, '10.01', null, null, null],
  ['a rate of one decimal', { hourlyRate: '20.5', distanceFromBase: null }, '164.00', null, null, null],
  ['a rate without decimals', { hourlyRate: '31', distanceFromBase: null }, '248.00', null, null, null],
  [
    '0.1 x 3 h is no 0.30000000000000004',
    { hourlyRate: '0.10', endTime: '2027-03-17T01:00:00Z', distanceFromBase: null },
    '0.30',
    null,
    null,
    null,
  ],
  ['seven hours and twenty minutes', { endTime: '2027-03-17T05:20:00Z', distanceFromBase: null }, '179.67', null, null, null],
  ['an unknown address', { distanceFromBase: null }, '196.00', null, null, null],
  ['an unknown way of travelling', { isGoWith: null }, '196.00', null, null, null],
  ['an unheard-of way of travelling', { isGoWith: 9 }, '196.00', null, null, null],
  [
    'the night that the clocks go forward, 22:00 to 06:00 at the site',
    { startTime: '2027-03-14T03:00:00Z', endTime: '2027-03-14T10:00:00Z', distanceFromBase: null },
    '171.50',
    null,
    null,
    null,
  ],
  [
    'the night that they go back',
    { startTime: '2027-11-07T02:00:00Z', endTime: '2027-11-07T11:00:00Z', distanceFromBase: null },
    '220.50',
    null,
    null,
    null,
  ],
  ['30 km of road, all of it in the city', { distanceFromBase: 23.1 }, '196.00', 50, '30.0', '20.28'],
  ['a rate of three decimals: two count', { hourlyRate: '24.509', distanceFromBase: null }, '196.00', null, null, null],
  ['a few cents', { hourlyRate: '0.01', endTime: '2027-03-17T03:00:00Z', distanceFromBase: null }, '0.05', null, null, null],
  ['an end before the start pays nothing', { endTime: '2027-03-16T21:00:00Z' }, '0.00', 25, '13.0', '0.00'],
])('estimates the pay: %s', (_what, changes, pay, travelMinutes, roadKm, perHour) => {
  expect(estimatePay({ ...shift, ...changes })).toMatchObject({ pay, travelMinutes, roadKm, perHour });
});

it.each([
  [0, '0 min'],
  [59, '59 min'],
  [60, '1 h'],
  [95, '1 h 35 min'],
])('writes %d minutes as %s', (minutes, words) => expect(timeSpan(minutes)).toBe(words));

it.each([
  ['2027-03-17T06:00:00Z', 480],
  ['2027-03-16T22:00:29Z', 0],
  ['2027-03-16T22:00:31Z', 1],
  ['2027-03-16T21:00:00Z', 0],
])('counts a shift until %s as %d minutes', (endTime, minutes) => expect(estimatePay({ ...shift, endTime })).toMatchObject({ minutes }));

it('has a text for every result and for missing data', () =>
  expect(payMessages).toMatchObject({
    title: 'What it really pays',
    estimate: 'An estimate: the shift’s pay for every hour away from home, travel included. Fuel, fares and taxes are not counted.',
    noBase: 'Add your address to your work profile to see travel time and what an hour really pays.',
    noCommute: 'Add how you travel to your work profile to see travel time and what an hour really pays.',
    toProfile: 'Open my work profile',
  }));

it('states the formula with the numbers of the calculation', () => {
  expect(payMessages.formula(travel[2] as never)).toBe(
    'pay ÷ (hours of the shift + 2 × travel). Travel = distance × 1.3, 30 km of it at 20 km/h and the rest at 60 km/h, + 10 min',
  );
  expect([travel[1], travel[2]]).toEqual([
    { speed: 40, far: 90, fixed: 5, words: 'by your own vehicle' },
    { speed: 20, far: 60, fixed: 10, words: 'by public transport' },
  ]);
  expect(payMessages.card('$22.19', 25)).toBe('About $22.19 / hour with 50 min of travel');
});
