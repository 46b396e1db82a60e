import { toWire } from '@portal/contracts/_kernel/wire';
import { session } from '@portal/contracts/auth/auth.endpoints';
import { profile, profileSummary, saveNotificationSettings } from '@portal/contracts/guards/guards.endpoints';
import { approveGuard, makeGuard, removeGuard, setLicence, suspendGuard } from '@portal/contracts/guards/guards.staff';
import { searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { listSpecialities } from '@portal/contracts/specialities/specialities.endpoints';
import { sql } from 'kysely';
import { unfinishedSteps } from '../../../test/onboarding-steps';
import { makePicture } from '../../../test/pictures';
import { registrationCalls } from '../../../test/registrations';
import { type TestGuard, testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';

const api = testApi();
let guard: TestGuard;
let other: TestGuard;
const settings = {
  newJob: { isSMS: false, isEmail: true, isNotification: true },
  chat: { isSMS: true, isEmail: false, isNotification: true },
  jobAward: { isSMS: true, isEmail: true, isNotification: false },
  jobCancel: { isSMS: false, isEmail: false, isNotification: true },
  isNotification: false,
};

beforeAll(async () => {
  guard = await api.guard();
  other = await api.guard();
  await sql`update guards set middle_name = 'May', profile_image = 'face.png', dob = '1990-05-17', mobile_number = '4165550123',
      security_registration_number = '654321', security_registration_document = 'reg.png', security_registration_expiry_date = '2029-01-31',
      is_go_with = 1, vest_size = 3, is_travel_to = 25, lat = 44.25, lng = -78.5, full_address2 = 'Unit 4', land_mark = 'City Hall',
      bank_transit_number = '12345', bank_institution = '004', bank_account_number = '1234567', acc_holder_name = 'Mary Holder', want_topay = 1,
      paypal_id = 'pay@example.com', social_facebook_id = 'fb-1', social_gmail_id = 'gm-1' where id = ${guard.id}`.execute(db());
  await api.call(saveNotificationSettings, { id: guard.id, ...settings }, guard);
  await sql`insert into employment_details (guard_id, position, employer_name, project_name, "from", "to", speciality_id)
    select ${guard.id}, 0, 'Acme', 'Night guard', '2019-01-01', '2020-12-31', id from specialities order by name limit 1`.execute(db());
});

const seen = async () => (await api.call(profile, { id: guard.id }, { token: guard.token })).data.guard;

describe('profile', () => {
  it('[API-GUARD-01, API-GUARD-02, API-GUARD-05/1, API-GEN-12/1] replies code 200 and data.guard for the id in the path alone', async () => {
    expect(toWire(profile, { id: guard.id })).toEqual({ url: `/v1/guard/profile/${guard.id}`, body: undefined });
    const reply = await api.call(profile, { id: guard.id }, { token: guard.token });
    expect(reply).toMatchObject({ status: 200, code: 200, data: { guard: { id: guard.id, email: guard.email } } });
    expect(Object.keys(reply.data)).toEqual(['guard']);
  });

  it('[DATA-ACCT-11, DATA-ACCT-12, DATA-ACCT-13, DATA-GUARD-26] has notification settings: four categories of three switches, and one above', async () => {
    expect((await seen()).notificationSettings).toEqual(settings);
  });

  it('[API-GUARD-03, DATA-ACCT-12, DATA-ACCT-13] includes the notification settings, all on by default', async () => {
    const category = { isSMS: true, isEmail: true, isNotification: true };
    const { guard: newcomer } = (await api.call(profile, { id: other.id }, other)).data;
    expect(newcomer.notificationSettings).toEqual({
      ...{ newJob: category, chat: category, jobAward: category, jobCancel: category, isNotification: true },
    });
  });

  it.each([
    ['DATA-GUARD-02', { firstName: 'Test', middleName: 'May', lastName: 'Guard' }],
    ['DATA-GUARD-04', { mobileNumber: '4165550123' }],
    ['DATA-GUARD-05', { dob: '1990-05-17' }],
    ['DATA-GUARD-06', { profileImage: 'face.png' }],
    ['DATA-GUARD-07', { isLicense: true }],
    ['DATA-GUARD-08', { licenseNumber: '12345678' }],
    ['DATA-GUARD-09', { securityRegistrationNumber: '654321' }],
    ['DATA-GUARD-10', { securityRegistrationDocument: 'reg.png' }],
    ['DATA-GUARD-11', { securityRegistrationExpiryDate: '2029-01-31' }],
    ['DATA-GUARD-12', { isPrivacyAgreement: true }],
    ['DATA-GUARD-13', { isTermsOfUse: true }],
    ['DATA-GUARD-14', { isIndependentContractor: true }],
    ['DATA-GUARD-15', { isVerifyOtp: true }],
    ['DATA-GUARD-17', { identityDocuments: [{ idType: 'Canadian passport', idNumber: '123456789', idProof: '', fileName: '' }] }],
    ['DATA-GUARD-18', { workSpecialities: [{ id: expect.any(String), name: expect.any(String) }] }],
    [
      'DATA-GUARD-19',
      {
        employmentDetails: [
          {
            employerName: 'Acme',
            projectName: 'Night guard',
            from: '2019-01-01',
            to: '2020-12-31',
            speciality: { name: expect.any(String) },
          },
        ],
      },
    ],
    ['DATA-ACCT-04', { employmentDetails: [{ employerName: 'Acme' }] }],
    ['DATA-ACCT-05', { employmentDetails: [{ projectName: 'Night guard' }] }],
    ['DATA-ACCT-06', { employmentDetails: [{ from: '2019-01-01', to: '2020-12-31' }] }],
    [
      'DATA-ACCT-07',
      { employmentDetails: [{ speciality: { id: expect.stringMatching(/^[0-9a-f-]{36}$/), name: expect.stringMatching(/\w/) } }] },
    ],
    ['DATA-GUARD-20', { isGoWith: 1, vestSize: 3, isTravelTo: 25 }],
    ['DATA-GUARD-21', { lat: 44.25, lng: -78.5 }],
    [
      'DATA-GUARD-22',
      {
        fullAddress: '100 Queen Street West',
        fullAddress2: 'Unit 4',
        postalCode: 'M5H 2N2',
        country: 'Canada',
        city: 'Toronto',
        state: 'Ontario',
        landMark: 'City Hall',
      },
    ],
    [
      'DATA-GUARD-23',
      { bankTransitNumber: '•••45', bankInstitution: '•••4', bankAccountNumber: '•••4567', accHolderName: 'Mary Holder', wantTopay: 1 },
    ],
    ['DATA-GUARD-24', { paypalId: 'pay@example.com' }],
    ['DATA-GUARD-25', { socialFacebookId: 'fb-1', socialGmailId: 'gm-1' }],
  ])('[%s] holds the stated fields', async (_id, fields) => {
    expect(await seen()).toMatchObject(fields);
  });

  it('[DATA-GUARD-01, DATA-GUARD-03] has the id and the e-mail of the registration', async () => {
    expect(await seen()).toMatchObject({ id: guard.id, email: guard.email });
    expect([guard.id, guard.email]).not.toEqual([other.id, other.email]);
  });

  it('[DATA-GUARD-27] holds fullAddress2, landMark and paypalId, for which no screen has an input', async () => {
    expect(await seen()).toMatchObject({ fullAddress2: 'Unit 4', landMark: 'City Hall', paypalId: 'pay@example.com' });
  });

  it('[DATA-GUARD-16] has status 0 until approved, and 1 from then on', async () => {
    const waiting = await api.guard({ step: 'approval' });
    const status = async () => (await api.call(profile, { id: waiting.id }, waiting)).data.guard.status;
    expect(await status()).toBe(0);
    await api.call(approveGuard, { guard: waiting.id });
    expect(await status()).toBe(1);
  });

  it('[DATA-ACCT-01] an identity document has type, number, the name of the stored picture and its original file name', async () => {
    const newcomer = await api.guard({ step: 'registration' });
    const people = registrationCalls(api);
    const document = await people.document({
      idType: 'Canadian passport',
      idNumber: 'AB123456',
      file: await makePicture({}, 'passport.png'),
    });
    expect((await people.save(newcomer, { identityDocuments: [document] })).code).toBe(200);
    const [stored] = (await people.seen(newcomer)).identityDocuments;
    expect(stored).toEqual({
      idType: 'Canadian passport',
      idNumber: 'AB123456',
      idProof: expect.stringMatching(/^[0-9a-f]{32}\.\w+$/),
      fileName: 'passport.png',
    });
    expect(api.storedFiles()).toContain(stored?.idProof);
  });

  it('[API-GUARD-25, DATA-ACCT-07] previous employers are read with the guard by id, their specialities from the one list', async () => {
    const [employer] = (await seen()).employmentDetails;
    const { data } = await api.call(listSpecialities, {}, { token: guard.token });
    expect(`${profile.path} ${listSpecialities.path}`).toBe('/guard/profile/:id /speciality/guard/list');
    expect(data).toContainEqual(employer?.speciality);
  });

  it('[API-GUARD-04] includes the social ids', async () => {
    expect(await seen()).toMatchObject({ socialFacebookId: 'fb-1', socialGmailId: 'gm-1' });
  });

  it("refuses another guard's id: the token decides, and the reply has no data of the other", async () => {
    const asked = { id: other.id };
    for (const reply of [await api.call(profile, asked, guard), await api.call(profileSummary, asked, guard)]) {
      expect(reply).toMatchObject({ status: 403, code: 403, data: null });
      expect(JSON.stringify(reply)).not.toContain(other.email);
    }
  });

  it('answers 400 for an invalid id', async () => {
    expect(await api.call(profile, { id: '1' }, { token: guard.token })).toMatchObject({ code: 400, errors: { id: 'Unknown id' } });
  });
});

describe('profile summary', () => {
  it('[API-GUARD-21, DATA-ACCT-10] replies totalEarning, eWallet, hoursWorked and rating; zeros for a new guard', async () => {
    expect(`${profileSummary.method} ${profileSummary.path}`).toBe('GET /guard/profile-summary/:id');
    const { data } = await api.call(profileSummary, { id: other.id }, { token: other.token });
    expect(Object.keys(data).sort()).toEqual(['eWallet', 'hoursWorked', 'rating', 'totalEarning']);
    expect([Number(data.totalEarning), Number(data.eWallet), Number(data.hoursWorked), data.rating]).toEqual([0, 0, 0, 0]);
  });
});

describe('specialities', () => {
  it('[API-GUARD-15, API-GUARD-16, DATA-ACCT-08] lists id and name without any payload', async () => {
    const { code, data } = await api.call(listSpecialities, {}, { token: guard.token });
    expect(code).toBe(200);
    expect(data.length).toBeGreaterThan(5);
    expect(data.map(({ name }) => name)).toContain('Construction');
    for (const speciality of data)
      expect(speciality).toEqual({ id: expect.stringMatching(/^[\da-f]{8}-[\da-f-]{27}$/), name: expect.stringMatching(/[A-Z]/) });
  });
});

describe('a guard with an onboarding step left', () => {
  it.each(unfinishedSteps)('is at the step %s: 403 with the next step, never 401', async (step, path) => {
    const pending = await api.guard({ step });
    const reply = await api.call(searchJobs, {} as never, { token: pending.token });
    expect(reply).toMatchObject({ status: 403, code: 403, data: { step, nextStep: path(pending.id) } });
    expect((await api.call(session, {}, { token: pending.token })).code).toBe(200);
  });

  it('may browse jobs once approved', async () => {
    expect((await api.call(searchJobs, {} as never, { token: guard.token })).code).toBe(200);
  });
});

describe('staff', () => {
  it('[AUTHZ-07] status 0 is not approved: suspending stops a guard immediately, approving lets them continue', async () => {
    const one = await api.guard();
    const browse = async () => (await api.call(searchJobs, {} as never, { token: one.token })).code;
    expect((await api.call(suspendGuard, { guard: one.email })).data).toMatchObject({ id: one.id, status: 0 });
    expect(await browse()).toBe(403);
    expect((await api.call(approveGuard, { guard: one.id })).data).toMatchObject({ status: 1, nextStep: `/guard/myprofile/${one.id}` });
    expect(await browse()).toBe(200);
  });

  it('records a licence: the next step is the privacy agreement', async () => {
    const one = await api.guard({ step: 'licence' });
    expect((await api.call(setLicence, { guard: one.email, licenseNumber: '1234567' })).data.nextStep).toBe(`/privacy/${one.id}`);
    expect((await api.call(setLicence, { guard: one.email, licenseNumber: '12' })).errors).toHaveProperty('licenseNumber');
  });

  it('makes guards for tests and removes those only', async () => {
    const { data } = await api.call(makeGuard, {});
    expect((await api.call(makeGuard, { email: data.email })).code).toBe(409);
    expect((await api.call(removeGuard, { guard: data.id })).data.removed).toEqual([data.id]);
    expect((await api.call(removeGuard, { guard: data.id })).code).toBe(404);
    await sql`update guards set is_test = false where id = ${other.id}`.execute(db());
    expect((await api.call(removeGuard, { guard: other.id })).code).toBe(409);
  });

  it("is known by a staff token alone; a guard's token is refused", async () => {
    const approve = (headers: Record<string, string>) =>
      api.request('/staff/v1/guards/approve', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json', ...headers } });
    expect((await approve({})).status).toBe(401);
    expect((await approve({ authorization: `Bearer ${guard.token}` })).status).toBe(401);
  });
});
