import type { Input } from '@portal/contracts/_kernel/endpoint';
import { profile, saveWorkProfile } from '@portal/contracts/guards/guards.endpoints';
import type { updateGuard } from '@portal/contracts/guards/guards.registration.endpoints';
import { listSpecialities } from '@portal/contracts/specialities/specialities.endpoints';
import { makePicture } from '../../../test/pictures';
import { registrationCalls } from '../../../test/registrations';
import { type TestGuard, testApi } from '../../../test/test-api';

const api = testApi();
let guards: [TestGuard, TestGuard];
let kit: ReturnType<typeof registrationCalls>;
let specialities: { id: string; name: string }[];

const ada = {
  ...{ firstName: 'Ada', middleName: 'May', lastName: 'Marsh', dob: '1990-05-17', mobileNumber: '4165550161' },
  ...{ licenseNumber: '7654321', securityRegistrationNumber: '7654321', securityRegistrationExpiryDate: '2029-01-31' },
};
const bea = {
  ...{ firstName: 'Bea', middleName: 'Lou', lastName: 'Holt', dob: '1985-12-09', mobileNumber: '6475550162' },
  ...{ licenseNumber: '23456789', securityRegistrationNumber: '23456789', securityRegistrationExpiryDate: '2031-06-30' },
};
const acme = { employerName: 'Acme', projectName: 'Night guard', from: '2019-01-01', to: '2020-12-31' };
const north = { employerName: 'Northern Shield', projectName: 'Site lead', from: '2015-02-03', to: '2018-04-05' };
const harbour = { employerName: 'Harbour Watch', projectName: 'Dispatcher', from: '2021-03-01', to: '2023-08-31' };
const ownCar = {
  ...{ isTravelTo: 40, isGoWith: 1, vestSize: 2, isType: 2, lat: 43.9, lng: -78.86, fullAddress: '12 King St W', fullAddress2: 'Unit 4' },
  ...{ postalCode: 'L1H1A1', country: 'Canada', city: 'Oshawa', state: 'Ontario', landMark: 'City Hall' },
};
const byBus = {
  ...{ isTravelTo: 75, isGoWith: 2, vestSize: 4, isType: 2, lat: 45.42, lng: -75.7, fullAddress: '9 Rideau St', fullAddress2: 'Rear' },
  ...{ postalCode: 'K1N8S7', country: 'Canada', city: 'Ottawa', state: 'Ontario', landMark: 'The locks' },
};
const named = (at: number) => specialities[at] as { id: string; name: string };

/** Two guards who differ in every field below, each as they filled it in; one has two documents and two employers. */
beforeAll(async () => {
  kit = registrationCalls(api);
  guards = [await api.guard({ step: 'registration' }), await api.guard({ step: 'registration' })];
  const [one, other] = guards;
  specialities = (await api.call(listSpecialities, {}, one)).data;
  const save = async (by: TestGuard, over: Partial<Input<typeof updateGuard>>) => expect((await kit.save(by, over)).code).toBe(200);
  await save(one, {
    ...ada,
    identityDocuments: [
      await kit.document({ idType: 'Canadian passport', idNumber: 'AB123456', file: await makePicture({ width: 31 }, 'passport.png') }),
      await kit.document({ idType: 'Other', idNumber: 'N77', file: await makePicture({ width: 32 }, 'card.png') }),
    ],
    employmentDetails: [
      { ...acme, speciality: named(3).id },
      { ...north, speciality: named(1).id },
    ],
  });
  await save(other, {
    ...bea,
    identityDocuments: [
      await kit.document({ idType: 'Drivers license', idNumber: 'K12-34.5', file: await makePicture({ width: 33 }, 'front.png') }),
    ],
    employmentDetails: [{ ...harbour, speciality: named(2).id }],
  });
  const work = async (by: TestGuard, over: Omit<Input<typeof saveWorkProfile>, 'id'>) =>
    expect((await api.call(saveWorkProfile, { id: by.id, ...over }, by)).code).toBe(200);
  await work(one, { ...ownCar, workSpecialities: [named(4).id] });
  await work(other, { ...byBus, workSpecialities: [named(0).id] });
});

const seen = async () => [await kit.seen(guards[0]), await kit.seen(guards[1])] as const;
const fields = <Of extends object, Key extends keyof Of>(of: Of, ...keys: Key[]) => Object.fromEntries(keys.map((key) => [key, of[key]]));

it.each<[string, object, object]>([
  ['DATA-GUARD-02', fields(ada, 'firstName', 'middleName', 'lastName'), fields(bea, 'firstName', 'middleName', 'lastName')],
  ['DATA-GUARD-04', { mobileNumber: '4165550161' }, { mobileNumber: '6475550162' }],
  ['DATA-GUARD-05', { dob: '1990-05-17' }, { dob: '1985-12-09' }],
  ['DATA-GUARD-08', { licenseNumber: '7654321' }, { licenseNumber: '23456789' }],
  ['DATA-GUARD-09', { securityRegistrationNumber: '7654321' }, { securityRegistrationNumber: '23456789' }],
  ['DATA-GUARD-11', { securityRegistrationExpiryDate: '2029-01-31' }, { securityRegistrationExpiryDate: '2031-06-30' }],
  ['DATA-GUARD-19', { employmentDetails: [acme, north] }, { employmentDetails: [harbour] }],
  ['DATA-GUARD-20', fields(ownCar, 'isGoWith', 'vestSize', 'isTravelTo'), fields(byBus, 'isGoWith', 'vestSize', 'isTravelTo')],
  ['DATA-GUARD-21', { lat: 43.9, lng: -78.86 }, { lat: 45.42, lng: -75.7 }],
  [
    'DATA-ACCT-04',
    { employmentDetails: [{ employerName: 'Acme' }, { employerName: 'Northern Shield' }] },
    { employmentDetails: [{ employerName: 'Harbour Watch' }] },
  ],
])('[%s] of two guards one has %j, the other %j', async (_id, one, other) => expect(await seen()).toMatchObject([one, other]));

it('[DATA-GUARD-17, DATA-ACCT-01] each identity document has its own type, number, picture and file name', async () => {
  const [one, other] = await seen();
  const documents = [...one.identityDocuments, ...other.identityDocuments];
  expect(documents).toMatchObject([
    { idType: 'Canadian passport', idNumber: 'AB123456', fileName: 'passport.png' },
    { idType: 'Other', idNumber: 'N77', fileName: 'card.png' },
    { idType: 'Drivers license', idNumber: 'K12-34.5', fileName: 'front.png' },
  ]);
  const owners = [guards[0], guards[0], guards[1]] as const;
  const widths = documents.map(async ({ idProof }, at) => (await kit.stored(idProof, owners[at] as TestGuard)).width);
  expect(await Promise.all(widths)).toEqual([31, 32, 33]);
});

it('[API-GUARD-25, DATA-ACCT-07] each previous employer is read with the guard by id, under a speciality of the one list', async () => {
  expect([profile, listSpecialities]).toMatchObject([
    { method: 'GET', path: '/guard/profile/:id' },
    { method: 'GET', path: '/speciality/guard/list' },
  ]);
  expect((await seen()).map(({ employmentDetails }) => employmentDetails)).toEqual([
    [
      { ...acme, speciality: named(3) },
      { ...north, speciality: named(1) },
    ],
    [{ ...harbour, speciality: named(2) }],
  ]);
});
