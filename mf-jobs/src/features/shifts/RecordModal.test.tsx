import { shiftRecord } from '@portal/contracts/shifts/shifts.endpoints';
import { recordCsv } from '@portal/contracts/shifts/shifts.record';
import { jobIds } from '@portal/testing/jobs';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { endedShift, sosOf, workedShift } from '@portal/testing/shifts';
import { screen, within } from '@testing-library/react';
import { RecordModal } from './RecordModal';

const { shiftId } = jobIds();
const open = () => renderScreen(<RecordModal shiftId={shiftId} onClose={() => undefined} />);

it('[SHELL-45] shows each event with its time at the site and in UTC, hours and earning', async () => {
  const late = sosOf({ at: '2027-03-14T14:20:00.000Z', receivedAt: '2027-03-14T14:31:00.000Z' });
  const record = mockEndpoint(shiftRecord, endedShift({ sos: [late] }));
  open();
  const events = within(await screen.findByRole('list', { name: 'Events' })).getAllByRole('listitem');
  expect(events.map((event) => event.querySelector('strong')?.textContent)).toEqual([
    'Arrived',
    'Shift started',
    'SOS',
    'Break started',
    'Break ended',
    'Shift ended',
  ]);
  expect(screen.getByRole('dialog')).toHaveTextContent(
    'Sun, Mar 14, 2027, 10:00 a.m. 14-03-2027 2:00, PM UTC – Sun, Mar 14, 2027, 6:00 p.m. 14-03-2027 10:00, PM UTC',
  );
  expect(events[0]).toHaveTextContent('9:50 a.m. 1:50 PM UTC');
  expect(events[2]).toHaveTextContent('Received 10:31 a.m. 2:31 PM UTC');
  expect(screen.getByText('Paid hours').nextElementSibling).toHaveTextContent('1 hour');
  expect(screen.getByText('Hourly rate').nextElementSibling).toHaveTextContent('$24.50');
  expect(screen.getByText('Earning').nextElementSibling).toHaveTextContent('$24.50');
  expect(record.calls).toEqual([{ shiftId }]);
});

it('[TRUTH-03] states how exact a time is, if that is more than a minute', async () => {
  const { arrival, started, ended } = endedShift();
  const late = sosOf({ reason: 'no-answer', answeredAt: '2027-03-14T15:10:00.000Z', answeredWithinMs: 4_000_000 });
  const shift = endedShift({
    arrival: arrival && { ...arrival, withinMs: 60_000 },
    started: started && { ...started, withinMs: 90_000 },
    breaks: endedShift().breaks.map((pause) => ({ ...pause, endedWithinMs: 600_000 })),
    ended: ended && { ...ended, withinMs: 8_000_000 },
    sos: [late],
  });
  mockEndpoint(shiftRecord, shift);
  open();
  const events = within(await screen.findByRole('list', { name: 'Events' })).getAllByRole('listitem');
  const stated = events.map((event) => [event.querySelector('strong')?.textContent, /within [\w ]+/.exec(event.textContent ?? '')?.[0]]);
  expect(stated).toEqual([
    ['Arrived', undefined],
    ['Shift started', 'within 2 minutes'],
    ['Break started', undefined],
    ['Break ended', expect.stringMatching(/^within 10 minutes/)],
    ['SOS', undefined],
    ['Shift ended', expect.stringMatching(/^within 3 hours/)],
    ['Welfare check answered late', 'within 67 minutes'],
  ]);
  // A part that moves to the next line begins with no comma.
  expect(within(events[1] as HTMLElement).getByText('within 2 minutes')).toBeVisible();
});

it('downloads as CSV and prints', async () => {
  mockEndpoint(shiftRecord, endedShift());
  const blobs: Blob[] = [];
  const saved = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${blobs.push(blob)}`, revokeObjectURL: () => undefined });
  const print = jest.spyOn(window, 'print').mockImplementation(() => undefined);
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Download CSV' }));
  expect(saved.mock.contexts[0]).toHaveProperty('download', 'shift-record-2027-03-14.csv');
  expect(blobs[0]?.type).toBe('text/csv;charset=utf-8');
  expect(blobs[0]?.size).toBe(new Blob([recordCsv(endedShift())]).size);
  await user.click(screen.getByRole('button', { name: 'Print or save as PDF' }));
  expect(print).toHaveBeenCalledTimes(1);
  jest.restoreAllMocks();
});

it('links to a ticket about its pay, with type and job filled in, once the shift has ended', async () => {
  mockEndpoint(shiftRecord, endedShift());
  const { user, portal, unmount } = open();
  await user.click(await screen.findByRole('link', { name: 'Ask about pay' }));
  expect(portal.navigations.at(-1)?.to).toBe(`/reportIssue?type=4&job=${jobIds().jobId}`);
  unmount();
  mockEndpoint(shiftRecord, workedShift());
  open();
  await screen.findByRole('button', { name: 'Download CSV' });
  expect(screen.queryByRole('link', { name: 'Ask about pay' })).toBeNull();
});

it('shows that nothing has happened yet', async () => {
  mockEndpoint(shiftRecord, workedShift());
  open();
  expect(await screen.findByText('Nothing is recorded for this shift yet.')).toBeVisible();
});

it('shows that the record could not be loaded, and offers no export', async () => {
  mockEndpoint(shiftRecord, fails({ code: 404, message: 'There is no such shift of yours.' }));
  open();
  expect(await screen.findByText('The record could not be loaded')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Download CSV' })).toBeNull();
});
