import { deviceZone } from '@portal/contracts/_kernel/deviceZone';
import { listInjuries, reportInjury } from '@portal/contracts/injuries/injuries.endpoints';
import { previewMedia } from '@portal/contracts/media/media.endpoints';
import { injuryOf } from '@portal/testing/injuries';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { waitingWrite } from '@portal/testing/outbox';
import { renderScreen } from '@portal/testing/renderScreen';
import { act, screen, waitFor, within } from '@testing-library/react';
import { PreviousInjuriesScreen } from './PreviousInjuriesScreen';

beforeEach(() => void mockEndpoint(previewMedia, new Blob(['picture'])));

const open = (query = '') => renderScreen(<PreviousInjuriesScreen />, { path: `/previousInjury${query}`, route: '/previousInjury' });
const page = (docs: ReturnType<typeof injuryOf>[], total = docs.length) => ({ docs, total });
const cell = async (column: string) => {
  const table = await screen.findByRole('table', { name: 'Previous Injuries' });
  expect(within(table).getByRole('columnheader', { name: column })).toBeInTheDocument();
  return table.querySelector(`[data-label="${column}"]`) as HTMLElement;
};

it.each([
  ['PREVINJURY-01', 'Injury Title', 'Animal Bite 1'],
  ['PREVINJURY-02', 'Injury Description', 'A dog at the gate.'],
])('[%s] has a column %s', async (_id, column, value) => {
  mockEndpoint(listInjuries, page([injuryOf()]));
  open();
  expect(await cell(column)).toHaveTextContent(value);
});

it('[PREVINJURY-03, DATA-COMM-22/1] shows the date as DD-MM-YYYY, and not the day of the report', async () => {
  mockEndpoint(listInjuries, page([injuryOf({ date: '2027-03-01', createdAt: '2027-03-05T01:05:00.000Z' })]));
  open();
  expect(await cell('Date')).toHaveTextContent(/^01-03-2027$/);
});

it('[PREVINJURY-04] has thumbnails of the attachments, which open', async () => {
  const asked = mockEndpoint(previewMedia, new Blob(['picture']));
  mockEndpoint(listInjuries, page([injuryOf({ files: ['a.jpg', 'b.jpg'] })]));
  const { user } = open();
  const attached = await cell('Attachment');
  expect(within(attached).getAllByRole('listitem')).toHaveLength(2);
  await waitFor(() =>
    expect([...attached.querySelectorAll('li img')].map((image) => image.getAttribute('src'))).toEqual(['blob:test', 'blob:test']),
  );
  expect(asked.calls).toEqual([{ filename: 'a.jpg' }, { filename: 'b.jpg' }]);
  await user.click(within(attached).getByRole('button', { name: 'View Animal Bite 1 2' }));
  expect(screen.getByRole('dialog', { name: 'Animal Bite 1 2' })).toBeVisible();
});

it('[PREVINJURY-05] View More opens the detail', async () => {
  const reports = [injuryOf(), injuryOf({}, 2), injuryOf({}, 3)];
  mockEndpoint(listInjuries, page(reports));
  open();
  expect(await cell('Action')).toHaveTextContent('View More');
  const links = screen.getAllByText('View More').map((words) => words.closest('a')?.getAttribute('href'));
  expect(links).toEqual(reports.map(({ id }) => `/injuryDetail/${id}`));
});

it('[PREVINJURY-06, SHARED-32, SHARED-33/5] shows No data found only when there are no reports', async () => {
  mockEndpoint(listInjuries, page([]));
  const { unmount } = open();
  expect(await screen.findByText('No data found')).toBeVisible();
  const [report, ...others] = screen.getAllByRole('link');
  expect(report).toHaveAccessibleName('Report Injury');
  expect(report).toHaveAttribute('href', '/report-injury');
  expect(others).toEqual([]);
  unmount();
  mockEndpoint(listInjuries, page([injuryOf()]));
  open();
  await cell('Date');
  expect(screen.queryByText('No data found')).toBeNull();
});

