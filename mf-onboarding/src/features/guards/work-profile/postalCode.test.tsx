import { saveWorkProfile } from '@portal/contracts/guards/guards.endpoints';
import { lookupPlaces } from '@portal/contracts/places/places.endpoints';
import { listSpecialities } from '@portal/contracts/specialities/specialities.endpoints';
import { emptyDevice } from '@portal/testing/deviceStorage';
import { guard } from '@portal/testing/guard';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { WorkProfileScreen } from './WorkProfileScreen';

afterEach(emptyDevice);

const oshawa = { label: 'Oshawa, Ontario', city: 'Oshawa', state: 'Ontario', country: 'Canada', lat: 43.9, lng: -78.86 };
async function open() {
  mockEndpoint(listSpecialities, guard().workSpecialities);
  const shown = renderScreen(<WorkProfileScreen />, { path: `/work-profile/${guard().id}`, route: '/work-profile/:id', guard: guard() });
  await screen.findByRole('group', { name: 'Specialities' });
  return shown;
}
const box = (name: string) => screen.getByRole('textbox', { name });
const address = () => screen.getByRole('combobox', { name: 'Address' });
const save = () => screen.getByRole('button', { name: 'Save work profile' });

it('[WORKPROFILE-17] refuses a postal code of 8 characters at its field, and sends one of 7', async () => {
  const saved = mockEndpoint(saveWorkProfile, null);
  mockEndpoint(lookupPlaces, fails({ code: 500, message: 'No' }));
  const { user } = await open();
  fireEvent.change(box('Postal code'), { target: { value: 'M5H2N2AB' } });
  await user.click(save());
  await waitFor(() => expect(box('Postal code')).toBeInvalid());
  expect(box('Postal code')).toHaveAccessibleDescription('A postal code has at most 7 characters');
  expect(saved.calls).toEqual([]);
  fireEvent.change(box('Postal code'), { target: { value: 'M5H2N2A' } });
  await user.click(save());
  await waitFor(() => expect(saved.calls).toMatchObject([{ postalCode: 'M5H2N2A' }]));
});

it('saves nothing when the guard wants to change a postal code of another city', async () => {
  const saved = mockEndpoint(saveWorkProfile, null);
  mockEndpoint(lookupPlaces, { street: '', places: [], located: { ...oshawa, postalCode: 'L1H' } });
  const { user, portal } = await open();
  jest.spyOn(portal, 'confirm').mockResolvedValueOnce(false);
  fireEvent.change(box('Postal code'), { target: { value: 'L1H1A1' } });
  await user.click(save());
  await waitFor(() => expect(portal.confirm).toHaveBeenCalledWith(expect.objectContaining({ title: 'Is this right?' })));
  expect(saved.calls).toEqual([]);
  expect(box('Postal code')).toHaveValue('L1H1A1');
  await user.click(save());
  await waitFor(() => expect(saved.calls).toMatchObject([{ postalCode: 'L1H1A1' }]));
});

it('a place with several postal areas removes the code of another city, and keeps the code of this place', async () => {
  mockEndpoint(lookupPlaces, { street: '12 King St W', places: [{ ...oshawa, postalCode: '' }] });
  const { user } = await open();
  const pick = async () => {
    fireEvent.change(address(), { target: { value: '12 King St W, Osh' } });
    await user.click(await screen.findByRole('option', { name: oshawa.label }));
  };
  await pick();
  expect(box('Postal code')).toHaveValue('');
  await user.type(box('Postal code'), 'L1H1A1');
  await pick();
  expect(box('Postal code')).toHaveValue('L1H1A1');
});
