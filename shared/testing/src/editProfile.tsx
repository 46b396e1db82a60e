import './deviceStorage';
import type { Guard } from '@portal/contracts/_kernel/guard';
import { profile } from '@portal/contracts/guards/guards.endpoints';
import { updateGuard } from '@portal/contracts/guards/guards.registration.endpoints';
import { previewMedia } from '@portal/contracts/media/media.endpoints';
import { act, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { guard as someGuard } from './guard';
import { mockEndpoint, type Replier } from './mockEndpoint';
import { press } from './registration';
import { renderScreen } from './renderScreen';

/** A guard with a valid profile. */
export const ada = (over: Partial<Guard> = {}) =>
  someGuard({ securityRegistrationDocument: 'licence.jpg', securityRegistrationExpiryDate: '2029-03-14', ...over });

interface Opened {
  guard?: Guard;
  /** The profile on the server; by default the guard. */
  stored?: Replier<never, { guard: Guard }>;
  /** The guard in the navigation state. */
  handed?: Guard;
  reply?: Replier<never, { id: string }>;
  /** The path of `shown`. Any other path renders nothing. */
  route?: string;
}

export async function openEditProfile(shown: ReactNode, { guard = ada(), handed, route = '/guard/editProfile', ...replies }: Opened = {}) {
  const { stored = { guard }, reply = { id: guard.id } } = replies;
  const read = mockEndpoint(profile, stored as never);
  mockEndpoint(previewMedia, null);
  const saved = mockEndpoint(updateGuard, reply as never);
  const updates: Guard[] = [];
  const session = { update: (next: Guard) => void updates.push(next) };
  const path = '/guard/editProfile';
  const rendered = renderScreen(shown, { path, route, guard, portal: { session } });
  if (handed) act(() => rendered.portal.navigate(path, { state: { guard: handed } }));
  await screen.findByRole('form', { name: 'Edit Profile' });
  rendered.portal.navigations.length = 0;
  return { ...rendered, saved, read, updates };
}

export const saveProfile = () => press('Save changes');
/** Saves, and waits until the screen has navigated, so that the navigation does not happen in the next test. */
export async function saveAndLeave({ navigations }: { navigations: readonly unknown[] }) {
  await saveProfile();
  await waitFor(() => expect(navigations).toHaveLength(1));
}
export const group = (name: string) => screen.getByRole('group', { name });
