import { profile } from '@portal/contracts/guards/guards.endpoints';
import { listSpecialities } from '@portal/contracts/specialities/specialities.endpoints';
import { emptyDevice } from '@portal/testing/deviceStorage';
import { guardAt } from '@portal/testing/guard';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { judgePictures, photo, tiff } from '@portal/testing/pictures';
import {
  choose,
  documentRow,
  employer,
  field,
  fill,
  openRegistration,
  picture,
  press,
  save,
  type,
  unlock,
} from '@portal/testing/registration';
import { renderScreen } from '@portal/testing/renderScreen';
import { shrinkImage } from '@portal/ui/shrinkImage';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { RegistrationScreen } from './RegistrationScreen';

jest.mock('@portal/ui/shrinkImage');
beforeEach(() => void jest.mocked(shrinkImage).mockImplementation(async (file) => ({ ok: true, file })));
afterEach(emptyDevice);

const described = (control: HTMLElement, text: string) => expect(control).toHaveAccessibleDescription(expect.stringContaining(text));

describe('what it asks for', () => {
  it('[ROUTE-08, REG-01] is the registration form, with a personal information section', async () => {
    await openRegistration(<RegistrationScreen />);
    expect(screen.getByRole('heading', { level: 1, name: 'Registration' })).toBeVisible();
    expect(screen.getByRole('region', { name: 'Personal information' })).toBeVisible();
  });

  it('[REG-02] shows the profile photo of the guard', async () => {
    await openRegistration(<RegistrationScreen />, { guard: { ...guardAt.registration(), profileImage: null } });
    expect(screen.getByRole('img', { name: 'No profile photo yet' })).toBeVisible();
    await unlock();
    await choose('Profile photo (optional)', picture('me.jpg'));
    await unlock();
    expect(screen.getByRole('img', { name: 'Profile photo of Ada' })).toHaveAttribute('src', expect.stringContaining('blob:'));
  });

  it('[REG-02] shows the photo that is stored, fetched with the session', async () => {
    const { pictures } = await openRegistration(<RegistrationScreen />, { guard: { ...guardAt.registration(), profileImage: 'face.png' } });
    expect(await screen.findByRole('img', { name: 'Profile photo of Ada' })).toHaveAttribute('src', expect.stringContaining('blob:'));
    expect(pictures.calls).toEqual([{ filename: 'face.png' }]);
  });

  it('[REG-03] the personal information is editable only after a toggle is switched', async () => {
    await openRegistration(<RegistrationScreen />);
    expect(screen.getByText('Ada Marsh')).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'First name' })).not.toBeInTheDocument();
    expect(screen.queryByRole('group', { name: /Profile photo/ })).not.toBeInTheDocument();
    await unlock();
    expect(field('First name')).toHaveValue('Ada');
    expect(field('First name')).toBeEnabled();
  });

  it.each([
    ['REG-14', 'First name', 'Ada'],
    ['REG-15', 'Middle name (optional)', 'Lee'],
    ['REG-16', 'Last name', 'Marsh'],
    ['REG-17', 'Mobile number', '4165550134'],
    ['REG-18', 'Date of birth', '17/05/1990'],
    ['REG-19', 'Email', 'ada.marsh@example.com'],
  ])('[%s] %s is part of it, filled from the sign-up', async (_id, label, value) => {
    await openRegistration(<RegistrationScreen />, { guard: { ...guardAt.registration(), middleName: 'Lee' } });
    await unlock();
    expect(field(label)).toHaveValue(value);
  });

  it('[REG-07, REG-08, REG-09] has a licence number, a licence image and an expiry date, typed as dd/MM/yyyy', async () => {
    await openRegistration(<RegistrationScreen />);
    expect(field('Security licence number')).toHaveValue('12345678');
    expect(screen.getByRole('group', { name: 'Licence image' })).toBeVisible();
    await type(field('Licence expiry date'), '14/03/2029');
    expect(field('Licence expiry date')).toHaveValue('14/03/2029');
  });

  it('[REG-10, REG-24, REG-25, REG-55] has a list of identification documents: one of the four types and a number', async () => {
    await openRegistration(<RegistrationScreen />);
    const options = documentRow(1)
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
    expect(options).toEqual(['Please choose', 'Drivers license', 'Permanent resident card', 'Canadian passport', 'Other']);
    expect(field('Identification number', documentRow(1))).toBeVisible();
  });

  it('[REG-26] an identity row has a file with a temporary preview', async () => {
    await openRegistration(<RegistrationScreen />);
    await choose('Identification file', picture('passport.jpg'), documentRow(1));
    const file = screen.getByRole('group', { name: 'Identification file' });
    expect(file.querySelector('img')).toHaveAttribute('src', expect.stringContaining('blob:'));
    expect(file).toHaveTextContent('passport.jpg');
  });

  it('[REG-11, REG-12, REG-44] documents are added and removed; the focus follows; the last one has no button to remove it', async () => {
    const { portal } = await openRegistration(<RegistrationScreen />);
    expect(screen.queryByRole('button', { name: /Remove document/ })).not.toBeInTheDocument();
    await press('Add another document');
    await type(field('Identification number', documentRow(2)), 'SECOND');
    expect(portal.announced).toContain('Document 2 added');
    await press('Remove document 1');
    expect(field('Identification number', documentRow(1))).toHaveValue('SECOND');
    expect(documentRow(1).getByRole('combobox')).toHaveFocus();
    expect(screen.queryByRole('button', { name: /Remove document/ })).not.toBeInTheDocument();
  });

  it.each([
    ['REG-32', 'textbox', 'Employer name'],
    ['REG-33', 'textbox', 'Position held'],
    ['REG-34', 'textbox', 'From'],
    ['REG-35', 'textbox', 'To'],
    ['REG-36', 'combobox', 'Speciality (optional)'],
  ])('[%s] an employment row has a %s for %s', async (_id, role, name) => {
    await openRegistration(<RegistrationScreen />);
    expect(employer(1).getByRole(role, { name })).toBeVisible();
  });

  it('[REG-04, REG-05, REG-06, REG-45] the table of previous employers grows and shrinks, down to one row', async () => {
    await openRegistration(<RegistrationScreen />);
    expect(screen.getByRole('table', { name: 'Previous employers' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Remove employer/ })).not.toBeInTheDocument();
    await press('Add another employer');
    await type(field('Employer name', employer(2)), 'North Gate');
    await press('Remove employer 1');
    expect(field('Employer name', employer(1))).toHaveValue('North Gate');
    expect(screen.queryByRole('button', { name: /Remove employer/ })).not.toBeInTheDocument();
  });

  it('begins with what this device knows of the guard when the server does not answer', async () => {
    const guard = guardAt.registration();
    mockEndpoint(profile, fails({ code: 0, message: 'No answer' }));
    mockEndpoint(listSpecialities, fails({ code: 0, message: 'No answer' }));
    renderScreen(<RegistrationScreen />, { path: `/guard/registration/${guard.id}`, route: '/guard/registration/:id', guard });
    expect(await screen.findByText('Ada Marsh')).toBeVisible();
  });
});

