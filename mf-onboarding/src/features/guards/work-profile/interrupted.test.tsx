import { listSpecialities } from '@portal/contracts/specialities/specialities.endpoints';
import { emptyDevice } from '@portal/testing/deviceStorage';
import { guard } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { fireEvent, screen } from '@testing-library/react';
import { WorkProfileScreen } from './WorkProfileScreen';

afterEach(emptyDevice);

const specialities = [
  { id: mockId(90), name: 'Events' },
  { id: mockId(91), name: 'Bank' },
];
const box = (name: string) => screen.getByRole('textbox', { name });
const show = (who = guard()) =>
  renderScreen(<WorkProfileScreen />, { path: `/work-profile/${who.id}`, route: '/work-profile/:id', guard: who });

it('opens the login without a session', () => {
  renderScreen(<WorkProfileScreen />, { path: '/work-profile/x?isShow=with_out_login', route: '/work-profile/:id', guard: null });
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/guard/login');
});

it('loads specialities again after a failure, and keeps the rest', async () => {
  let isDown = true;
  mockEndpoint(listSpecialities, () => (isDown ? fails({ code: 400, message: 'No' }) : specialities));
  const { user } = show();
  const retry = await screen.findByRole('button', { name: /again|retry/i });
  await user.type(box('City'), ' East');
  isDown = false;
  await user.click(retry);
  expect(await screen.findByRole('checkbox', { name: 'Bank' })).toBeVisible();
  expect(box('City')).toHaveValue('Toronto East');
});

it('restores the draft with a notice after the guard left the page', async () => {
  const newcomer = guard({ status: 0, city: null, isTravelTo: null, workSpecialities: [] });
  mockEndpoint(listSpecialities, specialities);
  const { user, unmount } = show(newcomer);
  await screen.findByRole('group', { name: 'Specialities' });
  await user.type(box('City'), 'Oshawa');
  await user.click(screen.getByRole('checkbox', { name: 'Bank' }));
  fireEvent.change(screen.getByRole('slider'), { target: { value: '40' } });
  unmount();
  show(newcomer);
  await screen.findByRole('group', { name: 'Specialities' });
  expect(await screen.findByText(/We kept what you entered/)).toBeVisible();
  expect(box('City')).toHaveValue('Oshawa');
  expect(screen.getByRole('checkbox', { name: 'Bank' })).toBeChecked();
  expect(screen.getByRole('slider')).toHaveValue('40');
});
