import type { ValidationError } from 'yup';
import { saveWorkProfile } from './guards.endpoints';
import { modeOf, workProfileModes, workProfileRules } from './guards.work-profile';

const id = '00000000-0000-4000-8000-000000000001';
const right = {
  isTravelTo: 25,
  isGoWith: '1',
  vestSize: '3',
  fullAddress: '12 King St W',
  postalCode: 'M5H 2N2',
  city: 'Toronto',
  state: 'Ontario',
  country: 'Canada',
  lat: 43.6,
  lng: -79.4,
  workSpecialities: [id],
};

/** What is wrong, by field: the first message of each. */
function problems(over: object): Record<string, string> {
  try {
    workProfileRules.validateSync({ ...right, ...over }, { abortEarly: false });
    return {};
  } catch (error) {
    const found: Record<string, string> = {};
    for (const { path = '', message } of (error as ValidationError).inner) found[path] ??= message;
    return found;
  }
}

it('reads what the form holds', () => {
  expect(workProfileRules.validateSync(right)).toEqual({ ...right, isGoWith: 1, vestSize: 3, postalCode: 'M5H2N2' });
});

it.each([
  ['WORKPROFILE-12', { isTravelTo: 0 }, 'isTravelTo', 'Please select willing to travel'],
  ['WORKPROFILE-13', { isGoWith: '' }, 'isGoWith', 'Please select tranpotation'],
  ['WORKPROFILE-14', { vestSize: '' }, 'vestSize', 'Please select vest size'],
  ['WORKPROFILE-15', { fullAddress: '  ' }, 'fullAddress', 'Please select Address'],
  ['WORKPROFILE-16', { postalCode: ' ' }, 'postalCode', 'Please enter postal code'],
  ['WORKPROFILE-18', { city: '' }, 'city', 'Please enter city'],
  ['WORKPROFILE-19', { state: '' }, 'state', 'Please enter state'],
  ['WORKPROFILE-20', { workSpecialities: [] }, 'workSpecialities', 'Please select specialities'],
])('[%s] %j is refused in the stated words', (_id, over, field, message) => expect(problems(over)).toEqual({ [field]: message }));

it('says all of it at once', () => {
  const nothing = { isTravelTo: null, isGoWith: null, vestSize: null, fullAddress: null, postalCode: '', city: null, state: null };
  expect(Object.keys(problems({ ...nothing, workSpecialities: undefined }))).toHaveLength(8);
});

it.each([
  [75, {}],
  [76, { isTravelTo: 'At most 75 km' }],
])('[WORKPROFILE-04] a distance of %i km', (isTravelTo, found) => expect(problems({ isTravelTo })).toEqual(found));

it.each(['M5H2N2', 'M5H-2N2', 'M5H2N2A', 'm5h 2 n2', 'L1G'])(
  '[WORKPROFILE-17] a postal code %j has at most 7 characters without its spaces, and is taken',
  (postalCode) => expect(problems({ postalCode })).toEqual({}),
);

it.each([
  ['[WORKPROFILE-17] of 8 characters', 'M5H2N2AB', 'A postal code has at most 7 characters'],
  ['[WORKPROFILE-17] of 8 characters without its spaces', 'M5H 2N2 AB', 'A postal code has at most 7 characters'],
  ['of signs', '<b>1', 'A postal code has letters and digits, such as M5H2N2'],
])('a postal code %s is refused in its words', (_what, postalCode, message) =>
  expect(problems({ postalCode })).toEqual({ postalCode: message }),
);

it.each([
  ['a word for a distance', { isTravelTo: 'far' }],
  ['half a kilometre', { isTravelTo: 1.5 }],
  ['an unknown commute', { isGoWith: 3 }],
  ['an unknown vest', { vestSize: 9 }],
  ['a speciality that is no id', { workSpecialities: ['x'] }],
  ['too many specialities', { workSpecialities: Array(51).fill(id) }],
  ['an endless address', { fullAddress: 'x'.repeat(201) }],
  ['a control character', { city: 'Osh\u0001awa' }],
  ['a latitude beyond the pole', { lat: 91 }],
])('refuses %s', (_, over) => expect(Object.keys(problems(over))).toHaveLength(1));

it('an address typed by hand has no position', () => expect(problems({ lat: '', lng: null })).toEqual({}));

it('[WORKPROFILE-01] isShow takes two values; anything else is the onboarding', () => {
  expect(Object.keys(workProfileModes)).toEqual(['with_login', 'with_out_login']);
  expect(['with_login', 'with_out_login', 'x', null].map(modeOf)).toEqual([
    'with_login',
    'with_out_login',
    'with_out_login',
    'with_out_login',
  ]);
});

it('[API-GUARD-24/1, API-GUARD-24/2] isType is 1 with login and 2 without; PATCH /guard/work-profile/{id}', () => {
  expect(workProfileModes).toEqual({ with_login: 1, with_out_login: 2 });
  expect(`${saveWorkProfile.method} ${saveWorkProfile.path}`).toBe('PATCH /guard/work-profile/:id');
});

it('[API-GUARD-17] the call knows the stated keys and no other', () => {
  const stated =
    'id isTravelTo workSpecialities isGoWith vestSize lat lng fullAddress fullAddress2 postalCode country city state landMark isType';
  const { fields } = saveWorkProfile.input.describe() as unknown as { fields: object };
  expect(Object.keys(fields).sort()).toEqual(stated.split(' ').sort());
});
