import './deviceStorage';
import type { Guard } from '@portal/contracts/_kernel/guard';
import { profile } from '@portal/contracts/guards/guards.endpoints';
import { registrationMessages } from '@portal/contracts/guards/guards.registration';
import { updateGuard } from '@portal/contracts/guards/guards.registration.endpoints';
import { previewMedia } from '@portal/contracts/media/media.endpoints';
import { listSpecialities } from '@portal/contracts/specialities/specialities.endpoints';
import { act, fireEvent, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { guardAt } from './guard';
import { mockId } from './ids';
import { mockEndpoint, type Replier } from './mockEndpoint';
import { renderScreen } from './renderScreen';

/** Fills in the registration form like a guard. */
export const event = { id: mockId(90), name: 'Event security' };
export const picture = (name = 'card.jpg', size = 5) => new File([new Uint8Array(size)], name, { type: 'image/jpeg' });

interface Opened {
  guard?: Guard;
  status?: string;
  reply?: Replier<never, { id: string }>;
}

export async function openRegistration(
  shown: ReactNode,
  { guard = guardAt.registration(), status = '', reply = { id: guard.id } }: Opened = {},
) {
  mockEndpoint(profile, { guard });
  mockEndpoint(listSpecialities, [{ id: mockId(91), name: 'Bank' }, event]);
  const pictures = mockEndpoint(previewMedia, null);
  const saved = mockEndpoint(updateGuard, reply as Replier<unknown, { id: string }> as never, registrationMessages.saved);
  const path = `/guard/registration/${guard.id}${status && `?status=${status}`}`;
  const rendered = renderScreen(shown, { path, route: '/guard/registration/:id', guard });
  await screen.findByRole('form', { name: 'Registration' });
  return { ...rendered, saved, pictures };
}

type Inside = Pick<typeof screen, 'getByRole'>;
export const documentRow = (at: number) => within(screen.getByRole('group', { name: `Document ${at}` }));
export const employer = (at: number) => within(screen.getByRole('row', { name: new RegExp(`^Employer ${at} `) }));
export const field = (name: string, inside: Inside = screen) => inside.getByRole('textbox', { name });
export const type = (control: HTMLElement, text: string) => act(async () => void fireEvent.change(control, { target: { value: text } }));
export const press = (name: string | RegExp) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
export const save = () => press('Save and continue');
export const unlock = () => act(async () => void fireEvent.click(screen.getByRole('switch', { name: 'Edit my information' })));

export function choose(name: string, file = picture(), inside: Inside = screen) {
  const input = inside.getByRole('group', { name }).querySelector('input[type=file]') as HTMLInputElement;
  return act(async () => void fireEvent.change(input, { target: { files: [file] } }));
}

/** Fills in every required field without a value from sign-up. */
export async function fill() {
  await type(field('Licence expiry date'), '14/03/2029');
  await choose('Licence image', picture('licence.jpg'));
  await type(documentRow(1).getByRole('combobox', { name: 'Identification type' }), 'Canadian passport');
  await type(field('Identification number', documentRow(1)), 'AB-12.3 4');
  await choose('Identification file', picture('passport.jpg'), documentRow(1));
}
