import { emptyDevice } from '@portal/testing/deviceStorage';
import { guardAt } from '@portal/testing/guard';
import { enableShrinking, photo, tiff } from '@portal/testing/pictures';
import { choose, documentRow, employer, field, fill, openRegistration, save, type, unlock } from '@portal/testing/registration';
import { shrinkImage } from '@portal/ui/shrinkImage';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { RegistrationScreen } from './RegistrationScreen';

jest.mock('@portal/ui/shrinkImage');
beforeEach(() => void jest.mocked(shrinkImage).mockImplementation(async (file) => ({ ok: true, file })));
afterEach(emptyDevice);

const ofLength = (length: number) => `${'a'.repeat(length - '@example.com'.length)}@example.com`;
const described = (control: HTMLElement, text: string) => expect(control).toHaveAccessibleDescription(expect.stringContaining(text));

describe('validation', () => {
  it('[REG-21, REG-22, REG-27, REG-28] reports all missing fields together, at each field and in a summary, and focuses the first', async () => {
    const { saved } = await openRegistration(<RegistrationScreen />);
    await save();
    expect(saved.calls).toEqual([]);
    described(screen.getByRole('group', { name: 'Licence image' }), 'Please upload security registration image');
    described(field('Licence expiry date'), 'Please enter security registration expiry date');
    described(documentRow(1).getByRole('combobox'), 'Identification type is required');
    described(field('Identification number', documentRow(1)), 'Identification number is required');
    expect(field('Licence expiry date')).toHaveFocus();
    expect(
      within(screen.getByRole('alert'))
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Please enter security registration expiry date',
      'Please upload security registration image',
      'Document 1: Identification type is required',
      'Document 1: Identification number is required',
      'Document 1: Identification file is required',
    ]);
  });

  it('[REG-31] refuses an identity row without a file', async () => {
    await openRegistration(<RegistrationScreen />);
    await save();
    expect(screen.getByRole('group', { name: 'Identification file' })).toHaveAccessibleDescription(/^Identification file is required/);
  });

  it.each(['416555', '416555012', '41655501234', '416555O123'])(
    '[REG-20] refuses the mobile number %j, which is not exactly 10 digits, and opens the personal information',
    async (mobileNumber) => {
      const { saved } = await openRegistration(<RegistrationScreen />, { guard: { ...guardAt.registration(), mobileNumber } });
      await fill();
      await save();
      described(field('Mobile number'), 'Please enter valid Phone Number');
      expect(field('Mobile number')).toHaveFocus();
      expect(saved.calls).toEqual([]);
    },
  );

  it.each([
    ['SHARED-01', 'Date of birth', ['15/03/2009'], '14/03/2009', { dob: '2009-03-14' }],
    ['SHARED-03', 'Email', [ofLength(181)], ofLength(180), { email: ofLength(180) }],
    ['SHARED-04', 'First name', ['A', 'A'.repeat(65)], 'A'.repeat(64), { firstName: 'A'.repeat(64) }],
    ['SHARED-04', 'Last name', ['M', 'M'.repeat(65)], 'Ma', { lastName: 'Ma' }],
    ['SHARED-05, REG-20', 'Mobile number', ['416555019', '41655501999'], '6475550177', { mobileNumber: '6475550177' }],
  ])('[%s] %s: refuses %j, accepts and sends %s', async (_id, label, wrong, right, sent) => {
    const { portal, saved } = await openRegistration(<RegistrationScreen />);
    await fill();
    await unlock();
    for (const value of wrong) {
      await type(field(label), value);
      await save();
      described(field(label), 'Please enter valid');
    }
    expect(saved.calls).toEqual([]);
    await type(field(label), right);
    await save();
    await waitFor(() => expect(portal.navigations).toHaveLength(1));
    expect(saved.calls).toMatchObject([sent]);
  });

  it('accepts a mobile number in the formats that people paste', async () => {
    await openRegistration(<RegistrationScreen />);
    await unlock();
    await type(field('Mobile number'), '+1 (416) 555-0199');
    await act(async () => void fireEvent.blur(field('Mobile number')));
    expect(field('Mobile number')).toHaveValue('4165550199');
  });

  it.each([
    ['REG-29', 'A/1', 'Please enter valid identification number'],
    ['REG-30', '1234567890123456', 'Please enter valid identification number'],
  ])('[%s] refuses an identification number such as %s', async (_id, typed, message) => {
    await openRegistration(<RegistrationScreen />);
    await type(field('Identification number', documentRow(1)), typed);
    await save();
    described(field('Identification number', documentRow(1)), message);
  });

  it('[REG-30] refuses an identification number of 16 characters, and accepts one of 15', async () => {
    const { portal, saved } = await openRegistration(<RegistrationScreen />);
    await fill();
    const number = field('Identification number', documentRow(1));
    await type(number, 'AB-12.3 45678901');
    await save();
    described(number, 'Please enter valid identification number');
    expect(saved.calls).toEqual([]);
    await type(number, 'AB-12.3 4567890');
    await save();
    await waitFor(() => expect(portal.navigations).toHaveLength(1));
    expect(saved.calls).toMatchObject([{ identityDocuments: [{ idNumber: 'AB-12.3 4567890' }] }]);
  });

  it('[DOCS-39/1, REG-29] accepts an identification number of letters, digits, hyphen, dot and space', async () => {
    await openRegistration(<RegistrationScreen />);
    const number = field('Identification number', documentRow(1));
    await type(number, 'A_1');
    await save();
    described(number, 'Please enter valid identification number');
    await type(number, 'Ab-1.2 3');
    expect(number).toHaveValue('Ab-1.2 3');
    expect(number).toBeValid();
    expect(number).not.toHaveAccessibleDescription(expect.stringContaining('Please enter valid'));
  });

  it('names the text to type instead of the position Front-desk, and accepts that text', async () => {
    await openRegistration(<RegistrationScreen />);
    const position = field('Position held', employer(1));
    await type(position, 'Front-desk');
    await save();
    described(position, 'Please enter valid position held name');
    described(position, 'type Front-desk as Front desk');
    await type(position, 'Front desk');
    expect(position).toBeValid();
  });

  type Refused = [id: string, typed: Record<string, string>, at: string, message: string];
  it.each<Refused>([
    ...['G4', 'Ab', 'A b', 'Guard2', 'One two three four'].map(
      (Position): Refused => ['REG-39', { Position }, 'Position held', 'Please enter valid position held name'],
    ),
    ['REG-40', { To: '01/02/2024' }, 'From', 'From date is required'],
    ['REG-41', { From: '01/02/2024' }, 'To', 'To date is required'],
    ['REG-42', { From: '01/02/2024', To: '31/01/2024' }, 'To', 'To Date should be greater than From Date'],
    ['REG-54', { From: '02/02/2024', To: '02/02/2024' }, 'To', 'To Date should be greater than From Date'],
  ])('[%s] refuses an employer with %j', async (_id, typed, at, message) => {
    await openRegistration(<RegistrationScreen />);
    for (const [label, text] of Object.entries(typed))
      await type(employer(1).getByRole('textbox', { name: new RegExp(`^${label}`) }), text);
    await save();
    described(field(at, employer(1)), message);
  });

  it.each(['12345', '12345678901', '12345a'])(
    '[REG-52/2, SHARED-06] refuses a licence number that is not 6 to 10 digits: %s',
    async (number) => {
      const { saved } = await openRegistration(<RegistrationScreen />);
      await fill();
      await type(field('Security licence number'), number);
      await save();
      described(field('Security licence number'), 'Enter valid security guard license number');
      expect(saved.calls).toEqual([]);
    },
  );

  it.each(['123456', '1234567890'])(
    '[REG-52/1, REG-52/2, SHARED-06] accepts a licence number of 6 to 10 digits and sends it under both keys: %s',
    async (number) => {
      const { portal, saved } = await openRegistration(<RegistrationScreen />);
      await fill();
      await type(field('Security licence number'), number);
      await save();
      await waitFor(() => expect(portal.navigations).toHaveLength(1));
      expect(saved.calls).toMatchObject([{ licenseNumber: number, securityRegistrationNumber: number }]);
    },
  );

  it.each(['Ops', 'Site lead', 'Site night guard'])(
    '[REG-39] accepts a position held of letters in up to three words: %s',
    async (position) => {
      const { portal, saved } = await openRegistration(<RegistrationScreen />);
      await fill();
      await type(field('Employer name', employer(1)), 'North Gate');
      await type(field('Position held', employer(1)), position);
      await save();
      await waitFor(() => expect(portal.navigations).toHaveLength(1));
      expect(saved.calls).toMatchObject([{ employmentDetails: [{ projectName: position }] }]);
    },
  );

  it('[REG-43] refuses an incomplete employer until the row is empty again', async () => {
    const { portal, saved } = await openRegistration(<RegistrationScreen />);
    await fill();
    const from = employer(1).getByRole('textbox', { name: /^From/ });
    await type(from, '01/02/2024');
    await save();
    described(field('To', employer(1)), 'To date is required');
    expect(saved.calls).toEqual([]);
    await type(from, '');
    await save();
    await waitFor(() => expect(portal.navigations).toHaveLength(1));
    expect(saved.calls).toHaveLength(1);
  });

  it.each([
    ['REG-37', 'Employer name', 'a'.repeat(161), 'At most 160 characters'],
    ['REG-38', 'Position held', 'a'.repeat(161), 'At most 160 characters'],
  ])('[%s] refuses a row with 161 characters for %s, and accepts one with 160', async (_id, name, longer, message) => {
    const { portal, saved } = await openRegistration(<RegistrationScreen />);
    await fill();
    await type(field('Employer name', employer(1)), 'North Gate');
    await type(field('Position held', employer(1)), 'Guard');
    await type(field(name, employer(1)), longer);
    await save();
    described(field(name, employer(1)), message);
    expect(saved.calls).toEqual([]);
    await type(field(name, employer(1)), longer.slice(1));
    await save();
    await waitFor(() => expect(portal.navigations).toHaveLength(1));
    expect(Object.values(saved.calls[0]?.employmentDetails?.[0] ?? {})).toContain('a'.repeat(160));
  });

  it.each(['Licence image', 'Identification file', 'Profile photo (optional)'])(
    '[REG-23, SHARED-07, SHARED-08] a picture over 2 MB for %s raises the alert there, and the rest of the input stays',
    async (name) => {
      await openRegistration(<RegistrationScreen />);
      await fill();
      await unlock();
      enableShrinking();
      const group = screen.getByRole('group', { name });
      await choose(name, tiff('scan.jpg', 2_097_152));
      expect(await within(group).findByText('scan.jpg')).toBeVisible();
      for (const file of [tiff, photo]) {
        await choose(name, file('huge.jpg', 2_097_153));
        expect(await within(group).findByRole('alert')).toHaveTextContent('Size is more than 2 MB');
      }
      expect(group).toHaveTextContent('scan.jpg');
      expect(field('Identification number', documentRow(1))).toHaveValue('AB-12.3 4');
    },
  );
});
