import { previewMedia } from '@portal/contracts/media/media.endpoints';
import { listTickets, type Ticket } from '@portal/contracts/tickets/tickets.endpoints';
import { emptyDevice } from '@portal/testing/deviceStorage';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { mockAssigned, ticketOf } from '@portal/testing/tickets';
import { screen, within } from '@testing-library/react';
import { ReportIssueScreen } from './ReportIssueScreen';

let tickets: Ticket[];
beforeEach(async () => {
  await emptyDevice();
  tickets = [];
  mockEndpoint(listTickets, () => ({ docs: tickets, total: tickets.length }));
  mockEndpoint(previewMedia, fails({ code: 404, message: 'Gone' }));
  mockAssigned();
});

const open = (query = '') => renderScreen(<ReportIssueScreen />, { path: `/reportIssue${query}`, route: '/reportIssue' });
const ready = () => screen.findByRole('combobox', { name: 'Ticket type' });
const table = () => screen.findByRole('table', { name: 'Previous Tickets' });
const cell = async (column: string, at = 0) => {
  const headers = within(await table())
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);
  const row = within(await table()).getAllByRole('row')[at + 1];
  return row?.children[headers.indexOf(column)] as HTMLElement;
};

it('[REPORTISSUE-26, REPORTISSUE-34, REPORTISSUE-35, SHARED-29] is a paged table of ten from the stated call', async () => {
  const docs = Array.from({ length: 10 }, (_, at) => ticketOf({}, at + 11));
  const mocked = mockEndpoint(listTickets, { docs, total: 25 });
  open('?type=4&page=2');
  await ready();
  expect(await table()).toBeVisible();
  expect(
    within(await table())
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent),
  ).toEqual(docs.map(({ ticketTitle }) => ticketTitle));
  expect(screen.getByRole('heading', { name: 'Previous Tickets' })).toBeVisible();
  expect(listTickets).toMatchObject({ method: 'GET', path: '/guards/ticket' });
  expect(mocked.calls).toEqual([{ page: 2, limit: 10 }]);
  expect(screen.getByRole('link', { name: 'Page 3' })).toHaveAttribute('href', '/reportIssue?type=4&page=3');
  expect(screen.queryByRole('link', { name: 'Page 4' })).toBeNull();
});

it.each([
  ['REPORTISSUE-27', 'Ticket Title', 'Pay of week 1'],
  ['REPORTISSUE-28', 'Job Title', 'Night watch at the depot'],
  ['REPORTISSUE-29', 'Date', 'Fri, Mar 5, 2027 05-03-2027 UTC'],
  ['REPORTISSUE-31', 'Attachment', 'No Image'],
])('[%s] has a column %s', async (_id, column, text) => {
  tickets = [ticketOf({ images: [] })];
  open();
  await ready();
  expect((await cell(column)).textContent).toBe(text);
});

it('[REPORTISSUE-30, REPORTISSUE-31] has a column Attachment with thumbnails, or No Image without any', async () => {
  tickets = [ticketOf({ images: ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg'] })];
  const asked = mockEndpoint(previewMedia, new Blob(['picture']));
  open();
  await ready();
  expect(await within(await cell('Attachment')).findAllByRole('img')).toHaveLength(3);
  const drawn = within(await cell('Attachment')).getAllByRole<HTMLImageElement>('img', { name: /^Picture \d$/ });
  expect(drawn.map(({ alt, src }) => [alt, src])).toEqual([1, 2, 3].map((n) => [`Picture ${n}`, 'blob:test']));
  expect(await cell('Attachment')).toHaveTextContent('+2');
  expect(screen.queryByText('No Image')).toBeNull();
  expect(asked.calls.map(({ filename }) => filename)).toEqual(['a.jpg', 'b.jpg', 'c.jpg']);
});

it('[SHARED-21] shows the day in UTC and the day at the site, which differ at nine in the evening', async () => {
  tickets = [ticketOf({ ticketDate: '2027-03-06T02:00:00.000Z' })];
  open();
  await ready();
  expect((await cell('Date')).textContent).toBe('Fri, Mar 5, 2027 06-03-2027 UTC');
});

it('[REPORTISSUE-32] View More in the column Action of each row opens the ticket of that row', async () => {
  tickets = [ticketOf(), ticketOf({}, 2)];
  open();
  await ready();
  for (const [at, ticket] of tickets.entries()) {
    const link = within(await cell('Action', at)).getByRole('link', { name: `View More: Pay of week ${at + 1}` });
    expect(link).toHaveTextContent(/^View More$/);
    expect(link).toHaveAttribute('href', `/ticketDetail/${ticket.id}`);
  }
});

it('[REPORTISSUE-33, SHARED-32, SHARED-33/5] shows No data found only when there are no tickets', async () => {
  const { unmount } = open();
  await ready();
  expect(await screen.findByText('No data found')).toBeVisible();
  unmount();
  tickets = [ticketOf()];
  open();
  expect(await table()).toBeVisible();
  expect(screen.queryByText('No data found')).toBeNull();
});

it('shows the reason of a failure, and keeps the form', async () => {
  mockEndpoint(listTickets, fails({ code: 400, message: 'Broken' }));
  open();
  expect(await screen.findByText('Your tickets could not be loaded')).toBeVisible();
  expect(await ready()).toBeVisible();
});
