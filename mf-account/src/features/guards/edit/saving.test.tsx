import { copy } from '@portal/contracts/_kernel/copy';
import { updateGuard } from '@portal/contracts/guards/guards.registration.endpoints';
import { readDraft } from '@portal/forms/draftStore';
import { emptyDevice } from '@portal/testing/deviceStorage';
import { ada, group, openEditProfile, saveAndLeave, saveProfile } from '@portal/testing/editProfile';
import { mockId } from '@portal/testing/ids';
import { fails } from '@portal/testing/mockEndpoint';
import { choose, field, picture, type } from '@portal/testing/registration';
import { act, screen, waitFor } from '@testing-library/react';
import { EditProfileScreen } from './EditProfileScreen';

jest.mock('@portal/ui/shrinkImage', () => ({
  shrinkImage: async (file: File) => ({ ok: true, file }),
}));
afterEach(emptyDevice);

const id = mockId(1);
const open = (opened?: Parameters<typeof openEditProfile>[1]) => openEditProfile(<EditProfileScreen />, opened);

describe('contacts, which are read-only here', () => {
  it.each([
    ['EDITPROFILE-17', 'Email', { email: 'ada.example' }, 'Please enter valid email'],
    ['EDITPROFILE-17', 'Email', { email: 'ada@' }, 'Please enter valid email'],
    ['EDITPROFILE-17', 'Email', { email: '@example.com' }, 'Please enter valid email'],
    ['EDITPROFILE-17', 'Email', { email: 'ada@example' }, 'Please enter valid email'],
    ['EDITPROFILE-18', 'Mobile number', { mobileNumber: '' }, 'Mobile number is required'],
    ['EDITPROFILE-19', 'Mobile number', { mobileNumber: '416555013' }, 'Please enter valid mobile number'],
    ['EDITPROFILE-19', 'Mobile number', { mobileNumber: '416-555-0134' }, 'Please enter valid mobile number'],
  ])('[%s, EDITPROFILE-29/1] %s: reports %j and saves all the same', async (_id, name, over, message) => {
    // The reading fails, because a reply without a mobile number would be invalid.
    const { portal, saved } = await open({ guard: ada(over), stored: fails({ code: 400, message: 'Broken' }) });
    expect(field(name)).toHaveAccessibleDescription(message);
    await saveAndLeave(portal);
    const { email, mobileNumber } = ada(over);
    expect(saved.calls).toMatchObject([{ email, mobileNumber }]);
  });

  it.each(['4165550134', '14165550134'])(
    '[EDITPROFILE-19] reports no problem for a number of 10 digits or more: %s',
    async (mobileNumber) => {
      await open({ guard: ada({ mobileNumber }) });
      expect(field('Mobile number')).not.toHaveAccessibleDescription();
    },
  );

  it('[EDITPROFILE-17] reports no problem for an email of a valid format', async () => {
    await open();
    expect(field('Email')).toHaveValue('ada.marsh@example.com');
    expect(field('Email')).not.toHaveAccessibleDescription();
  });
});

