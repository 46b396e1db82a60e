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

/** The first message of each invalid field. */
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

it('reads a valid form', () => {
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
])('[%s] refuses %j with the stated text', (_id, over, field, message) => expect(problems(over)).toEqual({ [field]: message }));

it('reports all invalid fields together', () => {
  const nothing = { isTravelTo: null, isGoWith: null, vestSize: null, fullAddress: null, postalCode: '', city: null, state: null };
  expect(Object.keys(problems({ ...nothing, workSpecialities: undefined }))).toHaveLength(8);
});

it.each([
  [75, {}],
  [76, { isTravelTo: 'At most 75 km' }],
])('[WORKPROFILE-04] validates a distance of %i km', (isTravelTo, found) => expect(problems({ isTravelTo })).toEqual(found));

it.each(['M5H2N2', 'M5H-2N2', 'M5H2N2A', 'm5h 2 n2', 'L1G'])(
  '[WORKPROFILE-17] accepts a postal code %j of at most 7 characters without its spaces',
  (postalCode) => expect(problems({ postalCode })).toEqual({}),
);

it.each([
  ['[WORKPROFILE-17] of 8 characters', 'M5H2N2AB', 'A postal code has at most 7 characters'],
  ['[WORKPROFILE-17] of 8 characters without its spaces', 'M5H 2N2 AB', 'A postal code has at most 7 characters'],
  ['of signs', '<b>1', 'A postal code has letters and digits, such as M5H2N2'],
])('refuses a postal code %s with its message', (_what, postalCode, message) =>
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

it('has no position for an address that the guard typed', () => expect(problems({ lat: '', lng: null })).toEqual({}));

it('[WORKPROFILE-01] reads two values of isShow, and treats any other as the onboarding', () => {
  expect(Object.keys(workProfileModes)).toEqual(['with_login', 'with_out_login']);
  expect(['with_login', 'with_out_login', 'x', null].map(modeOf)).toEqual([
    'with_login',
    'with_out_login',
    'with_out_login',
    'with_out_login',
  ]);
});

it('[API-GUARD-24/1, API-GUARD-24/2] sends isType 1 with login and 2 without to PATCH /guard/work-profile/{id}', () => {
  expect(workProfileModes).toEqual({ with_login: 1, with_out_login: 2 });
  expect(`${saveWorkProfile.method} ${saveWorkProfile.path}`).toBe('PATCH /guard/work-profile/:id');
});

it('[API-GUARD-17] sends the stated keys and no other', () => {
  const stated =
    'id isTravelTo workSpecialities isGoWith vestSize lat lng fullAddress fullAddress2 postalCode country city state landMark isType';
  const { fields } = saveWorkProfile.input.describe() as unknown as { fields: object };
  expect(Object.keys(fields).sort()).toEqual(stated.split(' ').sort());
});
