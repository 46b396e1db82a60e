import type { Guard } from '@portal/contracts/_kernel/guard';
import { profile } from '@portal/contracts/guards/guards.endpoints';
import { emptyDevice } from '@portal/testing/deviceStorage';
import { ada, group, openEditProfile, saveAndLeave, saveProfile } from '@portal/testing/editProfile';
import { mockId } from '@portal/testing/ids';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { enableShrinking, photo, tiff } from '@portal/testing/pictures';
import { choose, field, picture, type } from '@portal/testing/registration';
import { shrinkImage } from '@portal/ui/shrinkImage';
import { act, screen, waitFor, within } from '@testing-library/react';
import { Screens } from '../../../routes';
import { EditProfileScreen } from './EditProfileScreen';

jest.mock('@portal/ui/shrinkImage');
beforeEach(() => void jest.mocked(shrinkImage).mockImplementation(async (file) => ({ ok: true, file })));
afterEach(emptyDevice);

const id = mockId(1);
const open = (opened?: Parameters<typeof openEditProfile>[1]) => openEditProfile(<EditProfileScreen />, opened);
const licence = () => field('Security licence number');
const expiry = () => field('Licence expiry date');

describe('the fields', () => {
  it('[ROUTE-13] is at /guard/editProfile, with a link back to My Profile', async () => {
    await openEditProfile(<Screens />, { route: '*' });
    expect(screen.getByRole('heading', { level: 1, name: 'Edit Profile' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'My Profile' })).toHaveAttribute('href', `/guard/myprofile/${id}`);
  });

  it.each([
    ['EDITPROFILE-01', 'First name', 'Ada'],
    ['EDITPROFILE-02', 'Middle name (optional)', 'Lee'],
    ['EDITPROFILE-03', 'Last name', 'Marsh'],
    ['EDITPROFILE-06', 'Date of birth', '17/05/1990'],
    ['EDITPROFILE-07', 'Security licence number', '12345678'],
    ['EDITPROFILE-08', 'Licence expiry date', '14/03/2029'],
  ])('[%s] %s is an editable input with the stored value', async (_id, name, value) => {
    await open({ guard: ada({ middleName: 'Lee' }) });
    expect(field(name)).toHaveValue(value);
    expect(field(name)).toBeEnabled();
    expect(field(name)).not.toHaveAttribute('readonly');
  });

  it.each([
    ['EDITPROFILE-04', 'Email', 'ada.marsh@example.com'],
    ['EDITPROFILE-05', 'Mobile number', '4165550134'],
  ])('[%s] shows %s read-only, with a link to change it', async (_id, name, value) => {
    const { user } = await open();
    expect(field(name)).toHaveValue(value);
    expect(field(name)).toHaveAttribute('readonly');
    await user.type(field(name), '9');
    expect(field(name)).toHaveValue(value);
    const settings = screen.getByRole('link', { name: 'Settings' });
    expect(settings).toHaveAttribute('href', '/setting#contact');
    expect(settings.parentElement).toHaveTextContent(/changed in Settings\. We confirm it’s you before saving a new one\.$/);
  });

  it.each([
    ['EDITPROFILE-09', 'Profile photo (optional)', 'profileImage'],
    ['EDITPROFILE-10', 'Licence image', 'securityRegistrationDocument'],
  ])('[%s] has an input for the %s, which is sent', async (_id, name, key) => {
    const { portal, saved } = await open();
    await choose(name, picture('new.jpg'));
    expect(group(name)).toHaveTextContent('new.jpg');
    await saveAndLeave(portal);
    expect(saved.calls).toMatchObject([{ [key]: { name: 'new.jpg' } }]);
  });
});