describe('saving', () => {
  it('completes a save after the guard left the form: shows the message and removes the draft', async () => {
    let answer = (_reply: { id: string }): void => undefined;
    const reply = () =>
      new Promise<{ id: string }>((resolve) => {
        answer = resolve;
      });
    const { portal, saved, updates } = await open({ reply });
    await type(field('First name'), 'Grace');
    await saveProfile();
    await waitFor(() => expect(saved.calls).toHaveLength(1));
    act(() => portal.navigate('/elsewhere'));
    const draft = () => readDraft({ guardId: id, form: 'edit-profile' });
    await waitFor(async () => expect(await draft()).toMatchObject({ values: { firstName: 'Grace' } }));
    await act(async () => answer({ id }));
    await waitFor(() => expect(updates).toHaveLength(1));
    expect([portal.toasts.map(({ kind }) => kind), await draft()]).toEqual([['success'], null]);
  });

  it("[EDITPROFILE-26, EDITPROFILE-33/1] sends the displayed values by the registration's call, as the second update", async () => {
    const { portal, saved } = await open();
    await type(field('First name'), 'Grace');
    await saveAndLeave(portal);
    expect(updateGuard).toMatchObject({ method: 'PATCH', path: '/guard/auth/update-guard/:id' });
    expect(saved.calls[0]).toEqual({
      id,
      email: 'ada.marsh@example.com',
      mobileNumber: '4165550134',
      profileUpdate: 'second',
      firstName: 'Grace',
      lastName: 'Marsh',
      dob: '1990-05-17',
      licenseNumber: '12345678',
      securityRegistrationNumber: '12345678',
      securityRegistrationExpiryDate: '2029-03-14',
      securityRegistrationDocument: 'licence.jpg',
      profileImage: null,
    });
  });

  it("[EDITPROFILE-27] opens My Profile with a message, and updates the session's guard", async () => {
    const { portal, updates } = await open({ stored: { guard: ada({ firstName: 'Grace' }) } });
    await type(field('First name'), 'Grace');
    await saveAndLeave(portal);
    expect(portal.navigations).toEqual([{ to: `/guard/myprofile/${id}`, replace: true, state: undefined }]);
    expect(portal.toasts).toEqual([{ kind: 'success', text: 'Your details are saved.' }]);
    expect(updates).toMatchObject([{ firstName: 'Grace' }]);
    expect(portal.questions).toEqual([]);
  });

  it('[EDITPROFILE-27] updates the session from the input when the guard cannot be read again', async () => {
    const { portal, updates } = await open({ stored: fails({ code: 400, message: 'Broken' }) });
    await type(field('First name'), 'Grace');
    await saveAndLeave(portal);
    expect(updates).toMatchObject([{ firstName: 'Grace', middleName: null, email: 'ada.marsh@example.com' }]);
  });

  it.each([400, 403, 409, 500])('[EDITPROFILE-28] a status %i shows the stated text, and keeps the input', async (code) => {
    const { portal } = await open({ reply: fails({ code, message: 'Bad' }) });
    await type(field('First name'), 'Grace');
    await saveProfile();
    await waitFor(() => expect(portal.toasts).toEqual([{ kind: 'error', text: 'Something went wrong!' }]));
    expect(field('First name')).toHaveValue('Grace');
    expect(portal.navigations).toEqual([]);
  });

  it('[EDITPROFILE-28] also when the server names a field, which is marked', async () => {
    const message = 'This picture is damaged or incomplete. Please choose it again.';
    const { portal } = await open({ reply: fails({ code: 400, message: 'Bad', errors: { securityRegistrationDocument: message } }) });
    await saveProfile();
    await waitFor(() => expect(group('Licence image')).toHaveAccessibleDescription(expect.stringContaining(message)));
    expect(portal.toasts).toEqual([{ kind: 'error', text: 'Something went wrong!' }]);
  });

  it('reports a missing reply, and keeps the input', async () => {
    const { portal } = await open({ reply: fails({ code: 0, message: 'No answer', userMessage: copy.offline }) });
    await type(field('First name'), 'Grace');
    await saveProfile();
    expect(await screen.findByText(copy.offline)).toBeVisible();
    expect(portal.toasts).toEqual([]);
    expect(screen.getByRole('button', { name: 'Save changes' })).toBeEnabled();
  });
});

it('restores input and files after a reload, and forgets them once they are saved', async () => {
  const first = await open();
  await type(field('First name'), 'Grace');
  await choose('Licence image', picture('new.jpg'));
  first.unmount();
  const { portal, saved, unmount } = await open();
  expect(await screen.findByText(/We kept what you entered on/)).toBeVisible();
  expect(field('First name')).toHaveValue('Grace');
  await saveAndLeave(portal);
  expect(saved.calls).toMatchObject([{ firstName: 'Grace', securityRegistrationDocument: { name: 'new.jpg' } }]);
  unmount();
  await open();
  expect(field('First name')).toHaveValue('Ada');
});

it('lists the fields that are still empty, and not the filled ones', async () => {
  await open({ guard: ada({ dob: null, securityRegistrationExpiryDate: null }) });
  expect(screen.getByText('Still to fill in: your date of birth, the expiry date of your licence')).toBeVisible();
});

it('does not claim that everything is filled in while a field is invalid', async () => {
  const { user } = await open();
  expect(screen.getByText('Everything is filled in.')).toBeVisible();
  await user.clear(field('First name'));
  await user.type(field('First name'), 'A1');
  expect(await screen.findByText('Some answers need a correction. They are marked when you save.')).toBeVisible();
  expect(screen.queryByText('Everything is filled in.')).toBeNull();
});
