import { type FitCheck, type FitGuard, type FitJob, fitLine, fitOfProfile, fitShape, restHours } from './jobs.fit';

const security = { id: 'a', name: 'Construction' };
const job: FitJob = { transportation: 3, dressCode: 2, speciality: null, lastEnd: '2027-03-15T06:35:00Z' };
const guard: FitGuard = { isGoWith: 1, vestSize: 3, workSpecialities: [security], securityRegistrationExpiryDate: '2028-01-31' };

it.each<[string, Partial<FitJob>, Partial<FitGuard>, FitCheck['kind'], FitCheck['verdict'], RegExp]>([
  ['an own vehicle asked for, and had', { transportation: 1 }, {}, 'transport', 'good', /own vehicle, as the job asks/],
  [
    'an own vehicle asked for, public transport used',
    { transportation: 1 },
    { isGoWith: 2 },
    'transport',
    'care',
    /asks for your own vehicle/,
  ],
  ['an own vehicle asked for, nothing said', { transportation: 1 }, { isGoWith: null }, 'transport', 'unknown', /does not say how/],
  ['public transport is enough', { transportation: 2 }, { isGoWith: 2 }, 'transport', 'good', /Public transport goes/],
  ['any transport', {}, { isGoWith: null }, 'transport', 'good', /Any way/],
  ['a vest, size known', { dressCode: 1 }, {}, 'dress', 'good', /your size/],
  ['a vest, no size', { dressCode: 1 }, { vestSize: null }, 'dress', 'unknown', /no vest size/],
  ['casual', {}, {}, 'dress', 'good', /Casual/],
  ['a suit', { dressCode: 3 }, {}, 'dress', 'unknown', /need a suit/],
  ['an own speciality', { speciality: security }, {}, 'speciality', 'good', /Construction is one of/],
  ['another speciality', { speciality: { id: 'b', name: 'Bank' } }, {}, 'speciality', 'care', /Bank is not among/],
  ['any speciality', {}, { workSpecialities: [] }, 'speciality', 'good', /Any speciality/],
  ['a licence that lasts', {}, {}, 'licence', 'good', /valid through/],
  [
    'a licence whose last day is the day of the end at the site',
    {},
    { securityRegistrationExpiryDate: '2027-03-15' },
    'licence',
    'good',
    /valid/,
  ],
  ['a licence that ends the day before', {}, { securityRegistrationExpiryDate: '2027-03-14' }, 'licence', 'care', /expires on 2027-03-14/],
  [
    'an end after midnight by UTC only',
    { lastEnd: '2027-03-15T03:35:00Z' },
    { securityRegistrationExpiryDate: '2027-03-14' },
    'licence',
    'good',
    /valid/,
  ],
  ['no licence date', {}, { securityRegistrationExpiryDate: null }, 'licence', 'unknown', /does not say when/],
])('checks the fit: %s', (_what, jobChanges, guardChanges, kind, verdict, line) => {
  const found = fitOfProfile({ ...job, ...jobChanges }, { ...guard, ...guardChanges }).find((one) => one.kind === kind);
  expect(found?.verdict).toBe(verdict);
  expect(fitLine(found as FitCheck)).toMatch(line);
});

const near = { jobTitle: 'Night watch', startTime: '2027-03-14T22:00:00Z', endTime: '2027-03-15T02:00:00Z' };
it.each<[FitCheck, RegExp]>([
  [
    { kind: 'overlap', verdict: 'care', value: null, near },
    /Overlaps with your shift “Night watch” \(Sun, Mar 14, 2027, 6:00 p\.m\. – 10:00 p\.m\.\)/,
  ],
  [{ kind: 'rest', verdict: 'care', value: '450', near }, /Only 7 h 30 min of rest around “Night watch”.*8 h is healthy/],
  [{ kind: 'rest', verdict: 'care', value: '0', near }, /Only 0 min of rest/],
  [{ kind: 'rest', verdict: 'good', value: null, near: null }, /At least 8 h/],
  [{ kind: 'places', verdict: 'good', value: '3', near: null }, /^3 of 5 applied$/],
  [{ kind: 'places', verdict: 'care', value: '5', near: null }, /every place is taken/],
])('has a text for the fit check %j', (check, line) => expect(fitLine(check)).toMatch(line));

it('accepts a reply with checks, without checks and without the field, and refuses an unknown verdict', () => {
  expect(restHours).toBe(8);
  const check = { kind: 'rest', verdict: 'good', value: null, near: null };
  for (const value of [[check], [], null, undefined]) expect(fitShape.isValidSync(value, { strict: true })).toBe(true);
  expect(fitShape.isValidSync([{ ...check, verdict: 'bad' }], { strict: true })).toBe(false);
});
