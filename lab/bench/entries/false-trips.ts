import type { Entry } from '../entry';
import { exactEstimate } from '../estimate';
import { describeRun, failuresOf, isInTime, runActivations } from '../health/simulation';

const CLEAN = 1_000;
const BAD = 50;

export const falseTrips: Entry = {
  id: 'false-trips',
  what: `Simulated activations with a wrong decision: of ${CLEAN} clean ones, those rolled back; of ${BAD} bad ones (no mount, one route, 5 % of the views, slow), those not rolled back or too late`,
  on: 'machine',
  unit: '',
  atMost: 0,
  async measure(lab) {
    const ran = await runActivations(lab.seed, CLEAN, BAD);
    const failures = failuresOf(ran);
    const inTime = ran.bad.filter(isInTime).length;
    return {
      ...exactEstimate(failures.length, CLEAN + BAD),
      detail: [
        `seed ${lab.seed}: ${inTime} of ${BAD} bad ones rolled back within 60 s at five views per second, otherwise within 200 views`,
        ...failures.map(describeRun),
      ].join('; '),
    };
  },
};