describe('what it refuses', () => {
  it('[REG-21, REG-22, REG-27, REG-28] says all that is missing at once, at its field and in a summary, and focuses the first', async () => {
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

  it('[REG-31] an identity row without a file', async () => {
    await openRegistration(<RegistrationScreen />);
    await save();
    expect(screen.getByRole('group', { name: 'Identification file' })).toHaveAccessibleDescription(/^Identification file is required/);
  });

  it('[REG-20] a mobile number that is not exactly 10 digits, which opens the personal information', async () => {
    await openRegistration(<RegistrationScreen />, { guard: { ...guardAt.registration(), mobileNumber: '416555' } });
    await fill();
    await save();
    described(field('Mobile number'), 'Please enter valid Phone Number');
    expect(field('Mobile number')).toHaveFocus();
  });

  it('takes a mobile number as people paste it', async () => {
    await openRegistration(<RegistrationScreen />);
    await unlock();
    await type(field('Mobile number'), '+1 (416) 555-0199');
    await act(async () => void fireEvent.blur(field('Mobile number')));
    expect(field('Mobile number')).toHaveValue('4165550199');
  });

  it.each([
    ['REG-29', 'A/1', 'Please enter valid identification number'],
    ['REG-30', '1234567890123456', 'Please enter valid identification number'],
  ])('[%s] an identification number such as %s', async (_id, typed, message) => {
    await openRegistration(<RegistrationScreen />);
    await type(field('Identification number', documentRow(1)), typed);
    await save();
    described(field('Identification number', documentRow(1)), message);
  });

  it('[DOCS-39/1] no identification number of letters, digits, hyphen, dot and space', async () => {
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

  it.each([
    ['REG-39', { Position: 'G4' }, 'Position held', 'Please enter valid position held name'],
    ['REG-40', { To: '01/02/2024' }, 'From', 'From date is required'],
    ['REG-41', { From: '01/02/2024' }, 'To', 'To date is required'],
    ['REG-42', { From: '02/02/2024', To: '01/02/2024' }, 'To', 'To Date should be greater than From Date'],
    ['REG-54', { From: '02/02/2024', To: '02/02/2024' }, 'To', 'To Date should be greater than From Date'],
  ])('[%s] an employer with %j', async (_id, typed, at, message) => {
    await openRegistration(<RegistrationScreen />);
    for (const [label, text] of Object.entries(typed))
      await type(employer(1).getByRole('textbox', { name: new RegExp(`^${label}`) }), text);
    await save();
    described(field(at, employer(1)), message);
  });

  it.each([
    ['REG-37', 'Employer name', 'a'.repeat(161), 'At most 160 characters'],
    ['REG-38', 'Position held', 'a'.repeat(161), 'At most 160 characters'],
  ])('[%s] a row with 161 characters for %s, and not one with 160', async (_id, name, longer, message) => {
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

  it('[REG-23] an image over 2 MB raises the alert, and nothing else is lost', async () => {
    await openRegistration(<RegistrationScreen />);
    await fill();
    judgePictures();
    await choose('Licence image', tiff('scan.jpg', 2_097_152));
    expect(await screen.findByText('scan.jpg')).toBeVisible();
    for (const file of [tiff, photo]) {
      await choose('Licence image', file('huge.jpg', 2_097_153));
      expect(await screen.findByRole('alert')).toHaveTextContent('Size is more than 2 MB');
    }
    expect(screen.getByRole('group', { name: 'Licence image' })).toHaveTextContent('scan.jpg');
    expect(field('Identification number', documentRow(1))).toHaveValue('AB-12.3 4');
  });
});
