import { makePng } from '../../../test/fuzz/pictures';
import { fileOf, makePicture } from '../../../test/pictures';
import { registrationCalls } from '../../../test/registrations';
import { type TestGuard, testApi } from '../../../test/test-api';

const api = testApi();
let guard: TestGuard;
let kit: ReturnType<typeof registrationCalls>;
beforeAll(() => {
  kit = registrationCalls(api);
});
beforeEach(async () => {
  api.clock.set('2027-03-10T15:00:00.000Z');
  guard = await api.guard();
});

it.each([
  ['EDITPROFILE-11', 'firstName', '', 'First name is required'],
  ['EDITPROFILE-12, SHARED-04', 'firstName', 'A', 'Please enter valid first name'],
  ['EDITPROFILE-12', 'firstName', 'Ad4', 'Please enter valid first name'],
  ['EDITPROFILE-12', 'firstName', 'Ann-Marie', 'Please enter valid first name'],
  ['EDITPROFILE-12', 'firstName', 'Ann Marie', 'Please enter valid first name'],
  ['EDITPROFILE-30/2, SHARED-04', 'firstName', 'a'.repeat(65), 'Please enter valid first name'],
  ['EDITPROFILE-13', 'lastName', '', 'Last name is required'],
  ['EDITPROFILE-11', 'firstName', undefined, 'First name is required'],
  ['EDITPROFILE-13', 'lastName', undefined, 'Last name is required'],
  ['EDITPROFILE-13', 'lastName', '  ', 'Last name is required'],
  ['EDITPROFILE-14, SHARED-04', 'lastName', 'M', 'Please enter valid last name'],
  ['EDITPROFILE-14', 'lastName', 'M4rsh', 'Please enter valid last name'],
  ['EDITPROFILE-30/2, SHARED-04', 'lastName', 'm'.repeat(65), 'Please enter valid last name'],
  ['ADDDOCS-11/2, SHARED-06', 'licenseNumber', '12345', 'Enter valid security guard license number'],
  ['ADDDOCS-11/2, SHARED-06', 'licenseNumber', '12345678901', 'Enter valid security guard license number'],
  ['SHARED-01', 'dob', '2009-03-11', 'Please enter valid date of birth'],
  ['EDITPROFILE-22', 'securityRegistrationExpiryDate', '', 'Please enter security registration expiry date'],
  ['ADDDOCS-11/2', 'licenseNumber', '12345a', 'Enter valid security guard license number'],
])('[%s] refuses the %s %j at its key, and changes nothing', async (_id, key, value, message) => {
  const before = await kit.seen(guard);
  expect(await kit.edit(guard, { [key]: value })).toMatchObject({ status: 400, errors: { [key]: message } });
  expect(await kit.seen(guard)).toEqual(before);
});

it('[EDITPROFILE-12, EDITPROFILE-14, EDITPROFILE-15, EDITPROFILE-30/2] takes names of 2 and of 64 letters, without a middle name', async () => {
  for (const [firstName, lastName] of [
    ['Bo', 'm'.repeat(64)],
    ['a'.repeat(64), 'Ng'],
  ] as const) {
    expect((await kit.edit(guard, { firstName, lastName, middleName: '' })).code).toBe(200);
    expect(await kit.seen(guard)).toMatchObject({ firstName, lastName, middleName: null });
  }
});

describe('the middle name', () => {
  // Without lists, as Edit Profile sends it; the registration's edit mode sends them, and has the rule of the sign-up.
  const save = (middleName: string) => kit.edit(guard, { middleName, identityDocuments: undefined, employmentDetails: undefined });

  it.each(['J', 'J van', 'Jo2', 'Jo van der B'])(
    '[EDITPROFILE-16, EDITPROFILE-31/2] %s is refused at its key, and nothing changes',
    async (name) => {
      const before = await kit.seen(guard);
      expect(await save(name)).toMatchObject({ status: 400, errors: { middleName: 'Please enter valid middle name.' } });
      expect(await kit.seen(guard)).toEqual(before);
    },
  );

  it('[EDITPROFILE-31/3] of one letter stays while Edit Profile does not change it', async () => {
    await kit.edit(guard, { middleName: 'J' });
    expect((await save('J')).code).toBe(200);
    expect((await save('K')).code).toBe(400);
  });

  it.each(['Jo', 'Jo van B'])('[EDITPROFILE-16, EDITPROFILE-31/2] %s is taken', async (name) => {
    expect((await save(name)).code).toBe(200);
    expect((await kit.seen(guard)).middleName).toBe(name);
  });

  it('of one letter is accepted from the registration, also in its edit mode', async () => {
    expect((await kit.edit(guard, { middleName: 'J' })).code).toBe(200);
    expect((await kit.seen(guard)).middleName).toBe('J');
  });
});

