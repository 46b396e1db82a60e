import type { AssignedJob } from '@portal/contracts/jobs/jobs.assigned';
import { assignedJobs } from '@portal/contracts/jobs/jobs.assigned';
import type { Ticket } from '@portal/contracts/tickets/tickets.endpoints';
import { act, fireEvent, screen } from '@testing-library/react';
import { mockId } from './ids';
import { mockEndpoint } from './mockEndpoint';

/** The nth ticket of a guard, without a reply. */
export const ticketOf = (over: Partial<Ticket> = {}, n = 1): Ticket => ({
  id: mockId(5000 + n),
  ticketTitle: `Pay of week ${n}`,
  ticketType: 4,
  description: 'Two hours are missing.',
  ticketDate: '2027-03-05T18:05:00.000Z',
  images: [`${'a'.repeat(31)}${n}.jpg`],
  jobId: { id: mockId(1001), jobTitle: 'Night watch at the depot' },
  response: [],
  ...over,
});

export const assignedOf = (n: number, jobTitle = `Gate ${n}`): AssignedJob => ({
  jobId: { id: mockId(1000 + n), jobTitle, locationId: { locationName: `Yard ${n}` } },
});

/** A job of each list: current, upcoming, previous. */
export const oneAssignedPerList = [assignedOf(1, 'Hall watch'), assignedOf(2, 'Gate watch'), assignedOf(3, 'Night desk')] as const;

/** Replies with the jobs of a list, or of all lists if none is named. */
export const mockAssigned = (lists: readonly (readonly AssignedJob[])[] = oneAssignedPerList.map((job) => [job])) =>
  mockEndpoint(assignedJobs, ({ jobStatus }) => {
    const docs = [...(jobStatus === undefined ? lists.flat() : (lists[jobStatus] ?? []))];
    return { docs, total: docs.length };
  });

export const selectNamed = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name });
export const offeredJobs = () => [...selectNamed('Job').options].slice(1).map(({ text }) => text);

export const pictureFile = (name = 'slip.jpg') => new File(['x'], name, { type: 'image/jpeg' });
export async function choosePictures(...files: File[]): Promise<void> {
  const input = document.querySelector('input[type=file]:not([capture])') as HTMLInputElement;
  await act(async () => void fireEvent.change(input, { target: { files } }));
}
