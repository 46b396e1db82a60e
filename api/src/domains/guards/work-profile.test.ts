import type { Input } from '@portal/contracts/_kernel/endpoint';
import { profile, saveWorkProfile } from '@portal/contracts/guards/guards.endpoints';
import { listSpecialities } from '@portal/contracts/specialities/specialities.endpoints';
import { type TestGuard, testApi } from '../../../test/test-api';

const api = testApi();
let pending: TestGuard;
let approved: TestGuard;
let offered: { id: string; name: string }[];
let specialities: string[];

beforeAll(async () => {
  pending = await api.guard({ step: 'work-profile' });
  approved = await api.guard();
  const { data } = await api.call(listSpecialities, {}, { token: pending.token });
  offered = [...data];
  specialities = data.map(({ id }) => id);
});

type Sent = Input<typeof saveWorkProfile>;
const typed = (over: Partial<Sent> = {}): Sent => ({
  id: approved.id,
  isTravelTo: 40,
  workSpecialities: specialities.slice(0, 2),
  isGoWith: 2,
  vestSize: 4,
  lat: 43.9,
  lng: -78.86,
  fullAddress: '12 King St W',
  fullAddress2: 'Unit 4',
  postalCode: 'l1h 1a1',
  country: 'Canada',
  city: 'Oshawa',
  state: 'Ontario',
  landMark: 'City Hall',
  isType: 1,
  ...over,
});
const save = (over: Partial<Sent> = {}, { token } = approved) => api.call(saveWorkProfile, typed(over), { token });
const seen = async ({ id, token }: TestGuard = approved) => (await api.call(profile, { id }, { token })).data.guard;

it('[API-GUARD-17, API-GUARD-18, DATA-GUARD-18, DATA-GUARD-20] takes every stated key, replies code 200 and stores them', async () => {
  expect(await save()).toMatchObject({ status: 200, code: 200 });
  expect(await seen()).toMatchObject({
    isTravelTo: 40,
    isGoWith: 2,
    vestSize: 4,
    lat: 43.9,
    lng: -78.86,
    fullAddress: '12 King St W',
    fullAddress2: 'Unit 4',
    postalCode: 'L1H1A1',
    country: 'Canada',
    city: 'Oshawa',
    state: 'Ontario',
    landMark: 'City Hall',
  });
  const { workSpecialities } = await seen();
  expect(workSpecialities).toHaveLength(2);
  expect(workSpecialities).toEqual(expect.arrayContaining(offered.slice(0, 2)));
  expect(saveWorkProfile).toMatchObject({ method: 'PATCH', path: '/guard/work-profile/:id' });
});

it('[WORKPROFILE-17] a postal code of seven characters is stored, one of eight is refused at its field', async () => {
  expect((await save({ postalCode: 'M5H2N2A' })).code).toBe(200);
  expect(await save({ postalCode: 'M5H2N2AB' })).toMatchObject({
    code: 400,
    errors: { postalCode: 'A postal code has at most 7 characters' },
  });
  expect((await seen()).postalCode).toBe('M5H2N2A');
});

it.each([
  [0, 'Please select willing to travel'],
  [76, 'At most 75 km'],
])('[WORKPROFILE-04] a distance of %i km is refused at its field, and the one before is kept', async (isTravelTo, message) => {
  expect((await save({ isTravelTo: 75 })).code).toBe(200);
  expect(await save({ isTravelTo })).toMatchObject({ code: 400, errors: { isTravelTo: message } });
  expect((await seen()).isTravelTo).toBe(75);
});

it.each<[string, Partial<Sent>, string]>([
  ['WORKPROFILE-14', { vestSize: '' as never }, 'Please select vest size'],
  ['WORKPROFILE-18', { city: ' ' }, 'Please enter city'],
  ['WORKPROFILE-19', { state: ' ' }, 'Please enter state'],
  ['WORKPROFILE-20', { workSpecialities: [] }, 'Please select specialities'],
])('[%s] %j is refused at its field, and nothing is stored', async (_id, over, message) => {
  const before = await seen();
  const [field = ''] = Object.keys(over);
  expect(await save({ ...over, landMark: 'Elsewhere' })).toMatchObject({ code: 400, errors: { [field]: message } });
  expect(await seen()).toEqual(before);
});

it('[API-GUARD-24/1] isType is 1 or 2 and nothing else', async () => {
  expect((await save({ isType: 2 })).code).toBe(200);
  expect(await save({ isType: 3 })).toMatchObject({ code: 400, errors: { isType: expect.any(String) } });
  expect(await save({ isType: undefined as never })).toMatchObject({ code: 400, errors: { isType: expect.any(String) } });
});

it('a guard at this step then waits for approval, and cannot save it again', async () => {
  expect((await save({ id: pending.id, isType: 2 }, pending)).code).toBe(200);
  expect((await seen(pending)).workSpecialities).toHaveLength(2);
  expect(await save({ id: pending.id }, pending)).toMatchObject({
    code: 403,
    data: { step: 'approval', nextStep: '/thankYou?isLicense=full' },
  });
});

it.each(['licence', 'privacy', 'terms', 'agreement', 'otp', 'registration'] as const)(
  'is refused at the earlier step %s with that step',
  async (step) => {
    const early = await api.guard({ step });
    expect(await save({ id: early.id }, early)).toMatchObject({ code: 403, data: { step } });
    expect((await seen(early)).workSpecialities).toEqual([]);
  },
);

it("[API-GUARD-17] refuses another guard's id and stores nothing", async () => {
  const other = await api.guard();
  const before = await seen(other);
  expect((await save({ id: other.id, city: 'Elsewhere' })).code).toBe(403);
  expect(await seen(other)).toEqual(before);
});

it('[DATA-GUARD-18] replaces the specialities; an unknown one changes nothing', async () => {
  await save({ workSpecialities: specialities.slice(0, 3) });
  await save({ workSpecialities: [specialities[4] ?? '', specialities[4] ?? ''] });
  expect((await seen()).workSpecialities).toEqual([offered[4]]);
  const before = await seen();
  const unknown = '00000000-0000-4000-8000-000000000001';
  expect(await save({ workSpecialities: [specialities[0] ?? '', unknown], city: 'Elsewhere' })).toMatchObject({
    code: 400,
    errors: { workSpecialities: expect.stringContaining('no longer offered') },
  });
  expect(await seen()).toEqual(before);
});

it.each([
  ['its postal area', { postalCode: 'L1H1A1', city: 'Nowhere' }, true],
  ['its city', { postalCode: 'X0X', city: 'oshawa' }, true],
  ['nothing', { postalCode: 'X0X', city: 'Nowhere' }, false],
])('an address typed by hand is placed by %s', async (_, address, isPlaced) => {
  await save({ ...address, lat: undefined, lng: undefined });
  const { lat, lng, city, state } = await seen();
  expect([lat !== null, lng !== null]).toEqual([isPlaced, isPlaced]);
  expect([city, state]).toEqual([address.city, 'Ontario']);
});

it('two concurrent saves leave one of them whole', async () => {
  const [a, b] = [specialities.slice(0, 4), specialities.slice(4, 6)];
  const replies = await Promise.all([save({ city: 'A', workSpecialities: a }), save({ city: 'B', workSpecialities: b })]);
  expect(replies.map(({ code }) => code)).toEqual([200, 200]);
  const { city, workSpecialities } = await seen();
  expect(workSpecialities).toHaveLength(city === 'A' ? 4 : 2);
});