const numbered = (licenseNumber: string) => ({ licenseNumber, securityRegistrationNumber: licenseNumber });

it.each([
  ['[SHARED-01] who is 18 today', { dob: '2009-03-10' }],
  ['[ADDDOCS-11/2, SHARED-06] a licence number of 6 digits', numbered('123456')],
  ['[ADDDOCS-11/2, SHARED-06] a licence number of 10 digits', numbered('1234567890')],
])('takes %s', async (_what, over) => {
  expect((await kit.edit(guard, over)).code).toBe(200);
  expect(await kit.seen(guard)).toMatchObject(over);
});

describe('the expiry of the licence', () => {
  const save = (securityRegistrationExpiryDate: string) => kit.edit(guard, { securityRegistrationExpiryDate });
  const expiry = async () => (await kit.seen(guard)).securityRegistrationExpiryDate;

  it('[EDITPROFILE-23] cannot be before today, which is the day in Toronto', async () => {
    const before = await expiry();
    api.clock.set('2027-03-11T03:30:00.000Z');
    expect(await save('2027-03-09')).toMatchObject({
      status: 400,
      errors: { securityRegistrationExpiryDate: 'The expiry date cannot be before today' },
    });
    expect(await expiry()).toBe(before);
    expect((await save('2027-03-10')).code).toBe(200);
    expect(await expiry()).toBe('2027-03-10');
  });

  it('in the past does not block other changes', async () => {
    await save('2027-03-10');
    api.clock.set('2027-03-12T15:00:00.000Z');
    expect((await kit.edit(guard, { securityRegistrationExpiryDate: '2027-03-10', firstName: 'Grace' })).code).toBe(200);
    expect(await kit.seen(guard)).toMatchObject({ securityRegistrationExpiryDate: '2027-03-10', firstName: 'Grace' });
  });
});

it.each(['profileImage', 'securityRegistrationDocument'])(
  '[EDITPROFILE-24, SHARED-07] a %s of 2 MB is taken, one byte more is refused',
  async (key) => {
    const ofBytes = (bytes: number) => fileOf(makePng(8, 8, { padding: bytes - makePng(8, 8).byteLength - 12 }));
    expect((await kit.edit(guard, { [key]: ofBytes(2_097_152) })).code).toBe(200);
    const refused = { status: 400, errors: { [key]: 'Size is more than 2 MB' } };
    expect(await kit.edit(guard, { [key]: ofBytes(2_097_153) })).toMatchObject(refused);
  },
);

it.each(['jpeg', 'png', 'gif', 'tiff', 'webp'] as const)(
  '[EDITPROFILE-25, EDITPROFILE-32/1] takes a %s as either picture',
  async (format) => {
    const image = await makePicture({ format }, `front.${format}`);
    expect((await kit.edit(guard, { profileImage: image, securityRegistrationDocument: image })).code).toBe(200);
    const { profileImage, securityRegistrationDocument } = await kit.seen(guard);
    for (const name of [profileImage, securityRegistrationDocument])
      expect(await kit.stored(name, guard)).toMatchObject({ width: 60, height: 40 });
  },
);

it.each(['profileImage', 'securityRegistrationDocument'])(
  '[EDITPROFILE-25, EDITPROFILE-32/1] a %s that is no picture is refused at its key',
  async (key) => {
    const pdf = fileOf(Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'), 'front.png');
    const words = 'This is not a picture that we can read. Please choose a JPEG, PNG, WebP, GIF or TIFF.';
    expect(await kit.edit(guard, { [key]: pdf })).toMatchObject({ status: 400, errors: { [key]: words } });
  },
);
