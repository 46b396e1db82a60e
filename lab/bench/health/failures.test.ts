import { type ActivationRun, failuresOf } from './simulation';

const ran = (fault: ActivationRun['fault'], trip: ActivationRun['trip']): ActivationRun => ({ seed: 1, fault, pace: 10, trip });
const after = (seconds: number) => ({ seconds, views: 300, why: '' });

it('failuresOf returns clean activations that were rolled back, and bad ones that were not, or too late', () => {
  const [tripped, missed, late] = [ran(null, after(10)), ran('mount', null), ran('slow', after(61))];
  const found = failuresOf({ clean: [ran(null, null), tripped], bad: [ran('route', after(60)), missed, late] });
  expect(found).toEqual([tripped, missed, late]);
});