describe('the guard to edit', () => {
  it('[MYPROFILE-18] shows the guard of the navigation state before any reply', async () => {
    await open({ stored: () => new Promise<never>(() => undefined), handed: ada({ firstName: 'Handed' }) });
    await waitFor(() => expect(field('First name')).toHaveValue('Handed'));
  });

  it('reads the guard without a state, and keeps input from the meantime', async () => {
    let answer: (reply: { guard: Guard }) => void = () => undefined;
    const { read } = await open({ stored: () => new Promise((resolve) => (answer = resolve)) });
    await type(field('First name'), 'Typed');
    await act(async () => answer({ guard: ada({ firstName: 'Fresh', lastName: 'Elsewhere' }) }));
    await waitFor(() => expect(field('Last name')).toHaveValue('Elsewhere'));
    expect(field('First name')).toHaveValue('Typed');
    expect(read.calls).toEqual([{ id }]);
  });

  it("ignores another guard's state", async () => {
    await open({ stored: () => new Promise<never>(() => undefined), handed: ada({ id: mockId(2), firstName: 'Other' }) });
    expect(field('First name')).toHaveValue('Ada');
  });

  it('reports that the guard cannot be read, and reads again on Retry', async () => {
    const { user } = await open({ stored: fails({ code: 400, message: 'Broken' }) });
    expect(await screen.findByText(/Broken.*last knew/)).toBeVisible();
    mockEndpoint(profile, { guard: ada({ firstName: 'Back' }) });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(field('First name')).toHaveValue('Back'));
    expect(screen.queryByText(/last knew/)).not.toBeInTheDocument();
  });
});

