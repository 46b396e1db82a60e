import { toWire } from '@portal/contracts/_kernel/wire';
import { previewMedia } from '@portal/contracts/media/media.endpoints';
import { createTicket, listTickets, type Ticket } from '@portal/contracts/tickets/tickets.endpoints';
import { emptyDevice } from '@portal/testing/deviceStorage';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { choosePictures, mockAssigned, offeredJobs, oneAssignedPerList, pictureFile, selectNamed, ticketOf } from '@portal/testing/tickets';
import { shrinkImage } from '@portal/ui/shrinkImage';
import { screen, waitFor } from '@testing-library/react';
import { ReportIssueScreen } from './ReportIssueScreen';

// jsdom cannot decode pictures, so they keep their size.
jest.mock('@portal/ui/shrinkImage');

let tickets: Ticket[];
beforeEach(async () => {
  await emptyDevice();
  tickets = [];
  jest.mocked(shrinkImage).mockImplementation(async (file) => ({ ok: true, file }));
  mockEndpoint(listTickets, () => ({ docs: tickets, total: tickets.length }));
  mockEndpoint(previewMedia, fails({ code: 404, message: 'Gone' }));
  mockAssigned();
});

const open = (query = '') => renderScreen(<ReportIssueScreen />, { path: `/reportIssue${query}`, route: '/reportIssue' });
const ready = () => screen.findByRole('combobox', { name: 'Ticket type' });
const submit = () => screen.getByRole('button', { name: 'Submit' });

type User = ReturnType<typeof open>['user'];
/** Fills a valid ticket, about pay by default. */
async function fill(user: User, type = 'Payout/Change payout', job = 'Hall watch, Yard 1') {
  await ready();
  if (job !== 'No job') await waitFor(() => expect(offeredJobs()).toContain('Hall watch, Yard 1'));
  await user.selectOptions(selectNamed('Ticket type'), type);
  await waitFor(() => expect(offeredJobs()).toContain(job));
  await user.selectOptions(selectNamed('Job'), job);
  await user.type(screen.getByLabelText('Title'), 'Pay of week 1');
  await user.type(screen.getByLabelText('Description'), 'Two hours are missing.');
  await choosePictures(pictureFile());
}

it('[REPORTISSUE-20, REPORTISSUE-22, REPORTISSUE-23, REPORTISSUE-24] sends a ticket, shows the server’s message as a toast, empties the form and reads the list again', async () => {
  const create = mockEndpoint(
    createTicket,
    () => {
      tickets = [ticketOf({ ticketTitle: 'As the server has it' })];
      return {};
    },
    'Ticket number 7 is with us.',
  );
  const { user, portal } = open();
  await fill(user);
  await choosePictures(pictureFile('second.jpg'));
  await user.click(submit());
  expect(await screen.findByRole('link', { name: 'View More: As the server has it' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'View More: Pay of week 1' })).toBeNull();
  expect(createTicket).toMatchObject({ method: 'POST', path: '/guards/ticket', body: 'multipart' });
  expect(create.calls).toEqual([
    {
      ticketType: 4,
      jobId: oneAssignedPerList[0].jobId.id,
      ticketTitle: 'Pay of week 1',
      description: 'Two hours are missing.',
      images: expect.any(Array),
    },
  ]);
  const form = toWire(createTicket, create.calls[0] as never).body as FormData;
  expect(form.getAll('images').map((file) => (file as File).name)).toEqual(['slip.jpg', 'second.jpg']);
  expect(portal.toasts).toEqual([{ kind: 'success', text: 'Ticket number 7 is with us.' }]);
  await waitFor(() => expect(screen.getByLabelText('Title')).toHaveValue(''));
  expect([
    selectNamed('Ticket type').value,
    selectNamed('Job').value,
    screen.getByLabelText<HTMLTextAreaElement>('Description').value,
  ]).toEqual(['', '', '']);
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
  expect([...portal.unsaved]).toEqual([]);
});

it.each([
  ['CODE-42', 'Current Job', 0, 'Hall watch, Yard 1'],
  ['CODE-43', 'Previous Job', 1, 'Night desk, Yard 3'],
  ['CODE-44', 'Upcoming Job', 2, 'Gate watch, Yard 2'],
  ['CODE-45', 'Profile Update', 3, 'Hall watch, Yard 1'],
  ['CODE-46', 'Payout/Change payout', 4, 'Hall watch, Yard 1'],
  ['CODE-47', 'Others', 5, 'Hall watch, Yard 1'],
])('[%s] sends %s as ticket type %i', async (_id, label, ticketType, job) => {
  const create = mockEndpoint(createTicket, {});
  const { user, portal } = open();
  await fill(user, label, job);
  expect([...selectNamed('Ticket type').selectedOptions].map(({ text, value }) => [text, value])).toEqual([[label, String(ticketType)]]);
  await user.click(submit());
  await waitFor(() => expect(portal.toasts).toHaveLength(1));
  expect(create.calls).toMatchObject([{ ticketType }]);
});

it.each([
  ['Profile Update', 3],
  ['Payout/Change payout', 4],
  ['Others', 5],
])('[REPORTISSUE-38/1] loads the current jobs before a type is chosen, so that a ticket of %s can be sent', async (type, ticketType) => {
  const loaded = mockAssigned();
  const create = mockEndpoint(createTicket, {});
  const { user } = open();
  await fill(user, type);
  expect(offeredJobs()).toEqual(['Hall watch, Yard 1', 'No job']);
  expect(loaded.calls).toEqual([{ jobStatus: 0 }]);
  await user.click(submit());
  await waitFor(() => expect(create.calls).toMatchObject([{ ticketType, jobId: oneAssignedPerList[0].jobId.id }]));
});

