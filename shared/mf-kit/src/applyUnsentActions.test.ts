import { waitingWrite } from '@portal/testing/outbox';
import { arrivedShift, breakOf, endedShift, runningShift, workedShift } from '@portal/testing/shifts';
import { applyUnsentActions, breakLabel } from './applyUnsentActions';
import type { WriteEntry } from './portal';

const AT = '2027-03-14T14:40:00.000Z';
const entry = (act: string, input: object = {}, over: Partial<WriteEntry> = {}) =>
  waitingWrite({ endpointId: `shifts.${act}`, input: { at: AT, ...input }, ...over });

describe('a shift with its unsent acts applied', () => {
  it.each([
    [
      'arrival',
      workedShift(),
      entry('arrive', { lat: 43, long: -79, accuracy: 9 }),
      { state: 'arrived', arrival: { at: AT, accuracy: 9, distance: null } },
    ],
    ['start', arrivedShift(), entry('start'), { state: 'running', started: { at: AT } }],
    ['start without an arrival', workedShift(), entry('start'), { state: 'running', arrival: { at: AT, lat: null } }],
    [
      'break',
      runningShift(),
      entry('take-break', { description: 'Soup' }, { what: breakLabel('Lunch') }),
      { state: 'on-break', breaks: [{ reason: { name: 'Lunch' }, at: AT, endedAt: null, description: 'Soup' }] },
    ],
    [
      'end of a break',
      runningShift({ state: 'on-break', breaks: [breakOf()] }),
      entry('end-break'),
      { state: 'running', breaks: [{ endedAt: AT }] },
    ],
    ['end, with what is earned until then', runningShift(), entry('end'), { state: 'ended', ended: { at: AT }, earning: '16.33' }],
  ])('%s', (_act, shift, act, expected) => expect(applyUnsentActions(shift, [act])).toMatchObject(expected));

  it('shows the time that the device has proven instead of its clock', () => {
    const proven = '2027-03-14T14:10:00.000Z';
    expect(applyUnsentActions(arrivedShift(), [entry('start', {}, { actedAt: proven })])).toMatchObject({ started: { at: proven } });
  });

  it('applies several acts in order', () => {
    const acts = ['arrive', 'start', 'take-break', 'end-break', 'end'].map((act) => entry(act));
    expect(applyUnsentActions(workedShift(), acts)).toMatchObject({ state: 'ended', breaks: [{ endedAt: AT }] });
  });

  it.each([
    ['what the server has already', arrivedShift(), entry('arrive')],
    ['an SOS', runningShift(), entry('sos')],
    ['a break while the shift does not run', endedShift(), entry('take-break')],
  ])('is not changed by %s', (_what, shift, act) => expect(applyUnsentActions(shift, [act])).toEqual(shift));
});
