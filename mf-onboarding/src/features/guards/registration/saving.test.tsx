import { copy } from '@portal/contracts/_kernel/copy';
import { registrationMessages } from '@portal/contracts/guards/guards.registration';
import { updateGuard } from '@portal/contracts/guards/guards.registration.endpoints';
import { emptyDevice } from '@portal/testing/deviceStorage';
import { guardAt, guard as someGuard } from '@portal/testing/guard';
import { fails, type Replier } from '@portal/testing/mockEndpoint';
import { documentRow, employer, event, field, fill, openRegistration, press, save, type, unlock } from '@portal/testing/registration';
import { act, screen, waitFor, within } from '@testing-library/react';
import { RegistrationScreen } from './RegistrationScreen';

jest.mock('@portal/ui/shrinkImage', () => ({
  shrinkImage: async (file: File) => ({ ok: true, file }),
}));
afterEach(emptyDevice);

type Reply = Replier<never, { id: string }>;
const described = (control: HTMLElement, text: string) => expect(control).toHaveAccessibleDescription(expect.stringContaining(text));

describe('saving', () => {
  it('[REG-43, REG-46, REG-47, REG-52/1] sends everything in one call, as the first update, with the one number under both keys, and ignores the empty row', async () => {
    const { portal, saved } = await openRegistration(<RegistrationScreen />);
    await fill();
    await save();
    await waitFor(() => expect(portal.navigations).toHaveLength(1));
    expect(updateGuard).toMatchObject({ method: 'PATCH', path: '/guard/auth/update-guard/:id', body: 'multipart' });
    expect(saved.calls[0]).toMatchObject({
      id: guardAt.registration().id,
      profileUpdate: 'first',
      licenseNumber: '12345678',
      securityRegistrationNumber: '12345678',
      securityRegistrationExpiryDate: '2029-03-14',
      securityRegistrationDocument: { name: 'licence.jpg' },
      identityDocuments: [{ idType: 'Canadian passport', idNumber: 'AB-12.3 4', fileName: 'passport.jpg', file: { name: 'passport.jpg' } }],
    });
  });

  it('[EDITPROFILE-33/1] calls only PATCH /guard/auth/update-guard/{id} with the id of the guard', async () => {
    const { portal, saved } = await openRegistration(<RegistrationScreen />);
    await fill();
    await save();
    await waitFor(() => expect(portal.navigations).toHaveLength(1));
    expect([updateGuard.method, updateGuard.path]).toEqual(['PATCH', '/guard/auth/update-guard/:id']);
    expect(saved.calls).toMatchObject([{ id: guardAt.registration().id }]);
    expect(portal.writes.map(({ id }) => id)).toEqual([updateGuard.id]);
  });

  it.each([
    ['REG-14', 'First name', 'Grace', { firstName: 'Grace' }],
    ['REG-15', 'Middle name (optional)', 'Bea', { middleName: 'Bea' }],
    ['REG-16', 'Last name', 'Hall', { lastName: 'Hall' }],
    ['REG-17', 'Mobile number', '6475550199', { mobileNumber: '6475550199' }],
    ['REG-18', 'Date of birth', '09/12/1985', { dob: '1985-12-09' }],
    ['REG-19', 'Email', 'grace@example.com', { email: 'grace@example.com' }],
  ])('[%s] %s is sent as changed to %s, the rest as from the sign-up', async (_id, label, typed, sent) => {
    const guard = { ...guardAt.registration(), middleName: 'Lee' };
    const { portal, saved } = await openRegistration(<RegistrationScreen />, { guard });
    await fill();
    await unlock();
    await type(field(label), typed);
    await save();
    await waitFor(() => expect(portal.navigations).toHaveLength(1));
    const { firstName, middleName, lastName, mobileNumber, dob, email } = guard;
    expect(saved.calls).toMatchObject([{ firstName, middleName, lastName, mobileNumber, dob, email, ...sent }]);
  });

  it.each([
    ['CODE-08', 'Drivers license'],
    ['CODE-09', 'Permanent resident card'],
    ['CODE-10', 'Other'],
    ['CODE-11', 'Canadian passport'],
  ])('[%s] a document is sent as a %s', async (_id, idType) => {
    const { portal, saved } = await openRegistration(<RegistrationScreen />);
    await fill();
    const types = documentRow(1).getByRole('combobox', { name: 'Identification type' });
    await type(types, within(types).getByRole<HTMLOptionElement>('option', { name: idType }).value);
    await save();
    await waitFor(() => expect(portal.navigations).toHaveLength(1));
    expect(saved.calls).toMatchObject([{ identityDocuments: [{ idType }] }]);
  });

  it('[REG-49, ROUTING-13/1, CODE-48] as the first update in the onboarding opens the work profile without login', async () => {
    const { portal, saved } = await openRegistration(<RegistrationScreen />);
    await fill();
    await save();
    const id = guardAt.registration().id;
    await waitFor(() => expect(portal.navigations).toEqual([expect.objectContaining({ to: `/work-profile/${id}?isShow=with_out_login` })]));
    expect(portal.toasts).toEqual([{ kind: 'success', text: registrationMessages.saved }]);
    expect(saved.calls).toMatchObject([{ profileUpdate: 'first' }]);
  });

  it('[REG-13, REG-48, REG-50, CODE-48] with status=loggedin edits the registration as the second update, and opens the employers', async () => {
    const guard = someGuard({ securityRegistrationDocument: 'licence.jpg', securityRegistrationExpiryDate: '2029-03-14' });
    const { portal, saved } = await openRegistration(<RegistrationScreen />, {
      guard: { ...guard, identityDocuments: [{ idType: 'Other', idNumber: 'P1', idProof: 'proof.png', fileName: 'p.png' }] },
      status: 'loggedin',
    });
    expect(screen.getByRole('heading', { level: 1, name: 'Change your registration' })).toBeVisible();
    expect(screen.queryByRole('navigation', { name: 'Onboarding' })).not.toBeInTheDocument();
    await press('Save changes');
    await waitFor(() => expect(portal.navigations).toEqual([expect.objectContaining({ to: `/emp_details/${guard.id}` })]));
    expect(saved.calls).toMatchObject([
      {
        profileUpdate: 'second',
        securityRegistrationDocument: 'licence.jpg',
        identityDocuments: [{ idProof: 'proof.png' }],
      },
    ]);
  });

  it('[REG-13] any status other than loggedin is the onboarding', async () => {
    const { portal, saved } = await openRegistration(<RegistrationScreen />, { status: 'loggedout' });
    expect(screen.getByRole('heading', { level: 1, name: 'Registration' })).toBeVisible();
    expect(screen.getByRole('navigation', { name: 'Onboarding' })).toBeVisible();
    await fill();
    await save();
    await waitFor(() => expect(portal.navigations).toHaveLength(1));
    expect(saved.calls).toMatchObject([{ profileUpdate: 'first' }]);
  });

  const edited = (mobileNumber = '4165550134') =>
    someGuard({
      ...{ securityRegistrationDocument: 'licence.jpg', securityRegistrationExpiryDate: '2029-03-14', mobileNumber },
      identityDocuments: [{ idType: 'Other', idNumber: 'P1', idProof: 'proof.png', fileName: 'p.png' }],
    });

  it('[REG-03, REG-13] with status=loggedin edits e-mail and mobile number, and sends both', async () => {
    const guard = edited();
    const { portal, saved } = await openRegistration(<RegistrationScreen />, { guard, status: 'loggedin' });
    await unlock();
    expect([field('Email'), field('Mobile number')].map((input) => (input as HTMLInputElement).value)).toEqual([guard.email, '4165550134']);
    await type(field('Email'), 'ada.new@example.com');
    await press('Save changes');
    await waitFor(() => expect(portal.navigations).toHaveLength(1));
    expect(saved.calls).toMatchObject([{ email: 'ada.new@example.com', mobileNumber: '4165550134', profileUpdate: 'second' }]);
  });

  it('[EDITPROFILE-31/3] with status=loggedin sends a stored invalid number unchanged, and validates it once it is changed', async () => {
    const { portal, saved } = await openRegistration(<RegistrationScreen />, { guard: edited('41655501'), status: 'loggedin' });
    await unlock();
    await type(field('Mobile number'), '41655502');
    await press('Save changes');
    await waitFor(() => described(field('Mobile number'), 'Please enter valid Phone Number'));
    expect(saved.calls).toEqual([]);
    await type(field('Mobile number'), '41655501');
    await press('Save changes');
    await waitFor(() => expect(portal.navigations).toHaveLength(1));
    expect(saved.calls).toMatchObject([{ mobileNumber: '41655501' }]);
  });

  it('[REG-32, REG-33, REG-34, REG-35] sends for each employer the name, the Position field and the two dates', async () => {
    const { portal, saved } = await openRegistration(<RegistrationScreen />);
    await fill();
    const rows = [
      { 'Employer name': 'North Gate', 'Position held': 'Guard', From: '01/02/2019', To: '03/04/2020' },
      { 'Employer name': 'South Gate', 'Position held': 'Site lead', From: '05/06/2020', To: '07/08/2021' },
    ];
    await press('Add another employer');
    for (const [at, row] of rows.entries())
      for (const [label, typed] of Object.entries(row)) await type(field(label, employer(at + 1)), typed);
    await save();
    await waitFor(() => expect(portal.navigations).toHaveLength(1));
    expect(saved.calls[0]?.employmentDetails).toMatchObject([
      { employerName: 'North Gate', projectName: 'Guard', from: '2019-02-01', to: '2020-04-03' },
      { employerName: 'South Gate', projectName: 'Site lead', from: '2020-06-05', to: '2021-08-07' },
    ]);
  });

  it('[REG-33, REG-36, REG-53/1] sends the Position fields, and the optional speciality of an employer', async () => {
    const { portal, saved } = await openRegistration(<RegistrationScreen />);
    await fill();
    await type(field('Employer name', employer(1)), 'North Gate');
    await type(field('Position held', employer(1)), 'Guard');
    await press('Add another employer');
    await type(field('Employer name', employer(2)), 'South Gate');
    await type(field('Position held', employer(2)), 'Site lead');
    const specialities = employer(2).getByRole('combobox', { name: 'Speciality (optional)' });
    expect(within(specialities).getByRole('option', { name: event.name })).toHaveValue(event.id);
    await type(specialities, event.id);
    await save();
    await waitFor(() => expect(portal.navigations).toHaveLength(1));
    const [first, second] = (saved.calls[0] as { employmentDetails: { projectName: string; speciality?: string }[] }).employmentDetails;
    expect([first?.projectName, second?.projectName]).toEqual(['Guard', 'Site lead']);
    expect([first?.speciality, second?.speciality]).toEqual([undefined, event.id]);
  });

  it('[REG-51] a refused save shows the stated text, marks the field of the row, and keeps the input', async () => {
    const message = 'This picture is damaged or incomplete. Please choose it again.';
    const { portal } = await openRegistration(<RegistrationScreen />, {
      reply: fails({ code: 400, message: 'Bad', errors: { 'identityDocuments[0].file': message } }),
    });
    await fill();
    await save();
    await waitFor(() => expect(portal.toasts).toEqual([{ kind: 'error', text: 'Please Fill Valid Data' }]));
    described(screen.getByRole('group', { name: 'Identification file' }), message);
    expect(screen.getByRole('group', { name: 'Licence image' })).toHaveTextContent('licence.jpg');
    expect(field('Identification number', documentRow(1))).toHaveValue('AB-12.3 4');
    expect(portal.navigations).toEqual([]);
  });

  it.each([400, 403, 409, 413, 500])('[REG-51] a save that fails with code %i shows the stated text, and keeps the input', async (code) => {
    const { portal } = await openRegistration(<RegistrationScreen />, { reply: fails({ code, message: 'No' }) });
    await fill();
    await save();
    await waitFor(() => expect(portal.toasts).toEqual([{ kind: 'error', text: 'Please Fill Valid Data' }]));
    expect(field('Identification number', documentRow(1))).toHaveValue('AB-12.3 4');
    expect(portal.navigations).toEqual([]);
  });

  it('reports a missing reply, and does not blame the data', async () => {
    const { portal } = await openRegistration(<RegistrationScreen />, {
      reply: fails({ code: 0, message: 'No answer', userMessage: copy.offline }),
    });
    await fill();
    await save();
    expect(await screen.findByText(copy.offline)).toBeVisible();
    expect(portal.toasts).toEqual([]);
    expect(screen.getByRole('button', { name: 'Save and continue' })).toBeEnabled();
  });

  it('shows the upload progress, and can be cancelled without losing anything', async () => {
    const reply = ((_input: unknown, { onProgress, signal }: { onProgress?: (share: number) => void; signal?: AbortSignal }) => {
      act(() => onProgress?.(0.4));
      return new Promise((resolve) => signal?.addEventListener('abort', () => resolve(fails({ code: 0, message: copy.cancelled }))));
    }) as unknown as Reply;
    await openRegistration(<RegistrationScreen />, { reply });
    await fill();
    await save();
    expect(screen.getByRole('progressbar', { name: 'Uploading, 40 %' })).toHaveValue(40);
    expect(screen.getByRole('button', { name: 'Please Wait...' })).toBeDisabled();
    await press('Cancel');
    expect(await screen.findByText(copy.cancelled)).toBeVisible();
    expect(screen.getByRole('group', { name: 'Licence image' })).toHaveTextContent('licence.jpg');
  });
});

describe('interrupted', () => {
  it('restores the draft with its files and a notice; saving removes it', async () => {
    const first = await openRegistration(<RegistrationScreen />);
    await fill();
    await press('Add another employer');
    await type(field('Employer name', employer(2)), 'North Gate');
    first.unmount();
    const { portal, saved } = await openRegistration(<RegistrationScreen />);
    expect(await screen.findByText(/We kept what you entered on/)).toBeVisible();
    expect(field('Licence expiry date')).toHaveValue('14/03/2029');
    expect(field('Employer name', employer(2))).toHaveValue('North Gate');
    expect(screen.getByRole('group', { name: 'Identification file' })).toHaveTextContent('passport.jpg');
    await type(field('Position held', employer(2)), 'Guard');
    await save();
    await waitFor(() => expect(portal.navigations).toHaveLength(1));
    expect(saved.calls[0]).toMatchObject({
      securityRegistrationDocument: expect.any(File),
      identityDocuments: [{ file: expect.any(File) }],
    });
  });
});