it('[PREVINJURY-07, PREVINJURY-08, PREVINJURY-09/1, API-COMM-15] loads the first page of ten from GET /report-injury', async () => {
  const mocked = mockEndpoint(listInjuries, page([injuryOf()]));
  open();
  await cell('Date');
  expect([listInjuries.method, listInjuries.path, mocked.calls]).toEqual(['GET', '/report-injury', [{ limit: 10, page: 1 }]]);
});

it('[PREVINJURY-07, PREVINJURY-09/2, SHARED-30] shows ten a page, and has a pager when there are more than ten', async () => {
  const ten = Array.from({ length: 10 }, (_, at) => injuryOf({}, at + 1));
  mockEndpoint(listInjuries, page(ten));
  const { unmount } = open();
  await cell('Date');
  expect(screen.queryByRole('navigation', { name: 'Pages of injury reports' })).toBeNull();
  unmount();
  mockEndpoint(listInjuries, page(ten, 11));
  open();
  const pager = await screen.findByRole('navigation', { name: 'Pages of injury reports' });
  expect(within(pager).getByRole('link', { name: 'Page 2' })).toHaveAttribute('href', '/previousInjury?page=2');
  expect(within(pager).queryByRole('link', { name: 'Page 3' })).toBeNull();
  expect(document.querySelectorAll('[data-label="Date"]')).toHaveLength(10);
});

it('[PREVINJURY-09/2] reads the page that the pager links to', async () => {
  const ten = Array.from({ length: 10 }, (_, at) => injuryOf({}, at + 1));
  const mocked = mockEndpoint(listInjuries, ({ page: number }) => page(number === 2 ? [injuryOf({}, 11)] : ten, 11));
  open('?page=2');
  expect(await screen.findByText('Animal Bite 11')).toBeVisible();
  expect(document.querySelectorAll('[data-label="Date"]')).toHaveLength(1);
  expect(mocked.calls).toEqual([{ limit: 10, page: 2 }]);
});

it('shows which reports have a response', async () => {
  mockEndpoint(listInjuries, page([injuryOf({ response: [{ title: 'Seen', description: 'We call you.', at: null }] }), injuryOf({}, 2)]));
  open();
  await cell('Date');
  expect(screen.getAllByText('Answered')).toHaveLength(1);
});

it('[REPORTINJURY-20/2] lists the unsent reports of this device with their state', async () => {
  mockEndpoint(listInjuries, page([]));
  const { portal } = open();
  await screen.findByText('No data found');
  const entry = waitingWrite({ key: 'k', endpointId: reportInjury.id, input: { title: 'Heat or Cold' } });
  const words = (over: object) => {
    act(() => portal.outbox.put({ ...entry, ...over }));
    return screen.getByRole('list', { name: 'Not sent yet' }).textContent?.replace(/\s/g, ' ');
  };
  expect(words({})).toMatch(/^Heat or ColdWritten Sun, Mar 14, 2027, 11:00 a\.m\.\. Your injury report is saved on this device/);
  jest.mocked(deviceZone).mockReturnValue('America/Winnipeg');
  expect(words({ bytes: 1 })).toMatch(/^Heat or ColdWritten Sun, Mar 14, 2027, 10:00 a\.m\. CDT\. /);
  jest.mocked(deviceZone).mockReturnValue('America/Toronto');
  expect(words({ state: 'sending' })).toBe('Heat or ColdBeing sent…');
  const failure = { code: 403, message: '', userMessage: 'This job is not one of yours.', fields: {} };
  expect(words({ state: 'failed', failure })).toBe('Heat or ColdNot sent. This job is not one of yours.');
  act(() => portal.outbox.put({ ...entry, state: 'sent', input: undefined }));
  expect(screen.queryByRole('list', { name: 'Not sent yet' })).toBeNull();
});

it('shows the reason of a failure', async () => {
  mockEndpoint(listInjuries, fails({ code: 400, message: 'Broken' }));
  open();
  expect(await screen.findByText('Your injury reports could not be loaded')).toBeVisible();
});
