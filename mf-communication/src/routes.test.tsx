import { getRooms, initChat } from '@portal/contracts/chat/chat.endpoints';
import { enoteJobs, listEnotes } from '@portal/contracts/enotes/enotes.endpoints';
import { injuryDetail, injuryTypes, listInjuries } from '@portal/contracts/injuries/injuries.endpoints';
import { assignedJobs } from '@portal/contracts/jobs/jobs.assigned';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { listTickets, ticketDetail } from '@portal/contracts/tickets/tickets.endpoints';
import { emptyDevice } from '@portal/testing/deviceStorage';
import { expectReadAtPress } from '@portal/testing/earlyReads';
import { enote, enoteJob, openEntry } from '@portal/testing/enotes';
import { mockId } from '@portal/testing/ids';
import { injuryOf } from '@portal/testing/injuries';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { ticketOf } from '@portal/testing/tickets';
import { screen, waitFor, within } from '@testing-library/react';
import { Screens } from './routes';

afterEach(emptyDevice);

it('[ROUTE-30] /notification shows Notification Alerts', async () => {
  const alert = { id: mockId(9), title: 'Your job was moved', description: 'It starts an hour later.', to: null, isRead: true };
  mockEndpoint(listNotifications, { docs: [{ ...alert, createdAt: '2027-03-14T18:05:00.000Z' }], total: 1 });
  renderScreen(<Screens />, { path: '/notification' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Notification Alerts' })).toBeVisible();
  const item = within(await screen.findByRole('listitem'));
  expect(item.getByRole('heading', { name: 'Your job was moved' })).toBeVisible();
  expect(item.getByText('It starts an hour later.')).toBeVisible();
});

it.each([
  ['ROUTE-36', '/eNote', 'E-Note', 'You have no jobs yet'],
  ['ROUTE-37', '/eNotes', 'eNotes', 'No jobs yet'],
])('[%s] %s shows %s', async (_id, path, name, without) => {
  mockEndpoint(enoteJobs, { docs: [], total: 0 });
  renderScreen(<Screens />, { path });
  expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible();
  expect(await screen.findByText(without)).toBeVisible();
});

it('[ROUTE-36] /eNote is live: a guard with a job writes and sends a note there', async () => {
  const { user, sent, title, description } = await openEntry(<Screens />);
  expect(window.location.pathname).toBe('/eNote');
  expect(screen.getByRole('heading', { level: 1, name: 'E-Note' })).toBeVisible();
  await user.type(title, 'Gate found open');
  await user.type(description, 'Closed it again.');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(sent.calls).toMatchObject([{ title: 'Gate found open', description: 'Closed it again.' }]));
});

it('[ROUTE-37] /eNotes shows the notes of a job', async () => {
  mockEndpoint(enoteJobs, { docs: [enoteJob()], total: 1 });
  mockEndpoint(listEnotes, { docs: [enote()], total: 1 });
  renderScreen(<Screens />, { path: `/eNotes?jobId=${enoteJob().jobId}` });
  const notes = within(await screen.findByRole('region', { name: 'Notes of Night watch at the depot' }));
  expect(await notes.findByText('Gate found open')).toBeVisible();
});

it.each([
  ['ROUTE-33', '/support', 'Support'],
  ['ROUTE-42', '/previousTicket', 'Previous Tickets'],
  ['ROUTE-44', '/ticketDetail/00000000-0000-4000-8000-000000000001', 'Ticket Detail'],
])('[%s] %s shows %s', async (_id, path, name) => {
  mockEndpoint(assignedJobs, { docs: [], total: 0 });
  mockEndpoint(listTickets, { docs: [], total: 0 });
  const read = mockEndpoint(ticketDetail, ticketOf({ images: [] }));
  renderScreen(<Screens />, { path });
  expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible();
  await screen.findByText(/No data found|We have not replied yet/);
  expect(read.calls).toEqual(path.startsWith('/ticketDetail/') ? [{ id: path.split('/').at(-1) }] : []);
});

it.each([
  ['ROUTE-31', '/report-injury', 'Report Injury', 'You have no previous jobs yet.'],
  ['ROUTE-45', '/previousInjury', 'Previous Injuries', 'Injuries you report, and our replies, will appear here.'],
  ['ROUTE-46', '/injuryDetail/00000000-0000-4000-8000-000000000001', 'Injury Detail', 'A dog at the gate.'],
])('[%s] %s shows %s', async (_id, path, name, content) => {
  mockEndpoint(assignedJobs, { docs: [], total: 0 });
  mockEndpoint(injuryTypes, []);
  mockEndpoint(listInjuries, { docs: [], total: 0 });
  const read = mockEndpoint(injuryDetail, injuryOf({ files: [] }));
  renderScreen(<Screens />, { path });
  expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible();
  expect(await screen.findByText(content)).toBeVisible();
  expect(read.calls).toEqual(path.startsWith('/injuryDetail/') ? [{ id: path.split('/').at(-1) }] : []);
});

it('[ROUTE-43] /reportIssue shows Report Issue: its form and the guard’s tickets', async () => {
  mockEndpoint(assignedJobs, { docs: [], total: 0 });
  mockEndpoint(listTickets, { docs: [ticketOf({ images: [] })], total: 1 });
  renderScreen(<Screens />, { path: '/reportIssue' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Report Issue' })).toBeVisible();
  expect(await screen.findByRole('combobox', { name: 'Ticket type' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Submit' })).toBeEnabled();
  expect(await screen.findByRole('table', { name: 'Previous Tickets' })).toHaveTextContent('Pay of week 1');
});

it.each(['/eNote', '/eNotes', '/support', '/previousTicket', '/report-injury', '/previousInjury', '/chat'])(
  '%s offers each next step once to a guard without data',
  async (path) => {
    for (const endpoint of [enoteJobs, assignedJobs, listTickets, listInjuries])
      mockEndpoint(endpoint as never, { docs: [], total: 0 } as never);
    mockEndpoint(injuryTypes, []);
    mockEndpoint(initChat, ({ userId }) => ({ userId: String(userId) }));
    mockEndpoint(getRooms, []);
    renderScreen(<Screens />, { path });
    await screen.findByText(/No data found|[Nn]o jobs yet|no previous jobs yet/);
    const links = screen.queryAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual([...new Set(links)]);
  },
);

it('[ROUTE-25] /chat shows Job Chats', async () => {
  mockEndpoint(initChat, ({ userId }) => ({ userId: String(userId) }));
  mockEndpoint(getRooms, []);
  renderScreen(<Screens />, { path: '/chat' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Job Chats' })).toBeVisible();
  expect(await screen.findByText('No data found')).toBeVisible();
});

it('[INSTANT-04] the press of a link to /notification requests what the screen reads first, and the screen requests it no second time', async () => {
  const { calls } = mockEndpoint(listNotifications, { docs: [], total: 0 });
  await expectReadAtPress(Screens, {
    path: '/notification',
    calls,
    whenShown: async () => {
      expect(await screen.findByRole('heading', { level: 1, name: 'Notification Alerts' })).toBeVisible();
      await screen.findByText(/No Data Found/);
    },
  });
});
