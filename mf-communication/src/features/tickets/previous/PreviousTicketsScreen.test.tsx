import { listTickets } from '@portal/contracts/tickets/tickets.endpoints';
import { mockId } from '@portal/testing/ids';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { ticketOf } from '@portal/testing/tickets';
import { Icon } from '@portal/ui/Icon';
import { screen, within } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { PreviousTicketsScreen } from './PreviousTicketsScreen';

const open = (query = '') => renderScreen(<PreviousTicketsScreen />, { path: `/previousTicket${query}`, route: '/previousTicket' });
const page = (docs: ReturnType<typeof ticketOf>[], total = docs.length) => ({ docs, total });

it('[PREVTICKET-01, PREVTICKET-03, PREVTICKET-04, PREVTICKET-05] shows a card for each: title, date as DD/MM/YYYY, job title', async () => {
  mockEndpoint(
    listTickets,
    page([ticketOf(), ticketOf({ ticketDate: '2027-11-30T12:00:00.000Z', jobId: { id: mockId(1002), jobTitle: 'Hall watch' } }, 2)]),
  );
  open();
  const cards = await screen.findAllByRole('listitem');
  expect(cards).toHaveLength(2);
  expect(within(cards[0] as HTMLElement).getByRole('heading', { name: 'Pay of week 1' })).toBeVisible();
  expect(within(cards[0] as HTMLElement).getByText('05/03/2027 UTC')).toBeVisible();
  expect(within(cards[0] as HTMLElement).getByText('Night watch at the depot')).toBeVisible();
  expect(within(cards[1] as HTMLElement).getByRole('heading', { name: 'Pay of week 2' })).toBeVisible();
  expect(within(cards[1] as HTMLElement).getByText('30/11/2027 UTC')).toBeVisible();
  expect(within(cards[1] as HTMLElement).getByText('Hall watch')).toBeVisible();
});

it('[SHARED-21] shows the day in UTC and the day at the site, which differ at nine in the evening', async () => {
  mockEndpoint(listTickets, page([ticketOf({ ticketDate: '2027-03-06T02:00:00.000Z' })]));
  open();
  expect((await screen.findByText('06/03/2027 UTC')).closest('time')).toHaveTextContent(/^Fri, Mar 5, 2027 06\/03\/2027 UTC$/);
});

it('[PREVTICKET-02] has a back arrow to /support', async () => {
  mockEndpoint(listTickets, page([]));
  open();
  await screen.findByText('No data found');
  const back = screen.getByRole('link', { name: 'Support' });
  expect(back).toHaveAttribute('href', '/support');
  expect(back.innerHTML).toBe(`${renderToStaticMarkup(<Icon name="back" size={20} />)}Support`);
});

it('[PREVTICKET-06, PREVTICKET-08/2] shows the label Report File.pdf, followed by the number of pictures', async () => {
  mockEndpoint(listTickets, page([ticketOf(), ticketOf({ images: ['a.jpg', 'b.jpg', 'c.jpg'] }, 2)]));
  open();
  const [one, three] = await screen.findAllByText('Report File.pdf');
  expect(one?.parentElement).toHaveTextContent(/^Report File\.pdf1 picture$/);
  expect(three?.parentElement).toHaveTextContent(/^Report File\.pdf3 pictures$/);
});

it('[PREVTICKET-07, PREVTICKET-08/1] each card links to its own ticket by the id', async () => {
  mockEndpoint(listTickets, page([ticketOf(), ticketOf({}, 2)]));
  open();
  expect(await screen.findByRole('link', { name: 'Pay of week 1' })).toHaveAttribute('href', `/ticketDetail/${ticketOf().id}`);
  expect(screen.getByRole('link', { name: 'Pay of week 2' })).toHaveAttribute('href', `/ticketDetail/${ticketOf({}, 2).id}`);
});

it('[API-COMM-09] shows which tickets have an answer, ten a page', async () => {
  const mocked = mockEndpoint(listTickets, page([ticketOf({ response: [{ response: 'Paid.', at: null }] })], 25));
  open('?page=2');
  expect(await screen.findByText('Answered')).toBeVisible();
  expect(mocked.calls).toEqual([{ page: 2, limit: 10 }]);
  expect(screen.getByRole('link', { name: 'Page 3' })).toHaveAttribute('href', '/previousTicket?page=3');
});

it('[SHARED-32, SHARED-33/5] shows No data found when there are no tickets', async () => {
  mockEndpoint(listTickets, page([]));
  open();
  expect(await screen.findByText('No data found')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Report an issue' })).toHaveAttribute('href', '/reportIssue');
});

it('shows the reason of a failure', async () => {
  mockEndpoint(listTickets, fails({ code: 400, message: 'Broken' }));
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('Your tickets could not be loaded');
});
