import { profile } from '@portal/contracts/guards/guards.endpoints';
import { listSpecialities } from '@portal/contracts/specialities/specialities.endpoints';
import { emptyDevice } from '@portal/testing/deviceStorage';
import { guardAt } from '@portal/testing/guard';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { choose, documentRow, employer, field, openRegistration, picture, press, type, unlock } from '@portal/testing/registration';
import { renderScreen } from '@portal/testing/renderScreen';
import { shrinkImage } from '@portal/ui/shrinkImage';
import { screen, within } from '@testing-library/react';
import { RegistrationScreen } from './RegistrationScreen';

jest.mock('@portal/ui/shrinkImage');
beforeEach(() => void jest.mocked(shrinkImage).mockImplementation(async (file) => ({ ok: true, file })));
afterEach(emptyDevice);

const personal = () => within(screen.getByRole('region', { name: 'Personal information' }));

describe('the fields', () => {
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
    const fields = () => personal().queryAllByRole('textbox');
    const toggle = personal().getByRole('switch', { name: 'Edit my information' });
    expect(toggle).not.toBeChecked();
    for (const text of ['Ada Marsh', '17/05/1990', '4165550134', 'ada.marsh@example.com']) expect(personal().getByText(text)).toBeVisible();
    expect(fields()).toEqual([]);
    expect(personal().queryByRole('group', { name: /Profile photo/ })).not.toBeInTheDocument();
    await unlock();
    expect(toggle).toBeChecked();
    expect(fields()).toEqual(
      ['First name', 'Middle name (optional)', 'Last name', 'Date of birth', 'Mobile number', 'Email'].map((name) => field(name)),
    );
    for (const one of fields()) {
      expect(one).toBeEnabled();
      expect(one).not.toHaveAttribute('readonly');
    }
    expect(personal().getByRole('group', { name: /Profile photo/ })).toBeVisible();
    await unlock();
    expect(fields()).toEqual([]);
  });

  it.each([
    ['REG-14', 'First name', 'Ada'],
    ['REG-15', 'Middle name (optional)', 'Lee'],
    ['REG-16', 'Last name', 'Marsh'],
    ['REG-17', 'Mobile number', '4165550134'],
    ['REG-18', 'Date of birth', '17/05/1990'],
    ['REG-19', 'Email', 'ada.marsh@example.com'],
  ])('[%s] has %s, filled from the sign-up', async (_id, label, value) => {
    await openRegistration(<RegistrationScreen />, { guard: { ...guardAt.registration(), middleName: 'Lee' } });
    await unlock();
    expect(field(label, personal())).toHaveValue(value);
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

  it('[REG-26, DATA-ACCT-02] an identity row has a file with a temporary preview', async () => {
    await openRegistration(<RegistrationScreen />);
    await choose('Identification file', picture('passport.jpg'), documentRow(1));
    const file = screen.getByRole('group', { name: 'Identification file' });
    expect(file.querySelector('img')).toHaveAttribute('src', expect.stringContaining('blob:'));
    expect(file).toHaveTextContent('passport.jpg');
  });

  it('[REG-11, REG-12, REG-44] documents are added and removed, the focus follows, and the last one cannot be removed', async () => {
    const { portal } = await openRegistration(<RegistrationScreen />);
    expect(screen.queryByRole('button', { name: /Remove document/ })).not.toBeInTheDocument();
    const numbers = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: 'Identification number' }).map(({ value }) => value);
    await type(field('Identification number', documentRow(1)), 'FIRST');
    await press('Add another document');
    await type(field('Identification number', documentRow(2)), 'SECOND');
    expect(portal.announced).toContain('Document 2 added');
    await press('Add another document');
    await type(field('Identification number', documentRow(3)), 'THIRD');
    expect(numbers()).toEqual(['FIRST', 'SECOND', 'THIRD']);
    await press('Remove document 2');
    expect(numbers()).toEqual(['FIRST', 'THIRD']);
    await press('Remove document 1');
    expect(numbers()).toEqual(['THIRD']);
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
    const names = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: 'Employer name' }).map(({ value }) => value);
    await type(field('Employer name', employer(1)), 'North Gate');
    for (const [at, name] of ['South Gate', 'West Gate'].entries()) {
      await press('Add another employer');
      await type(field('Employer name', employer(at + 2)), name);
    }
    expect(names()).toEqual(['North Gate', 'South Gate', 'West Gate']);
    await press('Remove employer 2');
    expect(names()).toEqual(['North Gate', 'West Gate']);
    await press('Remove employer 1');
    expect(names()).toEqual(['West Gate']);
    expect(screen.queryByRole('button', { name: /Remove employer/ })).not.toBeInTheDocument();
  });

  it('[SHARED-16, SHARED-17] every date picker offers the years 1900 to 2999 and displays the picked date as dd/MM/yyyy', async () => {
    await openRegistration(<RegistrationScreen />);
    await unlock();
    const pickers = [...document.querySelectorAll<HTMLInputElement>('input[type=date]')];
    expect(pickers.map(({ min, max }) => [min, max])).toEqual(Array.from({ length: 4 }, () => ['1900-01-01', '2999-12-31']));
    for (const [at, day] of ['1900-01-31', '2999-12-01', '2019-02-03', '2020-11-30'].entries()) await type(pickers[at] as HTMLElement, day);
    const boxes = [field('Date of birth'), field('Licence expiry date'), field('From', employer(1)), field('To', employer(1))];
    expect(boxes.map((box) => (box as HTMLInputElement).value)).toEqual(['31/01/1900', '01/12/2999', '03/02/2019', '30/11/2020']);
  });

  it('starts with the session’s guard when the server does not reply', async () => {
    const guard = guardAt.registration();
    mockEndpoint(profile, fails({ code: 0, message: 'No answer' }));
    mockEndpoint(listSpecialities, fails({ code: 0, message: 'No answer' }));
    renderScreen(<RegistrationScreen />, { path: `/guard/registration/${guard.id}`, route: '/guard/registration/:id', guard });
    expect(await screen.findByText('Ada Marsh')).toBeVisible();
  });
});
