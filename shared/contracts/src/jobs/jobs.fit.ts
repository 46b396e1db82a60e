import { array, type InferType, object } from 'yup';
import { torontoDate } from '../_kernel/clock';
import { localDay, localTime, type Zone } from '../_kernel/formats';
import type { Guard } from '../_kernel/guard';
import { instant, siteZone } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { timeSpan } from './jobs.pay';
import { dressCodes } from './jobs.rules';

/** The checks before a guard applies, in order of importance. */
export const fitKinds = ['overlap', 'rest', 'licence', 'transport', 'dress', 'speciality', 'places'] as const;
export type FitKind = (typeof fitKinds)[number];

/** Hours between two shifts that count as enough rest. */
export const restHours = 8;

/** The guard's own shift that overlaps, or leaves too little rest. */
const nearShape = object({
  jobTitle: string().required(),
  startTime: instant().required(),
  endTime: instant().required(),
  timeZone: siteZone(),
});

/** One line of advice before an application. `value`: minutes of rest, last day of a licence, or number of applicants. */
export const fitCheckShape = object({
  kind: string()
    .oneOf([...fitKinds])
    .required(),
  /** unknown: the profile has no answer. */
  verdict: string().oneOf(['good', 'care', 'unknown']).required(),
  near: nearShape.nullable().default(null),
  value: string().nullable().defined(),
});
export type FitCheck = InferType<typeof fitCheckShape>;

/** Null if nothing is left to decide; missing in replies of the previous release. */
export const fitShape = array(fitCheckShape.required()).nullable();

/** The fields of a guard and of a job that `fitOfProfile` compares. */
export type FitGuard = Pick<Guard, 'isGoWith' | 'vestSize' | 'workSpecialities' | 'securityRegistrationExpiryDate'>;
export interface FitJob {
  transportation: number;
  dressCode: number;
  speciality: { id: string; name: string } | null;
  /** The end of the last shift that the guard would work; ISO. */
  lastEnd: string;
}

const OWN_VEHICLE = 1;
const HV_VEST = 1;
const SUITED = 3;

const check = (kind: FitKind, verdict: FitCheck['verdict'], value: string | null = null): FitCheck => ({
  kind,
  verdict,
  value,
  near: null,
});

/** A licence is valid through its last day, on Toronto's date. */
function licence(expiry: string | null, lastEnd: string): FitCheck {
  if (!expiry) return check('licence', 'unknown');
  return check('licence', torontoDate(new Date(lastEnd)) > expiry ? 'care' : 'good', expiry);
}

function transport(needed: number, commute: number | null): FitCheck {
  if (needed !== OWN_VEHICLE) return check('transport', 'good', String(needed));
  return check('transport', commute === null ? 'unknown' : commute === OWN_VEHICLE ? 'good' : 'care', String(needed));
}

function dress(code: number, vestSize: number | null): FitCheck {
  const isKnown = code === HV_VEST ? vestSize !== null : code !== SUITED;
  return check('dress', isKnown ? 'good' : 'unknown', String(code));
}

/** Compares a job with the work profile: licence, transport, dress code, speciality. The server checks the guard's other shifts. */
export function fitOfProfile(job: FitJob, guard: FitGuard): FitCheck[] {
  const { speciality } = job;
  const isOwn = speciality === null || guard.workSpecialities.some(({ id }) => id === speciality.id);
  return [
    licence(guard.securityRegistrationExpiryDate, job.lastEnd),
    transport(job.transportation, guard.isGoWith),
    dress(job.dressCode, guard.vestSize),
    check('speciality', isOwn ? 'good' : 'care', speciality?.name ?? null),
  ];
}

/** `Mon, Mar 15, 2027, 7:00 p.m. – 3:00 a.m.`: a shift in the zone of its site. */
export const whenAt = ({ startTime, endTime, timeZone }: { startTime: string; endTime: string; timeZone?: Zone }): string =>
  `${localDay(startTime, timeZone)}, ${localTime(startTime, timeZone)} – ${localTime(endTime, timeZone)}`;

const nearWords = ({ near }: FitCheck) => (near ? `“${near.jobTitle}” (${whenAt(near)})` : 'another shift');

type Words = (check: FitCheck) => string;
const words: Readonly<Record<FitKind, Readonly<Record<FitCheck['verdict'], Words>>>> = {
  overlap: {
    good: () => 'No overlap with your shifts',
    care: (one) => `Overlaps with your shift ${nearWords(one)}`,
    unknown: () => 'Your other shifts are not known',
  },
  rest: {
    good: () => `At least ${restHours} h of rest before and after`,
    care: (one) => `Only ${timeSpan(Number(one.value))} of rest around ${nearWords(one)}; ${restHours} h is healthy`,
    unknown: () => 'Rest cannot be worked out while shifts overlap',
  },
  licence: {
    good: () => 'Your licence is valid through the last shift',
    care: ({ value }) => `Your licence expires on ${value}, before the last shift ends`,
    unknown: () => 'Your profile does not say when your licence expires',
  },
  transport: {
    good: ({ value }) =>
      value === '1'
        ? 'You have your own vehicle, as the job asks'
        : value === '2'
          ? 'Public transport goes to the site'
          : 'Any way of getting there is fine',
    care: () => 'The job asks for your own vehicle; your profile says public transport',
    unknown: () => 'The job asks for your own vehicle; your profile does not say how you travel',
  },
  dress: {
    good: ({ value }) => (value === '1' ? 'HV Vest: your size is in your profile' : `Dress code: ${dressCodes[Number(value)] ?? ''}`),
    care: ({ value }) => `Dress code: ${dressCodes[Number(value)] ?? ''}`,
    unknown: ({ value }) =>
      value === '1' ? 'HV Vest: your profile has no vest size' : 'Suited: you need a suit; your profile does not say whether you have one',
  },
  speciality: {
    good: ({ value }) => (value ? `${value} is one of your specialities` : 'Any speciality is welcome'),
    care: ({ value }) => `${value ?? 'The speciality'} is not among your specialities`,
    unknown: () => 'Your specialities are not known',
  },
  places: {
    good: ({ value }) => `${value} of 5 applied`,
    care: ({ value }) => `${value} of 5 applied: every place is taken for now`,
    unknown: () => 'How many applied is not known',
  },
};

export const fitLine = (one: FitCheck): string => words[one.kind][one.verdict](one);

/** A short text of a check for a small space, such as a card. */
export const fitWord: Readonly<Record<FitKind, string>> = {
  overlap: 'overlap',
  rest: 'rest',
  licence: 'licence',
  transport: 'own vehicle',
  dress: 'dress code',
  speciality: 'speciality',
  places: 'full',
};

export const fitMessages = {
  title: 'Does it fit you?',
  fits: 'Nothing stands in the way.',
  care: (count: number) =>
    count === 1 ? 'One thing to think about before you apply.' : `${count} things to think about before you apply.`,
  advice: 'This is only advice. You can still apply.',
};
