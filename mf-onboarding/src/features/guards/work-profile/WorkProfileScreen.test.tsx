import 'fake-indexeddb/auto';
import type { Guard } from '@portal/contracts/_kernel/guard';
import { saveWorkProfile } from '@portal/contracts/guards/guards.endpoints';
import { lookupPlaces, type Place } from '@portal/contracts/places/places.endpoints';
import { listSpecialities } from '@portal/contracts/specialities/specialities.endpoints';
import { guard, guardAt } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { WorkProfileScreen } from './WorkProfileScreen';

const specialities = [
  { id: mockId(90), name: 'Events' },
  { id: mockId(91), name: 'Bank' },
];
const oshawa: Place = {
  label: 'Oshawa, Ontario L1H',
  city: 'Oshawa',
  state: 'Ontario',
  country: 'Canada',
  postalCode: 'L1H',
  lat: 43.9,
  lng: -78.86,
};
/** A suggestion above the picked one. */
const brandon: Place = {
  ...{ label: 'Brandon, Manitoba R7A', city: 'Brandon', state: 'Manitoba', country: 'Elsewhere', postalCode: 'R7A' },
  ...{ lat: 49.8, lng: -99.9 },
};
const unsaid = ['isTravelTo', 'isGoWith', 'vestSize', 'fullAddress', 'postalCode', 'city', 'state', 'country', 'lat', 'lng'] as const;
const blank: Partial<Guard> = Object.fromEntries(unsaid.map((name) => [name, null]));
// jsdom has no structuredClone; the draft has plain values here.
globalThis.structuredClone ??= (value: unknown) => JSON.parse(JSON.stringify(value));

/** A new guard for each test, because drafts are stored per guard. */
let newcomer: Guard;
let number = 1000;
const resident = (over: Partial<Guard> = {}) => guard({ id: mockId(++number), ...over });
beforeEach(() => {
  newcomer = guard({ ...blank, id: mockId(++number), workSpecialities: [], status: 0, fullAddress2: 'Unit 4' });
});

async function open({ who = newcomer, isShow = 'with_out_login', session = {} }: { who?: Guard; isShow?: string; session?: object } = {}) {
  const listed = mockEndpoint(listSpecialities, specialities);
  const path = `/work-profile/${who.id}?isShow=${isShow}`;
  const shown = renderScreen(<WorkProfileScreen />, { path, route: '/work-profile/:id', guard: who, portal: { session } });
  await screen.findByRole('group', { name: 'Specialities' });
  return { listed, ...shown };
}
const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
const box = (name: string) => screen.getByRole('textbox', { name });
const address = () => screen.getByRole('combobox', { name: 'Address' });
const save = () => screen.getByRole('button', { name: 'Save work profile' });
type User = Awaited<ReturnType<typeof open>>['user'];

async function fill(user: User) {
  fireEvent.change(screen.getByRole('slider'), { target: { value: '40' } });
  await user.click(screen.getByRole('radio', { name: 'Public transport' }));
  await user.click(screen.getByRole('radio', { name: 'XL' }));
  fireEvent.change(address(), { target: { value: '12 King St W, Osh' } });
  await user.click(await screen.findByRole('option', { name: oshawa.label }));
  await user.click(screen.getByRole('checkbox', { name: 'Bank' }));
}

it('[WORKPROFILE-03, WORKPROFILE-04, WORKPROFILE-05, WORKPROFILE-06] has a slider of 0 to 75 km, the ways to commute and the vest sizes', async () => {
  await open();
  const slider = screen.getByRole('slider', { name: /willing to travel/ });
  expect([slider.getAttribute('min'), slider.getAttribute('max')]).toEqual(['0', '75']);
  const kilometres = screen.getByRole('spinbutton', { name: /willing to travel.*km/ });
  expect(kilometres).toHaveValue(0);
  for (const [typed, taken] of [
    ['90', 75],
    ['-3', 0],
  ] as const) {
    fireEvent.change(kilometres, { target: { value: typed } });
    fireEvent.blur(kilometres);
    expect([slider, kilometres].map((one) => Number((one as HTMLInputElement).value))).toEqual([taken, taken]);
  }
  const options = (name: string) =>
    within(screen.getByRole('group', { name }))
      .getAllByRole('radio')
      .map((radio) => radio.closest('label')?.textContent);
  expect(options('How do you get to work?')).toEqual(['Own vehicle', 'Public transport']);
  expect(options('Vest size')).toEqual(['Medium', 'Large', 'XL']);
});

it('[WORKPROFILE-07, WORKPROFILE-08, WORKPROFILE-09, WORKPROFILE-10] has an address with suggestions, postal code, city and state', async () => {
  await open();
  expect(address()).toHaveAttribute('aria-autocomplete', 'list');
  for (const name of ['Postal code', 'City', 'State (province)']) expect(box(name)).toBeVisible();
});