it.each([
  ['Profile Update', 3],
  ['Payout/Change payout', 4],
  ['Others', 5],
])('[REPORTISSUE-38/2] a guard without jobs sends a ticket of %s with No job, which is an explicit choice', async (type, ticketType) => {
  mockAssigned([]);
  const create = mockEndpoint(createTicket, {});
  const { user } = open();
  await fill(user, type, 'No job');
  await user.click(submit());
  await waitFor(() => expect(create.calls).toMatchObject([{ ticketType, jobId: '' }]));
  const form = toWire(createTicket, create.calls[0] as never).body as FormData;
  expect(form.getAll('jobId')).toEqual(['']);
});

it('[REPORTISSUE-07, REPORTISSUE-38/2] No job is never preselected, and is removed when the type needs a job', async () => {
  mockAssigned([]);
  const create = mockEndpoint(createTicket, {});
  const { user } = open();
  await fill(user, 'Others', 'No job');
  await user.selectOptions(selectNamed('Ticket type'), 'Current Job');
  expect(offeredJobs()).toEqual([]);
  expect(selectNamed('Job').value).toBe('');
  await user.selectOptions(selectNamed('Ticket type'), 'Others');
  expect(selectNamed('Job').value).toBe('');
  await user.click(submit());
  expect(await screen.findAllByText('Please select job')).not.toHaveLength(0);
  expect(create.calls).toEqual([]);
});

it.each([0, 429, 500])('[REPORTISSUE-25/2] lists the ticket as unsent after a %i, and empties the form', async (code) => {
  mockEndpoint(createTicket, fails({ code, message: 'Text of the server' }));
  const { user, portal } = open();
  await fill(user);
  await user.click(submit());
  const list = await screen.findByRole('list', { name: 'Not sent yet' });
  expect(list).toHaveTextContent('Ticket: Pay of week 1 is saved on this device and not sent yet.');
  expect(document.body).not.toHaveTextContent('Text of the server');
  expect(portal.navigations).toEqual([]);
  const entered = {
    ticketType: 4,
    jobId: oneAssignedPerList[0].jobId.id,
    ticketTitle: 'Pay of week 1',
    description: 'Two hours are missing.',
  };
  expect(portal.outbox.current()).toMatchObject([{ state: 'on device', input: { ...entered, images: [{ name: 'slip.jpg' }] } }]);
  await waitFor(() => expect(screen.getByLabelText('Title')).toHaveValue(''));
});

it('[REPORTISSUE-39] the button is disabled and shows progress while the ticket is sent, which can be cancelled', async () => {
  mockEndpoint(createTicket, (_input, { onProgress }) => {
    onProgress?.(0.5);
    return new Promise(() => undefined);
  });
  const { user, portal } = open();
  await fill(user);
  await user.click(submit());
  expect(await screen.findByRole('button', { name: 'Please Wait...' })).toBeDisabled();
  expect(screen.getByRole('progressbar', { name: 'Sending your ticket' })).toHaveAttribute('value', '0.5');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('Cancelled. What you entered is still here.')).toHaveAttribute('role', 'status');
  expect(submit()).toBeEnabled();
  expect(screen.getByLabelText('Title')).toHaveValue('Pay of week 1');
  expect(portal.outbox.current()).toEqual([]);
});

it('offers no cancellation once everything is sent', async () => {
  mockEndpoint(createTicket, (_input, { onProgress }) => {
    onProgress?.(1);
    return new Promise(() => undefined);
  });
  const { user } = open();
  await fill(user);
  await user.click(submit());
  expect(await screen.findByRole('progressbar', { name: 'Sending your ticket' })).toHaveAttribute('value', '1');
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
});

it('Cancel also ends the request of a ticket that the device could not store', async () => {
  let asked: AbortSignal | undefined;
  mockEndpoint(createTicket, (_input, { onProgress, signal }) => {
    asked = signal;
    onProgress?.(0.5);
    return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('canceled'))));
  });
  const { user, portal } = open();
  portal.outbox.isFull = true;
  await fill(user);
  await user.click(submit());
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('Cancelled. What you entered is still here.')).toHaveAttribute('role', 'status');
  expect(asked?.aborted).toBe(true);
});

it('values from the address alone create no draft', async () => {
  const { unmount, portal } = open('?type=4');
  await ready();
  expect(selectNamed('Ticket type')).toHaveDisplayValue('Payout/Change payout');
  expect([...portal.unsaved]).toEqual([]);
  unmount();
  open();
  await ready();
  expect(selectNamed('Ticket type')).toHaveValue('');
  expect(screen.queryByText(/^We kept what you entered/)).toBeNull();
});

it('values from the address replace those of a draft', async () => {
  const { user, unmount } = open();
  await fill(user);
  unmount();
  open('?type=5');
  expect(await screen.findByText(/^We kept what you entered/)).toBeVisible();
  await waitFor(() => expect(selectNamed('Ticket type')).toHaveDisplayValue('Others'));
  expect(screen.getByLabelText('Title')).toHaveValue('Pay of week 1');
});

it('stores the draft on the device and restores it', async () => {
  const { user, unmount } = open();
  await fill(user);
  unmount();
  open();
  expect(await screen.findByText(/^We kept what you entered/)).toBeVisible();
  expect(screen.getByLabelText('Title')).toHaveValue('Pay of week 1');
  expect(await screen.findByRole('button', { name: 'Remove slip.jpg' })).toBeVisible();
  expect(selectNamed('Ticket type')).toHaveDisplayValue('Payout/Change payout');
});
