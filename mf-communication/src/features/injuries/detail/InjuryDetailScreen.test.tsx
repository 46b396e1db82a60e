import { injuryDetail } from '@portal/contracts/injuries/injuries.endpoints';
import { previewMedia } from '@portal/contracts/media/media.endpoints';
import { injuryOf } from '@portal/testing/injuries';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { act, screen, waitFor, within } from '@testing-library/react';
import { InjuryDetailScreen } from './InjuryDetailScreen';

beforeEach(() => void mockEndpoint(previewMedia, new Blob(['picture'])));

const { id } = injuryOf();
const open = () => renderScreen(<InjuryDetailScreen />, { path: `/injuryDetail/${id}`, route: '/injuryDetail/:id' });
const valueUnder = async (name: string) => (await screen.findByText(name)).nextElementSibling as HTMLElement;
const answer = (title: string) => ({ title, description: `${title}: more`, at: '2027-03-06T15:00:00.000Z' });

it('[INJURYDETAIL-08] loads by its id from GET /report-injury/{id}', async () => {
  const mocked = mockEndpoint(injuryDetail, injuryOf());
  open();
  await screen.findByText('Animal Bite 1');
  expect([injuryDetail.method, injuryDetail.path, mocked.calls]).toEqual(['GET', '/report-injury/:id', [{ id }]]);
});

it('[INJURYDETAIL-01] has a Back link to /previousInjury', async () => {
  mockEndpoint(injuryDetail, injuryOf());
  open();
  await screen.findByText('Animal Bite 1');
  expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/previousInjury');
});

it.each([
  ['INJURYDETAIL-02', 'Title', 'Animal Bite 1'],
  ['INJURYDETAIL-03', 'Job Title', 'Night watch at the depot'],
  ['INJURYDETAIL-05', 'Description', 'A dog at the gate.'],
])('[%s] shows %s read-only', async (_id, name, value) => {
  mockEndpoint(injuryDetail, injuryOf());
  open();
  expect(await valueUnder(name)).toHaveTextContent(value);
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('[INJURYDETAIL-04, DATA-COMM-22/2, SHARED-21] shows the time of creation at the site and in UTC, and not the report’s date', async () => {
  mockEndpoint(injuryDetail, injuryOf({ date: '2027-03-01', createdAt: '2027-03-05T01:05:00.000Z' }));
  open();
  expect((await valueUnder('Created Date')).textContent?.replace(/\s/g, ' ')).toBe('Thu, Mar 4, 2027, 8:05 p.m. 05-03-2027 1:05, AM UTC');
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('[INJURYDETAIL-06, REPORTINJURY-21/3] shows every picture as a thumbnail and in the viewer', async () => {
  const asked = mockEndpoint(previewMedia, new Blob(['picture']));
  mockEndpoint(injuryDetail, injuryOf({ files: ['a.jpg', 'b.jpg'] }));
  const { user } = open();
  const list = await screen.findByRole('list', { name: 'Pictures' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(2);
  await waitFor(() =>
    expect([...list.querySelectorAll('li img')].map((image) => image.getAttribute('src'))).toEqual(['blob:test', 'blob:test']),
  );
  expect(asked.calls).toEqual([{ filename: 'a.jpg' }, { filename: 'b.jpg' }]);
  await user.click(within(list).getByRole('button', { name: 'View Picture 1' }));
  expect(await screen.findByRole('img', { name: 'Picture 1' })).toBeVisible();
  expect(screen.getByText(/1 of 2/)).toBeVisible();
});

it('[INJURYDETAIL-07] shows each response with title and description, and receives the next one', async () => {
  mockEndpoint(injuryDetail, injuryOf({ response: [answer('Seen')] }));
  const { portal } = open();
  const list = await screen.findByRole('list', { name: 'Responses' });
  expect(within(list).getByRole('heading', { name: 'Seen' })).toBeVisible();
  expect(within(list).getByText('Seen: more')).toBeVisible();
  mockEndpoint(injuryDetail, injuryOf({ response: [answer('Seen'), answer('Form sent')] }));
  act(() => portal.changed('injuries'));
  expect(await screen.findByRole('heading', { name: 'Form sent' })).toBeVisible();
  const responses = within(screen.getByRole('list', { name: 'Responses' })).getAllByRole('listitem');
  expect(responses.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^SeenSeen: more/),
    expect.stringMatching(/^Form sentForm sent: more/),
  ]);
});

it('shows that there is no response yet', async () => {
  mockEndpoint(injuryDetail, injuryOf());
  open();
  expect(await screen.findByText('We have not replied yet. We will notify you when we do.')).toBeVisible();
});

it('shows that a report does not exist, and the reason of other failures', async () => {
  mockEndpoint(injuryDetail, fails({ code: 404, message: 'There is no such injury report.' }));
  const { unmount } = open();
  expect(await screen.findByText('There is no such injury report.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Previous Injuries' })).toHaveAttribute('href', '/previousInjury');
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  unmount();
  mockEndpoint(injuryDetail, fails({ code: 400, message: 'Broken' }));
  open();
  expect(await screen.findByText('This injury report could not be loaded')).toBeVisible();
});
