import { type ENote, type ENoteJob, enoteJobs, writeEnote } from '@portal/contracts/enotes/enotes.endpoints';
import { enotesPaths } from '@portal/contracts/enotes/enotes.paths';
import { screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { mockId } from './ids';
import { jobIds } from './jobs';
import { mockEndpoint } from './mockEndpoint';
import { renderScreen, type ScreenOptions } from './renderScreen';

/** A job with notes, on 14 March 2027 from 10:00 to 18:00 in Toronto. The fake portal's time is 11:00 on that day. */
export const enoteJob = (changes: Partial<ENoteJob> = {}, n = 1): ENoteJob => ({
  ...jobIds(n),
  jobTitle: 'Night watch at the depot',
  description: 'Two patrols an hour.',
  location: { locationName: 'Toronto Yard 7', lat: 43.6532, long: -79.3832 },
  startTime: '2027-03-14T14:00:00Z',
  endTime: '2027-03-14T22:00:00Z',
  isWorked: false,
  shifts: 1,
  firstDay: '2027-03-14',
  lastDay: '2027-03-14',
  notes: 1,
  lastNoteAt: '2027-03-14T14:31:00.000Z',
  ...changes,
});

export const enote = (changes: Partial<ENote> = {}, n = 1): ENote => ({
  id: mockId(700 + n),
  jobId: jobIds().jobId,
  shiftId: jobIds().shiftId,
  title: 'Gate found open',
  eventTime: '14:30:00',
  at: '2027-03-14T14:30:00.000Z',
  type: 1,
  description: 'Closed it again.',
  file: null,
  seconds: null,
  bytes: null,
  photo: null,
  lat: null,
  long: null,
  accuracy: null,
  guardId: { id: mockId(3), firstName: 'Noor', lastName: 'Haddad' },
  createdAt: '2027-03-14T14:31:00.000Z',
  ...changes,
});

/** The server's reply after it saved a note. */
export const noteSaved = { id: jobIds().shiftId, at: '2027-03-14T15:00:00.000Z', isServerTime: false };

/** Opens the form for a guard with these jobs. The server accepts every note. */
export async function openEntry(entry: ReactElement, options: ScreenOptions = {}, jobs = [enoteJob({ isWorked: true })]) {
  mockEndpoint(enoteJobs, { docs: jobs, total: jobs.length });
  const sent = mockEndpoint(writeEnote, noteSaved);
  const shown = renderScreen(entry, { path: enotesPaths.write(), ...options });
  const title = await screen.findByLabelText('Title');
  return { sent, title, description: screen.getByLabelText('Description'), ...shown };
}

/** Like `openEntry`, with the Audio tab selected. */
export async function openAudio(entry: ReactElement, options?: ScreenOptions) {
  const shown = await openEntry(entry, options);
  await shown.user.click(screen.getByRole('tab', { name: 'Audio' }));
  return shown;
}

export async function chooseAudio({ user }: Pick<Awaited<ReturnType<typeof openEntry>>, 'user'>, file: File): Promise<void> {
  await user.upload(document.querySelector('input[type=file][accept^="audio"]') as HTMLInputElement, file);
}

/** Waits for the error of a field, and returns it. */
export async function fieldError(label: string): Promise<HTMLElement | null> {
  await waitFor(() => expect(screen.getByLabelText(label)).toBeInvalid());
  const ids = screen.getByLabelText(label).getAttribute('aria-describedby')?.split(' ') ?? [];
  return document.getElementById(ids.find((id) => id.endsWith('-error')) ?? '');
}
