import { payFor, shiftFigures } from './shifts.figures';

const shift = {
  startTime: '2027-03-14T03:00:00.000Z',
  endTime: '2027-03-14T10:00:00.000Z',
  started: { at: '2027-03-14T02:55:00.000Z', receivedAt: '2027-03-14T02:55:00.000Z' },
  ended: null,
  hourlyRate: '22.00',
  earning: '0.00',
};
const HOUR = 3_600_000;

describe('figures', () => {
  it('count with the clock, also in the night when daylight saving time begins', () =>
    expect(shiftFigures(shift, Date.parse('2027-03-14T08:00:00.000Z'))).toEqual({
      timeOnJob: 5 * HOUR + 300_000,
      totalHours: 7 * HOUR,
      totalRemaining: 2 * HOUR,
      totalEarning: '110.00',
    }));

  it('stop at the end of the shift and then show the credited amount', () => {
    const ended = { ...shift.started, at: '2027-03-14T10:20:00.000Z' };
    const after = { ...shift, earning: '154.00', ended: { ...ended, byStaff: false, endReasonId: null, shiftEndComment: '', rating: 0 } };
    expect(shiftFigures(after, Date.parse('2027-03-15T00:00:00.000Z'))).toEqual({
      timeOnJob: 7 * HOUR + 25 * 60_000,
      totalHours: 7 * HOUR,
      totalRemaining: 0,
      totalEarning: '154.00',
    });
  });

  it.each([
    [
      'before its schedule begins nothing is earned',
      '2027-03-14T02:59:00.000Z',
      { timeOnJob: 240_000, totalRemaining: 7 * HOUR + 60_000 },
      '0.00',
    ],
    [
      'a clock that is behind the start counts from there',
      '2027-03-14T02:00:00.000Z',
      { timeOnJob: 0, totalRemaining: 7 * HOUR + 300_000 },
      '0.00',
    ],
    [
      'beyond its schedule nothing more is earned',
      '2027-03-14T12:00:00.000Z',
      { timeOnJob: 9 * HOUR + 300_000, totalRemaining: 0 },
      '154.00',
    ],
  ])('for a running shift: %s', (_what, now, fields, totalEarning) =>
    expect(shiftFigures(shift, Date.parse(now))).toEqual({ totalHours: 7 * HOUR, ...fields, totalEarning }),
  );

  it('begin to count pay at a late start', () => {
    const late = { at: '2027-03-14T04:00:00.000Z', receivedAt: '2027-03-14T04:00:00.000Z' };
    expect(shiftFigures({ ...shift, started: late }, Date.parse('2027-03-14T05:00:00.000Z'))).toMatchObject({ totalEarning: '22.00' });
  });

  it('are null before the start', () => expect(shiftFigures({ ...shift, started: null }, Date.now())).toBeNull());
});

describe('payFor and paidFromOf', () => {
  it.each([
    ['20.50', '14:00', '22:00', '164.00'],
    ['20.10', '14:00', '14:15', '5.03'],
    ['20.5', '14:10', '21:50', '157.17'],
    ['25.00', '14:00', '13:00', '0.00'],
    ['1000.00', '00:00', '24:00', '24000.00'],
    ['25', '14:00', '15:00', '25.00'],
    ['25.009', '14:00', '15:00', '25.00'],
    ['0.01', '14:00', '15:00', '0.01'],
    ['0.09', '14:00', '15:00', '0.09'],
  ])('pays $%s per hour from %s to %s as %s', (rate, from, to, pay) => {
    const at = (time: string) => Date.parse('2027-02-10T00:00:00Z') + Number(time.slice(0, 2)) * 3_600_000 + Number(time.slice(3)) * 60_000;
    expect(payFor(rate, at(from), at(to))).toBe(pay);
  });
});