it('[WORKPROFILE-11, WORKPROFILE-27] offers the specialities that the call lists', async () => {
  const { listed } = await open();
  const group = within(screen.getByRole('group', { name: 'Specialities' }));
  expect(group.getAllByRole('checkbox').map((one) => one.closest('label')?.textContent)).toEqual(['Events', 'Bank']);
  expect(listed.calls).toEqual([{}]);
  expect(listSpecialities).toMatchObject({ method: 'GET', path: '/speciality/guard/list' });
});

it.each([
  ['WORKPROFILE-12', 'Please select willing to travel', () => screen.getByRole('group', { name: 'How far are you willing to travel?' })],
  ['WORKPROFILE-13', 'Please select tranpotation', () => screen.getByRole('group', { name: 'How do you get to work?' })],
  ['WORKPROFILE-14', 'Please select vest size', () => screen.getByRole('group', { name: 'Vest size' })],
  ['WORKPROFILE-15', 'Please select Address', address],
  ['WORKPROFILE-16', 'Please enter postal code', () => box('Postal code')],
  ['WORKPROFILE-18', 'Please enter city', () => box('City')],
  ['WORKPROFILE-19', 'Please enter state', () => box('State (province)')],
  ['WORKPROFILE-20', 'Please select specialities', () => screen.getByRole('group', { name: 'Specialities' })],
])('[%s] an empty form shows %j at its field and in the summary, without a call', async (_id, message, control) => {
  const { user, portal } = await open();
  await user.click(save());
  expect(control()).toHaveAccessibleDescription(expect.stringContaining(message));
  expect(screen.getAllByText(message)).toHaveLength(2);
  expect(within(screen.getByRole('alert')).getAllByRole('link')).toHaveLength(8);
  expect(portal.writes).toEqual([]);
  expect(screen.getByRole('slider')).toHaveFocus();
});

it('[WORKPROFILE-07, WORKPROFILE-22, WORKPROFILE-23, WORKPROFILE-25] picking an address fills city, province and postal code; the street stays as typed', async () => {
  mockEndpoint(lookupPlaces, { street: '12 King St W', places: [brandon, { ...oshawa, state: 'Quebec', postalCode: 'L1 H 1A1' }] });
  const { user } = await open();
  fireEvent.change(address(), { target: { value: '12 King St W, Osh' } });
  await user.click(await screen.findByRole('option', { name: oshawa.label }));
  expect(address()).toHaveValue('12 King St W');
  expect([box('City'), box('State (province)'), box('Postal code')].map((one) => (one as HTMLInputElement).value)).toEqual([
    'Oshawa',
    'Quebec',
    'L1H1A1',
  ]);
});

it('[WORKPROFILE-24, WORKPROFILE-26, WORKPROFILE-28, API-GUARD-17] saving sends every stated key, with country and position of the picked address', async () => {
  mockEndpoint(lookupPlaces, { street: '12 King St W', places: [brandon, { ...oshawa, postalCode: 'L1H1A1', country: 'CANADA' }] });
  const saved = mockEndpoint(saveWorkProfile, null);
  const { user } = await open();
  await fill(user);
  await user.click(save());
  await waitFor(() => expect(saved.calls).toHaveLength(1));
  expect(saved.calls[0]).toEqual({
    id: newcomer.id,
    isTravelTo: 40,
    isGoWith: 2,
    vestSize: 4,
    fullAddress: '12 King St W',
    fullAddress2: 'Unit 4',
    landMark: '',
    postalCode: 'L1H1A1',
    city: 'Oshawa',
    state: 'Ontario',
    country: 'CANADA',
    lat: 43.9,
    lng: -78.86,
    workSpecialities: [mockId(91)],
    isType: 2,
  });
});

it.each([
  ['CODE-01, CODE-05', 'Public transport', 'XL', { isGoWith: 2, vestSize: 4 }],
  ['CODE-02, CODE-03', 'Own vehicle', 'Medium', { isGoWith: 1, vestSize: 2 }],
  ['CODE-02, CODE-04', 'Own vehicle', 'Large', { isGoWith: 1, vestSize: 3 }],
])('[%s] %s and %s are sent as %j', async (_id, way, vest, codes) => {
  mockEndpoint(lookupPlaces, { street: '12 King St W', places: [{ ...oshawa, postalCode: 'L1H1A1' }] });
  const saved = mockEndpoint(saveWorkProfile, null);
  const { user } = await open();
  await fill(user);
  for (const name of [way, vest]) await user.click(screen.getByRole('radio', { name }));
  await user.click(save());
  await waitFor(() => expect(saved.calls).toMatchObject([codes]));
});

it('[WORKPROFILE-08, WORKPROFILE-09, WORKPROFILE-10] sends input after the pick without a position, which the server finds', async () => {
  mockEndpoint(lookupPlaces, { street: '12 King St W', places: [oshawa] });
  const saved = mockEndpoint(saveWorkProfile, null);
  const { user } = await open();
  await fill(user);
  await user.type(box('Postal code'), '{End} 1a1');
  await user.tab();
  expect(box('Postal code')).toHaveValue('L1H1A1');
  await user.type(box('City'), ' East');
  await user.type(box('State (province)'), ' (ON)');
  await user.click(save());
  await waitFor(() => expect(saved.calls).toHaveLength(1));
  expect(saved.calls[0]).toMatchObject({ postalCode: 'L1H1A1', city: 'Oshawa East', state: 'Ontario (ON)' });
  expect([saved.calls[0]?.lat, saved.calls[0]?.lng]).toEqual([undefined, undefined]);
});

