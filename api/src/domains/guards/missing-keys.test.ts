import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import type { Guard } from '@portal/contracts/_kernel/guard';
import { saveWorkProfile } from '@portal/contracts/guards/guards.endpoints';
import { updateGuardInput } from '@portal/contracts/guards/guards.registration';
import { updateGuard } from '@portal/contracts/guards/guards.registration.endpoints';
import { workProfileInput } from '@portal/contracts/guards/guards.work-profile';
import { makePicture } from '../../../test/pictures';
import { registrationCalls, registrationOf } from '../../../test/registrations';
import { type TestGuard, testApi } from '../../../test/test-api';

const api = testApi();
let kit: ReturnType<typeof registrationCalls>;
let guard: TestGuard;
let before: Guard;

/** As a build that does not know some keys sends it. */
const send = <In>({ always: _always, ...endpoint }: Endpoint<In, unknown>, input: unknown) =>
  api.call(endpoint as Endpoint<never, unknown>, input as never, { token: guard.token });
const workProfile = () => ({
  ...{ id: guard.id, isType: 1, isTravelTo: 40, isGoWith: 2, vestSize: 4, lat: 43.9, lng: -78.86, fullAddress: '12 King St W' },
  ...{ fullAddress2: 'Unit 4', postalCode: 'L1H1A1', country: 'Canada', city: 'Oshawa', state: 'Ontario', landMark: 'City Hall' },
  workSpecialities: before.workSpecialities.map(({ id }) => id),
});
const registration = async () => ({
  ...(await registrationOf(guard.id, { profileUpdate: 'second', email: undefined, mobileNumber: undefined })),
  ...{ profileImage: before.profileImage, securityRegistrationDocument: before.securityRegistrationDocument },
  identityDocuments: before.identityDocuments,
});
const without = (input: object, key: string) => Object.fromEntries(Object.entries(input).filter(([name]) => name !== key));
const stored = async (key: string) => (await kit.seen(guard))[key as keyof Guard];

beforeAll(async () => {
  kit = registrationCalls(api);
  guard = await api.guard();
  await kit.edit(guard, { profileImage: await makePicture({}, 'me.png') });
  before = await kit.seen(guard);
  await send(saveWorkProfile, workProfile());
  before = await kit.seen(guard);
});

const stores = (keys: string[], ...others: string[]) => keys.filter((key) => !others.includes(key));

it.each(stores(Object.keys(updateGuardInput.fields), 'id', 'profileUpdate'))(
  'a save of the registration without the key %s does not change the stored value',
  async (key) => {
    expect(before[key as keyof Guard]).not.toBeNull();
    await send(updateGuard, without(await registration(), key));
    expect(await stored(key)).toEqual(before[key as keyof Guard]);
  },
);

// `lat` and `lng` are excluded: without them a new address has no position.
it.each(stores(Object.keys(workProfileInput.fields), 'id', 'isType', 'lat', 'lng'))(
  'a save of the work profile without the key %s does not change the stored value',
  async (key) => {
    expect(before[key as keyof Guard]).not.toBeNull();
    await send(saveWorkProfile, without(workProfile(), key));
    expect(await stored(key)).toEqual(before[key as keyof Guard]);
  },
);

it.each(['', '  ', null])('%j clears a stored value', async (empty) => {
  expect((await send(updateGuard, { ...(await registration()), middleName: empty })).code).toBe(200);
  expect((await send(saveWorkProfile, { ...workProfile(), fullAddress2: empty, country: empty, landMark: empty })).code).toBe(200);
  expect(await kit.seen(guard)).toMatchObject({ middleName: null, fullAddress2: null, country: null, landMark: null });
  await send(updateGuard, await registration());
  await send(saveWorkProfile, workProfile());
  expect(await kit.seen(guard)).toMatchObject({ middleName: 'May', fullAddress2: 'Unit 4', country: 'Canada', landMark: 'City Hall' });
});
