import { listEnotes } from '@portal/contracts/enotes/enotes.endpoints';
import { enoteOrder } from '@portal/contracts/enotes/enotes.rules';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { enote } from '@portal/testing/enotes';
import { jobIds } from '@portal/testing/jobs';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { waiting } from '@portal/testing/outbox';
import { openOnJob, runningShift, sosOf } from '@portal/testing/shifts';
import { act, screen, within } from '@testing-library/react';
import { OnJobScreen } from './OnJobScreen';

const open = (shift: WorkedShift) => openOnJob(<OnJobScreen />, shift);

it.each([
  ['ONJOB-01', 'E-Notes'],
  ['ONJOB-02', 'End Job'],
  ['ONJOB-03', 'SOS'],
  ['ONJOB-06', 'Take Break'],
])('[%s] has a tab %s', async (_id, name) => {
  mockEndpoint(listEnotes, { docs: [], total: 0 });
  const { user } = await open(runningShift());
  await user.click(screen.getByRole('tab', { name }));
  expect(screen.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
  expect(screen.getByRole('tabpanel', { name })).toBeVisible();
});

it.each([
  ['OFF', []],
  ['SOS', [sosOf()]],
])('[ONJOB-23] the toggle of the SOS is pressed at %s', async (pressed, sos) => {
  const { user } = await open(runningShift({ sos }));
  await user.click(screen.getByRole('tab', { name: 'SOS' }));
  const toggle = within(within(screen.getByRole('tabpanel', { name: 'SOS' })).getByRole('group', { name: 'SOS alert' }));
  expect(toggle.getByRole('button', { name: /^SOS/ })).toHaveAttribute('aria-pressed', String(pressed === 'SOS'));
  expect(toggle.getByRole('button', { name: 'OFF' })).toHaveAttribute('aria-pressed', String(pressed === 'OFF'));
});

describe('e-notes', () => {
  it('[ONJOB-11/1, ONJOB-28/3] are the job’s real ones, by everybody who works there, with their recordings', async () => {
    const listed = mockEndpoint(listEnotes, { docs: [enote({ type: 2, file: 'abc.webm', seconds: 31, bytes: 9000 })], total: 1 });
    const { user } = await open(runningShift());
    await user.click(screen.getByRole('tab', { name: 'E-Notes' }));
    const [note] = await within(await screen.findByRole('list', { name: 'E-notes of this job' })).findAllByRole('listitem');
    expect(note).toHaveTextContent('Gate found open');
    expect(note).toHaveTextContent('Closed it again.');
    expect(note).toHaveTextContent('Noor Haddad');
    expect(within(note as HTMLElement).getByRole('link', { name: 'Download Audio' })).toBeVisible();
    expect(listed.calls).toContainEqual({ jobId: jobIds().jobId, limit: 10, page: 1 });
    expect(screen.getByRole('link', { name: 'Write an e-note' })).toHaveAttribute('href', `/eNote?jobId=${jobIds().jobId}`);
  });

  it('[ONJOB-28/3] without any, no samples: it says that there are none', async () => {
    mockEndpoint(listEnotes, { docs: [], total: 0 });
    const { user } = await open(runningShift());
    await user.click(screen.getByRole('tab', { name: 'E-Notes' }));
    expect(await screen.findByText('No e-notes yet')).toBeVisible();
    expect(within(screen.getByRole('tabpanel')).queryAllByRole('listitem')).toHaveLength(0);
  });

  it('of one’s own are told as they stand: on this phone, and then when they were sent', async () => {
    mockEndpoint(listEnotes, { docs: [], total: 0 });
    const { portal } = await open(runningShift());
    const entry = waiting({ endpointId: 'enotes.write', order: enoteOrder(jobIds().jobId), what: 'E-note: Patrol done' });
    act(() => portal.outbox.put(entry));
    const own = screen.getByRole('list', { name: 'Your e-notes' });
    expect(own).toHaveTextContent('E-note: Patrol doneOn this phone, waiting to be sent');
    act(() => portal.outbox.put({ ...entry, state: 'sent', sentAt: '2027-03-14T15:02:00.000Z' }));
    expect(own).toHaveTextContent('Sent 11:02 a.m.');
  });
});
