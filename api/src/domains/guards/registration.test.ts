import { registrationMessages } from '@portal/contracts/guards/guards.registration';
import { updateGuard, updateProfile } from '@portal/contracts/guards/guards.registration.endpoints';
import { nextStep } from '@portal/contracts/onboarding/onboarding.rules';
import { listSpecialities } from '@portal/contracts/specialities/specialities.endpoints';
import { makePicture } from '../../../test/pictures';
import { registrationCalls, registrationOf } from '../../../test/registrations';
import { type TestGuard, testApi } from '../../../test/test-api';

const api = testApi();
let pending: TestGuard;
let kit: ReturnType<typeof registrationCalls>;
beforeAll(async () => {
  kit = registrationCalls(api);
});
beforeEach(async () => {
  pending = await api.guard({ step: 'registration' });
});

describe('a registration', () => {
  it('[API-GUARD-07, API-GUARD-14, REG-46, EDITPROFILE-33/1] is a multipart PATCH that replies data.id and a message', async () => {
    const reply = await kit.save(pending);
    expect(`${updateGuard.method} ${updateGuard.path} ${updateGuard.body}`).toBe('PATCH /guard/auth/update-guard/:id multipart');
    expect(reply).toMatchObject({ status: 200, code: 200, data: { id: pending.id }, message: 'Your details are saved.' });
    const json = await api.request(`/v1/guard/auth/update-guard/${pending.id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${pending.token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(json.status).toBe(415);
  });

  it('[API-GUARD-08] takes firstName, middleName, lastName, mobileNumber, dob and email', async () => {
    const personal = {
      firstName: 'Grace',
      middleName: 'Bea Cee',
      lastName: 'Hall',
      dob: '1985-12-09',
      mobileNumber: '6475551234',
      email: `grace.${pending.id}@example.com`,
    };
    await kit.save(pending, personal);
    expect(await kit.seen(pending)).toMatchObject(personal);
  });

  it('[API-GUARD-09, REG-52/1] takes the licence image, its expiry and its one number under both keys', async () => {
    await kit.save(pending, {
      licenseNumber: '123456',
      securityRegistrationNumber: '123456',
      securityRegistrationExpiryDate: '2031-05-06',
    });
    const { securityRegistrationDocument, ...rest } = await kit.seen(pending);
    expect(rest).toMatchObject({
      licenseNumber: '123456',
      securityRegistrationNumber: '123456',
      securityRegistrationExpiryDate: '2031-05-06',
    });
    expect(await kit.preview(securityRegistrationDocument, pending)).toBe(200);
  });

  it.each(['12345', '12345678901', '12345a'])(
    '[REG-52/2, SHARED-06] refuses the licence number %s at its field, and keeps the old one',
    async (number) => {
      const before = (await kit.seen(pending)).licenseNumber;
      const reply = await kit.save(pending, { licenseNumber: number, securityRegistrationNumber: number });
      expect(reply).toMatchObject({ code: 400, errors: { licenseNumber: 'Enter valid security guard license number' } });
      expect((await kit.seen(pending)).licenseNumber).toBe(before);
    },
  );

  it('[REG-52/1, REG-52/2, API-GUARD-09] takes a licence number of 10 digits, and refuses another one under the second key', async () => {
    const licenseNumber = '1234567890';
    const two = await kit.save(pending, { licenseNumber, securityRegistrationNumber: '1234567891' });
    expect(two).toMatchObject({ code: 400, errors: { securityRegistrationNumber: registrationMessages.oneNumber } });
    expect((await kit.save(pending, { licenseNumber, securityRegistrationNumber: licenseNumber })).code).toBe(200);
    expect(await kit.seen(pending)).toMatchObject({ licenseNumber, securityRegistrationNumber: licenseNumber });
  });

  it.each(['first', 'second'] as const)(
    '[REG-44] one document must remain: an empty list is refused as the %s update',
    async (profileUpdate) => {
      await kit.save(pending);
      const { identityDocuments } = await kit.seen(pending);
      const reply = await kit.save(pending, { profileUpdate, identityDocuments: [] });
      expect(reply).toMatchObject({ code: 400, errors: { identityDocuments: registrationMessages.oneDocument } });
      expect(identityDocuments).toHaveLength(1);
      expect((await kit.seen(pending)).identityDocuments).toEqual(identityDocuments);
    },
  );

  it('[API-GUARD-10, CODE-48] takes profileImage and profileUpdate', async () => {
    await kit.save(pending, { profileImage: await makePicture({}, 'me.png'), profileUpdate: 'second' });
    expect(await kit.preview((await kit.seen(pending)).profileImage, pending)).toBe(200);
    expect((await kit.save(pending, { profileUpdate: 'third' as never })).errors).toHaveProperty('profileUpdate');
  });

  it('[API-GUARD-11, API-GUARD-13] takes identityDocuments, each with its file', async () => {
    const [small, large] = [await makePicture({ width: 10, height: 10 }), await makePicture({ width: 30, height: 20 }, 'back of it.png')];
    await kit.save(pending, {
      identityDocuments: [
        await kit.document({ idType: 'Canadian passport', idNumber: 'AB 1', file: small, fileName: 'passport.jpg' }),
        await kit.document({ idType: 'Permanent resident card', idNumber: 'C.2', file: large }),
      ],
    });
    const { identityDocuments } = await kit.seen(pending);
    expect(identityDocuments).toEqual([
      { idType: 'Canadian passport', idNumber: 'AB 1', idProof: expect.stringMatching(/^[0-9a-f]{32}\.png$/), fileName: 'passport.jpg' },
      {
        idType: 'Permanent resident card',
        idNumber: 'C.2',
        idProof: expect.stringMatching(/^[0-9a-f]{32}\.png$/),
        fileName: 'back of it.png',
      },
    ]);
    const widths = await Promise.all(identityDocuments.map(async ({ idProof }) => (await kit.stored(idProof, pending)).width));
    expect(widths).toEqual([10, 30]);
  });

  it('[API-GUARD-12, DATA-GUARD-19, DATA-ACCT-06, DATA-ACCT-07] takes employmentDetails; empty rows are not stored, and the speciality is one of the list', async () => {
    const { data } = await api.call(listSpecialities, {}, { token: pending.token });
    const empty = { employerName: '', projectName: '', from: '', to: '', speciality: '' };
    const row = { employerName: 'Northern Shield', projectName: 'Site lead', from: '2015-01-01', to: '2016-01-01' };
    await kit.save(pending, {
      employmentDetails: [empty, { ...row, speciality: data[2]?.id }, { ...row, from: '', to: '', speciality: undefined }],
    });
    expect((await kit.seen(pending)).employmentDetails).toEqual([
      { ...row, speciality: data[2] },
      { ...row, from: null, to: null, speciality: null },
    ]);
    const unknown = { ...row, speciality: '4a1f8c52-7f6e-4f5f-9f0a-1d7b6c9e2a11' };
    expect((await kit.save(pending, { employmentDetails: [empty, unknown] })).errors).toEqual({
      'employmentDetails[1].speciality': registrationMessages.specialityUnknown,
    });
  });

  it('leads to the work profile', async () => {
    await kit.save(pending);
    expect(nextStep(await kit.seen(pending)).step).toBe('work-profile');
  });

  it('[REG-20, REG-29, REG-31, REG-54] names all failing fields in one reply, by the paths that the form knows', async () => {
    const reply = await kit.save(pending, {
      firstName: '',
      mobileNumber: '1',
      identityDocuments: [await kit.document(), await kit.document({ idNumber: '#', file: undefined })],
      employmentDetails: [{ employerName: 'A', projectName: 'Guard', from: '2019-01-01', to: '2019-01-01', speciality: undefined }],
    });
    expect(reply).toMatchObject({
      status: 400,
      userMessage: 'Please check the marked fields.',
      errors: {
        firstName: 'First name is required',
        mobileNumber: 'Please enter valid Phone Number',
        'identityDocuments[1].idNumber': 'Please enter valid identification number',
        'identityDocuments[1].file': 'Identification file is required',
        'employmentDetails[0].to': 'To Date should be greater than From Date',
      },
    });
    expect((await kit.seen(pending)).identityDocuments).toEqual([]);
  });

  it.each([
    ['SHARED-03', 'email', [`${'a'.repeat(169)}@example.com`], `${'a'.repeat(168)}@example.com`],
    ['SHARED-04', 'firstName', ['A', 'A'.repeat(65)], 'A'.repeat(64)],
    ['SHARED-04', 'lastName', ['M', 'M'.repeat(65)], 'Ma'],
    ['SHARED-05', 'mobileNumber', ['416555012', '41655501234'], '6475550177'],
  ])('[%s] of a %s, %j are refused at its field, %s is kept', async (_id, key, wrong, right) => {
    for (const value of wrong) {
      const { code, errors } = await kit.save(pending, { [key]: value });
      expect([code, Object.keys(errors ?? {})]).toEqual([400, [key]]);
    }
    expect((await kit.save(pending, { [key]: right })).code).toBe(200);
    expect(await kit.seen(pending)).toMatchObject({ [key]: right });
  });

  it('[SHARED-01] computes the age on the day in Toronto', async () => {
    api.clock.set('2027-03-11T03:30:00.000Z');
    expect((await kit.save(pending, { dob: '2009-03-11' })).errors).toEqual({ dob: 'Please enter valid date of birth' });
    expect((await kit.save(pending, { dob: '2009-03-10' })).code).toBe(200);
  });
});

describe('access to a registration', () => {
  it("another guard's id is refused with the message for an unknown one", async () => {
    const other = await api.guard();
    const asked = async (id: string) => api.call(updateGuard, await registrationOf(id), { token: pending.token });
    const [theirs, unknown] = [await asked(other.id), await asked('4a1f8c52-7f6e-4f5f-9f0a-1d7b6c9e2a11')];
    expect(theirs).toMatchObject({ status: 403, data: null });
    expect([theirs.code, theirs.message]).toEqual([unknown.code, unknown.message]);
    expect((await kit.seen(other)).firstName).toBe('Test');
  });

  it.each(['licence', 'privacy', 'terms', 'agreement', 'otp', 'approval'] as const)(
    '[AUTHZ-10/4] a guard at the step %s gets 403 with that step',
    async (step) => {
      const early = await api.guard({ step });
      expect(await kit.save(early)).toMatchObject({ status: 403, data: { step } });
    },
  );

  it('[SESSION-24/3] a caller without a session is refused', async () => {
    expect((await api.call(updateGuard, await registrationOf(pending.id))).status).toBe(401);
  });

  it('an approved guard may leave out unchanged fields', async () => {
    const approved = await api.guard();
    await kit.edit(approved);
    const before = await kit.seen(approved);
    const left = {
      securityRegistrationDocument: undefined,
      identityDocuments: undefined,
      employmentDetails: undefined,
      email: undefined,
      mobileNumber: '',
    };
    expect((await kit.save(approved, { ...left, profileUpdate: 'second', firstName: 'Edited' })).code).toBe(200);
    expect(await kit.seen(approved)).toEqual({ ...before, firstName: 'Edited' });
  });

  it.each(['email', 'mobileNumber'])('a new guard must not leave out %s', async (name) => {
    const reply = await kit.save(pending, { [name]: '' });
    expect(reply).toMatchObject({ status: 400, errors: { [name]: expect.any(String) } });
  });
});

describe('a partial update of the profile', () => {
  it('[API-GUARD-06, EDITPROFILE-33/2] takes position and settings as JSON; omitted fields stay', async () => {
    const approved = await api.guard();
    const { notificationSettings } = await kit.seen(approved);
    const wanted = { ...notificationSettings, chat: { isSMS: false, isEmail: true, isNotification: false } };
    const update = (input: object) => api.call(updateProfile, { id: approved.id, ...input } as never, { token: approved.token });
    expect(`${updateProfile.method} ${updateProfile.path}`).toBe('POST /guard/profile/:id');
    const json = await api.request(`/v1/guard/profile/${approved.id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${approved.token}`, 'content-type': 'application/json' },
      body: '{"lat":44.1,"lng":-78.2}',
    });
    expect(json.body.code).toBe(200);
    expect((await update({ notificationSettings: wanted })).code).toBe(200);
    expect(await kit.seen(approved)).toMatchObject({ lat: 44.1, lng: -78.2, notificationSettings: wanted });
    expect((await update({ lat: 44.1 })).errors).toHaveProperty('lat');
    expect((await update({ lat: 91, lng: 0 })).errors).toHaveProperty('lat');
    expect((await api.call(updateProfile, { id: approved.id } as never, { token: pending.token })).status).toBe(403);
  });
});