describe('validation', () => {
  it.each([
    ['EDITPROFILE-11', 'First name', '', 'First name is required'],
    ['EDITPROFILE-12, SHARED-04', 'First name', 'A', 'Please enter valid first name'],
    ['EDITPROFILE-12', 'First name', 'Ad4', 'Please enter valid first name'],
    ['EDITPROFILE-12', 'First name', 'Ann-Marie', 'Please enter valid first name'],
    ['EDITPROFILE-12', 'First name', 'Ann Marie', 'Please enter valid first name'],
    ['EDITPROFILE-30/2, SHARED-04', 'First name', 'a'.repeat(65), 'Please enter valid first name'],
    ['EDITPROFILE-13', 'Last name', '', 'Last name is required'],
    ['EDITPROFILE-14', 'Last name', 'M4rsh', 'Please enter valid last name'],
    ['EDITPROFILE-14, SHARED-04', 'Last name', 'M', 'Please enter valid last name'],
    ['EDITPROFILE-30/2, SHARED-04', 'Last name', 'm'.repeat(65), 'Please enter valid last name'],
    ['EDITPROFILE-16', 'Middle name (optional)', 'Jo2', 'Please enter valid middle name.'],
    ['EDITPROFILE-16', 'Middle name (optional)', 'Jo van der B', 'Please enter valid middle name.'],
    ['EDITPROFILE-16, EDITPROFILE-31/2', 'Middle name (optional)', 'J', 'Please enter valid middle name.'],
    ['EDITPROFILE-20, SHARED-01', 'Date of birth', '15/03/2009', 'Please valid date of birth'],
    ['EDITPROFILE-21', 'Security licence number', '12345', 'Please enter valid Document Number'],
    ['EDITPROFILE-22', 'Licence expiry date', '', 'Please enter security registration expiry date'],
    ['EDITPROFILE-23', 'Licence expiry date', '13/03/2027', 'The expiry date cannot be before today'],
  ])('[%s] %s %j: the message at the field, the focus on it, nothing sent', async (_id, name, value, message) => {
    const { saved } = await open();
    await type(field(name), value);
    await saveProfile();
    await waitFor(() => expect(field(name)).toHaveAccessibleDescription(expect.stringContaining(message)));
    expect(field(name)).toHaveFocus();
    expect(within(screen.getByRole('alert')).getByText(new RegExp(message.replace('.', '\\.')))).toBeVisible();
    expect(saved.calls).toEqual([]);
  });

  it.each(['', '12345', '12345678901', '12a456'])(
    '[EDITPROFILE-21, ADDDOCS-11/2, SHARED-06] refuses the licence number %j',
    async (number) => {
      const { saved } = await open();
      await type(licence(), number);
      await saveProfile();
      await waitFor(() => expect(licence()).toHaveAccessibleDescription(expect.stringContaining('Please enter valid Document Number')));
      expect(saved.calls).toEqual([]);
    },
  );

  it.each(['123456', '1234567890'])('[EDITPROFILE-21, ADDDOCS-11/2, SHARED-06] accepts the licence number %j', async (number) => {
    const { portal, saved } = await open();
    await type(licence(), number);
    await saveAndLeave(portal);
    expect(saved.calls).toMatchObject([{ licenseNumber: number }]);
  });

  it.each(['Jo', 'Jo van B'])('[EDITPROFILE-16, EDITPROFILE-31/2] accepts the middle name %j', async (middleName) => {
    const { portal, saved } = await open();
    await type(field('Middle name (optional)'), middleName);
    await saveAndLeave(portal);
    expect(saved.calls).toMatchObject([{ middleName }]);
  });

  it.each([
    ['EDITPROFILE-12, SHARED-04', 'First name', 'Bo', { firstName: 'Bo' }],
    ['EDITPROFILE-14, SHARED-04', 'Last name', 'Ng', { lastName: 'Ng' }],
    ['EDITPROFILE-30/2, SHARED-04', 'First name', 'a'.repeat(64), { firstName: 'a'.repeat(64) }],
    ['EDITPROFILE-30/2, SHARED-04', 'Last name', 'm'.repeat(64), { lastName: 'm'.repeat(64) }],
    ['EDITPROFILE-20, SHARED-01', 'Date of birth', '14/03/2009', { dob: '2009-03-14' }],
  ])('[%s] %s accepts %j', async (_id, name, value, sent) => {
    const { portal, saved } = await open();
    await type(field(name), value);
    await saveAndLeave(portal);
    expect(saved.calls).toMatchObject([sent]);
  });

  it('[EDITPROFILE-15] accepts an empty middle name', async () => {
    const { portal, saved } = await open({ guard: ada({ middleName: 'Lee' }) });
    await type(field('Middle name (optional)'), '');
    await saveAndLeave(portal);
    expect(saved.calls[0]).not.toHaveProperty('middleName', expect.any(String));
  });

  it('[EDITPROFILE-23] today is not before today', async () => {
    const { portal, saved } = await open();
    await type(expiry(), '14/03/2027');
    await saveAndLeave(portal);
    expect(saved.calls).toMatchObject([{ securityRegistrationExpiryDate: '2027-03-14' }]);
  });

  it.each([
    ['Profile photo (optional)', 'the browser cannot decode', tiff],
    ['Profile photo (optional)', 'cannot be made smaller', photo],
    ['Licence image', 'the browser cannot decode', tiff],
    ['Licence image', 'cannot be made smaller', photo],
  ])('[EDITPROFILE-24, SHARED-07, SHARED-08] %s: a picture of more than 2 MB that %s', async (name, _what, file) => {
    enableShrinking();
    await open();
    await choose(name, file('scan.jpg', 2_097_152));
    expect(await within(group(name)).findByText('scan.jpg')).toBeVisible();
    await choose(name, file('large.jpg', 2_097_153));
    expect(await within(group(name)).findByRole('alert')).toHaveTextContent('Size is more than 2 MB');
    expect(group(name)).toHaveTextContent('scan.jpg');
  });

  it.each(['Profile photo (optional)', 'Licence image'])(
    '[EDITPROFILE-25, EDITPROFILE-32/1] %s: a file of an unsupported type',
    async (name) => {
      const { portal, saved } = await open();
      const wrong = new File(['x'], 'a.svg', { type: 'image/svg+xml' });
      const refusal = expect.stringContaining('File type is not allowed');
      await choose(name, wrong);
      await saveProfile();
      await waitFor(() => expect(group(name)).toHaveAccessibleDescription(refusal));
      expect(saved.calls).toEqual([]);
      // After a first save, each choice is checked immediately.
      for (const type of ['png', 'jpg', 'jpeg', 'gif', 'tiff', 'webp', 'bpg']) {
        await choose(name, wrong);
        await waitFor(() => expect(group(name)).toHaveAccessibleDescription(refusal));
        await choose(name, new File(['x'], `a.${type}`));
        await waitFor(() => expect(group(name)).not.toHaveAccessibleDescription(refusal));
        expect(group(name)).toHaveTextContent(`a.${type}`);
      }
      await saveAndLeave(portal);
      expect(saved.calls).toHaveLength(1);
    },
  );
});
