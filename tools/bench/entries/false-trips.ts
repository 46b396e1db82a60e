import type { Entry } from '../entry';
import { exactly } from '../estimate';
import { activations, isInTime, told } from '../health/simulation';

const CLEAN = 1_000;
const BAD = 50;

export const falseTrips: Entry = {
  id: 'false-trips',
  what: `Of ${CLEAN} clean activations on a simulated clock those that are taken back, and of ${BAD} bad ones (no mount, one route, 5 % of the views, slow) those that are not`,
  on: 'machine',
  unit: '',
  atMost: 0,
  async measure(lab) {
    const { clean, bad } = await activations(lab.seed, CLEAN, BAD);
    const tripped = clean.filter(({ trip }) => trip !== null);
    const missed = bad.filter(({ trip }) => trip === null);
    const late = bad.filter((one) => one.trip !== null && !isInTime(one));
    return {
      ...exactly(tripped.length + missed.length, CLEAN + BAD),
      detail: [
        `seed ${lab.seed}: ${BAD - missed.length - late.length} of ${BAD} bad ones within 60 s at five views a second, else within 200 views`,
        ...[...tripped, ...missed, ...late].map(told),
      ].join('; '),
    };
  },
};