it.each([
  ['Address', true],
  ['Postal code', true],
  ['City', true],
  ['Postal code', false],
  ['City', false],
])('%s, filled in without an event (by an extension: %p), is sent without the previous position', async (label, isExtension) => {
  mockEndpoint(lookupPlaces, { street: '12 King St W', places: [{ ...oshawa, postalCode: 'L1H1A1' }] });
  const saved = mockEndpoint(saveWorkProfile, null);
  const { user } = await open();
  await fill(user);
  const control = screen.getByLabelText<HTMLInputElement>(label);
  // React sees values that the page's own script sets, but not values that an extension sets.
  if (isExtension) setValue?.call(control, 'K1A0B1');
  else control.value = 'K1A0B1';
  await user.click(save());
  await waitFor(() => expect(saved.calls).toHaveLength(1));
  expect(Object.values(saved.calls[0] ?? {})).toContain('K1A0B1');
  expect([saved.calls[0]?.lat, saved.calls[0]?.lng]).toEqual([undefined, undefined]);
});

it.each([
  ['WORKPROFILE-01, WORKPROFILE-30, THANKYOU-01', 'with_out_login', 2, '/thankYou?isLicense=full'],
  ['WORKPROFILE-30', '', 2, '/thankYou?isLicense=full'],
  ['WORKPROFILE-30', 'another', 2, '/thankYou?isLicense=full'],
  ['WORKPROFILE-01, WORKPROFILE-29', 'with_login', 1, '/guard/myprofile/:id'],
])('[%s, API-GUARD-24/1] opened %s a success (isType %i) opens %s', async (_id, isShow, isType, pattern) => {
  const to = pattern.replace(':id', newcomer.id);
  mockEndpoint(lookupPlaces, { street: '12 King St W', places: [oshawa] });
  const saved = mockEndpoint(saveWorkProfile, null);
  const updates: Guard[] = [];
  const { user, portal } = await open({ isShow, session: { update: (latest: Guard) => void updates.push(latest) } });
  await fill(user);
  await user.click(save());
  await waitFor(() => expect(portal.navigations).toEqual([{ to, replace: true, state: undefined }]));
  expect(saved.calls[0]).toMatchObject({ isType, lat: 43.9, lng: -78.86, country: 'Canada' });
  expect(updates).toEqual([expect.objectContaining({ city: 'Oshawa', workSpecialities: [specialities[1]] })]);
});

const NOT_SAVED = 'Your work profile was not saved. What you entered is still here; please try again.';

it.each([
  [{ code: 0, message: 'No answer' }, NOT_SAVED],
  [{ code: 400, message: 'Not like this.' }, NOT_SAVED],
  [{ code: 409, message: 'Not now.' }, NOT_SAVED],
  [{ code: 500, message: 'Oops' }, NOT_SAVED],
])(
  '[WORKPROFILE-31/1, WORKPROFILE-31/2] the failure %j is one quiet line, the input stays, the button works again',
  async (failure, line) => {
    const saved = mockEndpoint(saveWorkProfile, fails(failure));
    mockEndpoint(lookupPlaces, { street: '', places: [{ ...oshawa, city: 'Toronto East' }] });
    const { user, portal } = await open({ who: resident() });
    await user.type(box('City'), ' East');
    await user.click(screen.getByRole('radio', { name: 'XL' }));
    await user.click(save());
    expect(await screen.findByText(line)).toBeVisible();
    expect([portal.toasts, portal.navigations]).toEqual([[], []]);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(box('City')).toHaveValue('Toronto East');
    expect(screen.getByRole('radio', { name: 'XL' })).toBeChecked();
    expect(save()).toBeEnabled();
    await user.click(save());
    await waitFor(() => expect(saved.calls).toHaveLength(2));
  },
);

it('shows the guard’s values, and a link back', async () => {
  await open({ who: resident({ postalCode: 'M5H 2N2' }), isShow: 'with_login' });
  expect(screen.getByRole('slider')).toHaveValue('25');
  expect(box('Postal code')).toHaveValue('M5H2N2');
  expect(screen.queryByRole('navigation', { name: 'Onboarding' })).toBeNull();
  expect(screen.getByRole('link', { name: /your registration/ })).toHaveAttribute('href', `/review/${mockId(number)}?status=loggedin`);
});

it('[ROUTING-13/2, ROUTING-13/3, SHELL-42/3] in the onboarding the stepper and the work profile link to the review', async () => {
  await open({ who: guardAt['work-profile']() });
  const review = `/review/${guard().id}`;
  expect(within(screen.getByRole('navigation', { name: 'Onboarding' })).getByRole('link')).toHaveAttribute('href', review);
  expect(screen.getByRole('link', { name: /Previous step/ })).toHaveAttribute('href', review);
});
