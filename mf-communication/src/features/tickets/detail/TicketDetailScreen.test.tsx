import { previewMedia } from '@portal/contracts/media/media.endpoints';
import { ticketDetail } from '@portal/contracts/tickets/tickets.endpoints';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { ticketOf } from '@portal/testing/tickets';
import { act, screen, waitFor, within } from '@testing-library/react';
import { TicketDetailScreen } from './TicketDetailScreen';

beforeEach(() => void mockEndpoint(previewMedia, fails({ code: 404, message: 'Gone' })));

const { id } = ticketOf();
const open = () => renderScreen(<TicketDetailScreen />, { path: `/ticketDetail/${id}`, route: '/ticketDetail/:id' });
const valueUnder = async (name: string) => (await screen.findByText(name)).nextElementSibling as HTMLElement;

it('[TICKETDETAIL-08] loads by its id', async () => {
  const mocked = mockEndpoint(ticketDetail, ticketOf());
  open();
  await screen.findByText('Pay of week 1');
  expect(ticketDetail).toMatchObject({ method: 'GET', path: '/guards/ticket/:id' });
  expect(mocked.calls).toEqual([{ id }]);
});

it('[TICKETDETAIL-01] has a Back link to /reportIssue', async () => {
  mockEndpoint(ticketDetail, ticketOf());
  open();
  await screen.findByText('Pay of week 1');
  expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/reportIssue');
});

it.each([
  ['TICKETDETAIL-02', 'Ticket Title', 'Pay of week 1'],
  ['TICKETDETAIL-03', 'Job Title', 'Night watch at the depot'],
  ['TICKETDETAIL-04', 'Ticket date', 'Fri, Mar 5, 2027, 1:05 p.m.'],
])('[%s] shows %s read-only', async (_id, name, value) => {
  mockEndpoint(ticketDetail, ticketOf());
  open();
  expect((await valueUnder(name)).textContent?.replace(/\s/g, ' ')).toContain(value);
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('[TICKETDETAIL-05] the conversation begins with the description, read-only', async () => {
  mockEndpoint(ticketDetail, ticketOf());
  open();
  const conversation = await screen.findByRole('list', { name: 'Conversation' });
  const [first, ...others] = within(conversation).getAllByRole('listitem');
  expect(first).toHaveTextContent('You');
  expect(within(first as HTMLElement).getByText('Two hours are missing.')).toBeVisible();
  expect(others.filter(({ textContent }) => textContent?.includes('Guard Portal team'))).toEqual([]);
  expect(screen.queryByRole('textbox')).toBeNull();
});

it.each([
  ['CODE-42', 0, 'Current Job'],
  ['CODE-43', 1, 'Previous Job'],
  ['CODE-44', 2, 'Upcoming Job'],
  ['CODE-45', 3, 'Profile Update'],
  ['CODE-46', 4, 'Payout/Change payout'],
  ['CODE-47', 5, 'Others'],
])('[%s] shows type %i of a ticket as %s', async (_id, ticketType, label) => {
  mockEndpoint(ticketDetail, ticketOf({ ticketType }));
  open();
  expect((await valueUnder('Ticket type')).textContent).toBe(label);
});

it('[TICKETDETAIL-06] names the pictures by the guard’s file names', async () => {
  mockEndpoint(ticketDetail, ticketOf({ images: ['one.jpg', 'two.png'], imageNames: ['slip of May.jpg', 'the gate.png'] }));
  mockEndpoint(previewMedia, new Blob(['picture']));
  open();
  const list = await screen.findByRole('list', { name: 'Attachment' });
  expect(list.textContent).toBe('slip of May.jpgthe gate.png');
  expect(screen.getByRole('button', { name: 'View the gate.png' })).toBeVisible();
});

it('[TICKETDETAIL-06] shows the pictures with their filenames, and each in full in a viewer', async () => {
  mockEndpoint(ticketDetail, ticketOf({ images: ['one.jpg', 'two.png'] }));
  const asked = mockEndpoint(previewMedia, new Blob(['picture']));
  const { user } = open();
  const list = await screen.findByRole('list', { name: 'Attachment' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['one.jpg', 'two.png']);
  await waitFor(() => expect([...list.querySelectorAll('img')].map(({ src }) => src)).toEqual(['blob:test', 'blob:test']));
  expect(asked.calls).toEqual([{ filename: 'one.jpg' }, { filename: 'two.png' }]);
  await user.click(screen.getByRole('button', { name: 'View two.png' }));
  const viewer = screen.getByRole('dialog', { name: 'two.png' });
  expect(viewer).toBeVisible();
  expect(await within(viewer).findByRole('img', { name: 'two.png' })).toHaveAttribute('src', 'blob:test');
});

it('[TICKETDETAIL-07] shows the answers of staff, and receives the next one', async () => {
  mockEndpoint(ticketDetail, ticketOf({ response: [{ response: 'We look into it.', at: '2027-03-06T15:00:00.000Z' }] }));
  const { portal } = open();
  const list = await screen.findByRole('list', { name: 'Conversation' });
  expect(within(list).getByText('We look into it.')).toBeVisible();
  mockEndpoint(
    ticketDetail,
    ticketOf({
      response: [
        { response: 'We look into it.', at: null },
        { response: 'Paid on Friday.', at: null },
      ],
    }),
  );
  act(() => portal.changed('tickets'));
  expect(await screen.findByText('Paid on Friday.')).toBeVisible();
  const answers = within(screen.getByRole('list', { name: 'Conversation' })).getAllByRole('listitem');
  expect(answers.filter(({ textContent }) => textContent?.startsWith('Guard Portal team')).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('We look into it.'),
    expect.stringContaining('Paid on Friday.'),
  ]);
});

it('shows that there is no answer yet', async () => {
  mockEndpoint(ticketDetail, ticketOf());
  open();
  expect(await screen.findByText('We have not replied yet. We will notify you when we do.')).toBeVisible();
});

it('shows that a ticket does not exist, and the reason of other failures', async () => {
  mockEndpoint(ticketDetail, fails({ code: 404, message: 'There is no such ticket.' }));
  const { unmount } = open();
  expect(await screen.findByText('There is no such ticket.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Previous Tickets' })).toHaveAttribute('href', '/previousTicket');
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  unmount();
  mockEndpoint(ticketDetail, fails({ code: 400, message: 'Broken' }));
  open();
  expect(await screen.findByText('The ticket could not be loaded')).toBeVisible();
});
