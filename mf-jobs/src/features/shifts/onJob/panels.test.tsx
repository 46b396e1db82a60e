import { listEnotes } from '@portal/contracts/enotes/enotes.endpoints';
import { enoteOrder } from '@portal/contracts/enotes/enotes.rules';
import { currentShift, endJob } from '@portal/contracts/shifts/shifts.endpoints';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { raiseSos } from '@portal/contracts/shifts/shifts.sos';
import { enote } from '@portal/testing/enotes';
import { mockId } from '@portal/testing/ids';
import { jobIds } from '@portal/testing/jobs';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { waitingWrite } from '@portal/testing/outbox';
import { renderScreen } from '@portal/testing/renderScreen';
import { breakOf, currentShiftReply, mockReasons, openOnJob, runningShift, sosOf } from '@portal/testing/shifts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { OnJobScreen } from './OnJobScreen';

const NOW = '2027-03-14T15:00:00.000Z';
const open = (shift: WorkedShift) => openOnJob(<OnJobScreen />, shift);
const tabNames = ['E-Notes', 'End Job', 'SOS', 'Take Break'];

it.each([
  ['ONJOB-01', 'E-Notes'],
  ['ONJOB-02', 'End Job'],
  ['ONJOB-03', 'SOS'],
  ['ONJOB-06', 'Take Break'],
])('[%s] has a tab %s', async (_id, name) => {
  const { user } = await open(runningShift());
  await user.click(screen.getByRole('tab', { name }));
  expect(screen.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
  expect(screen.getByRole('tabpanel', { name })).toBeVisible();
});

it.each([
  ['OFF', []],
  ['SOS', [sosOf()]],
])('[ONJOB-23] shows the SOS toggle pressed at %s in every tab', async (pressed, sos) => {
  const { user } = await open(runningShift({ sos }));
  for (const name of tabNames) {
    await user.click(screen.getByRole('tab', { name }));
    const toggle = within(screen.getByRole('group', { name: 'SOS alert' }));
    expect(toggle.getByRole('button', { name: /^SOS/ })).toHaveAttribute('aria-pressed', String(pressed === 'SOS'));
    expect(toggle.getByRole('button', { name: 'OFF' })).toHaveAttribute('aria-pressed', String(pressed === 'OFF'));
  }
});

it('[TRUTH-03] states on On Job how exact the times of a break are', async () => {
  const breaks = [breakOf({ withinMs: 120_000, endedAt: '2027-03-14T14:50:00.000Z', endedWithinMs: 240_000 })];
  const { user } = await open(runningShift({ breaks }));
  await user.click(screen.getByRole('tab', { name: 'Take Break' }));
  expect(screen.getByRole('list', { name: 'Breaks of this shift' })).toHaveTextContent(
    /a\.m\., within 2 minutes – 10:50 a\.m\., within 4 minutes/,
  );
});

it('shows the state of the shift in every tab', async () => {
  const { user } = await open(runningShift());
  for (const name of tabNames) {
    await user.click(screen.getByRole('tab', { name }));
    const bar = within(screen.getByRole('heading', { level: 1, name: 'On Job' }).closest('header') as HTMLElement);
    expect(bar.getByText('Running')).toBeVisible();
    expect(bar.getByText('1:00:00')).toBeVisible();
  }
});

it.each([
  ['ONJOB-04', 'Alert Team Now!'],
  ['ONJOB-05', 'Emergency'],
])('[%s] shows %s in the SOS tab only', async (_id, words) => {
  const { user } = await open(runningShift());
  for (const name of tabNames) {
    await user.click(screen.getByRole('tab', { name }));
    expect(within(screen.getByRole('tabpanel', { name })).queryAllByText(words)).toHaveLength(name === 'SOS' ? 1 : 0);
  }
  await user.click(screen.getByRole('tab', { name: 'SOS' }));
  expect(screen.getByText(words)).toBeVisible();
});

it('[ONJOB-27/1, ONJOB-27/4, AUTHZ-30] sends an SOS for the running shift and shows its state', async () => {
  const sent = mockEndpoint(raiseSos, sosOf());
  const { user } = await open(runningShift());
  expect(screen.getByText('Not sent')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: /^SOS/ }), { detail: 0 });
  await user.click(screen.getByRole('button', { name: 'Send SOS now' }));
  expect(await screen.findByText('Sent 11:00 a.m.')).toBeVisible();
  const { jobId, shiftId } = jobIds();
  expect(sent.calls).toMatchObject([{ jobId, shiftId, active: true }]);
});

it('[ONJOB-27/4] shows the SOS as sending without a reply, and the time of an acknowledgement', async () => {
  mockEndpoint(raiseSos, () => new Promise(() => undefined));
  const { user, unmount } = await open(runningShift());
  fireEvent.click(screen.getByRole('button', { name: /^SOS/ }), { detail: 0 });
  await user.click(screen.getByRole('button', { name: 'Send SOS now' }));
  expect(await screen.findByText('Sending')).toBeVisible();
  unmount();
  const known = sosOf({ state: 'acknowledged', acknowledgedAt: '2027-03-14T14:59:00.000Z' });
  const again = await open(runningShift({ sos: [known] }));
  for (const name of tabNames) {
    await again.user.click(screen.getByRole('tab', { name }));
    expect(screen.getByText('Acknowledged 10:59 a.m.')).toBeVisible();
  }
});

it('[ONJOB-19, ONJOB-20, ONJOB-21, ONJOB-22] End Job requires a reason, has a comment and stars, and Submit sends them', async () => {
  const ended = mockEndpoint(endJob, { at: NOW, isServerTime: false, earning: '24.50', paidHours: '1', endedBreak: false });
  const { user } = await open(runningShift());
  await user.click(screen.getByRole('tab', { name: 'End Job' }));
  await user.click(within(screen.getByRole('tabpanel', { name: 'End Job' })).getByRole('button', { name: 'End Job' }));
  const dialog = within(screen.getByRole('dialog', { name: 'End Job' }));
  const reason = dialog.getByRole('combobox', { name: 'Reason' });
  const choices = within(reason).getAllByRole('option');
  expect(choices.map(({ textContent }) => textContent)).toEqual(['Choose a reason', 'Relieved early', 'Shift complete']);
  await user.selectOptions(reason, 'Shift complete');
  await user.type(dialog.getByRole('textbox', { name: /^Comment/ }), 'Quiet night.');
  const stars = within(dialog.getByRole('group', { name: /^Client rating/ })).getAllByRole('radio');
  expect(stars.map((star) => star.getAttribute('aria-label'))).toEqual(['1 star', '2 stars', '3 stars', '4 stars', '5 stars']);
  await user.click(dialog.getByRole('radio', { name: '5 stars' }));
  await user.click(dialog.getByRole('button', { name: 'Submit' }));
  const { jobId, shiftId } = jobIds();
  const given = { endReasonId: mockId(511), shiftEndComment: 'Quiet night.', rating: 5 };
  await waitFor(() => expect(ended.calls).toMatchObject([{ jobId, shiftId, ...given }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

describe('e-notes', () => {
  it('[ONJOB-11/1, ONJOB-28/3] shows the job’s real e-notes of every guard there, with their recordings', async () => {
    const recorded = enote({ type: 2, file: 'abc.webm', seconds: 31, bytes: 9000 });
    const ben = { id: mockId(4), firstName: 'Ben', lastName: 'Ito' };
    const other = enote({ title: 'Lamp is out', description: 'Told the owner.', guardId: ben }, 2);
    mockReasons();
    mockEndpoint(currentShift, currentShiftReply(runningShift()));
    const listed = mockEndpoint(listEnotes, { docs: [recorded, other], total: 2 });
    renderScreen(<OnJobScreen />);
    const notes = await within(await screen.findByRole('list', { name: 'E-notes of this job' })).findAllByRole('listitem');
    expect(notes).toHaveLength(2);
    const [note, second] = notes;
    expect(note).toHaveTextContent('Gate found open');
    expect(note).toHaveTextContent('Closed it again.');
    expect(note).toHaveTextContent('Noor Haddad');
    expect(within(note as HTMLElement).getByRole('link', { name: 'Download Audio' })).toBeVisible();
    for (const words of ['Lamp is out', 'Told the owner.', 'Ben Ito']) expect(second).toHaveTextContent(words);
    expect(within(second as HTMLElement).queryByRole('link', { name: 'Download Audio' })).toBeNull();
    expect(listed.calls).toContainEqual({ jobId: jobIds().jobId, limit: 10, page: 1 });
    expect(screen.getByRole('link', { name: 'Write an e-note' })).toHaveAttribute('href', `/eNote?jobId=${jobIds().jobId}`);
  });

  it('[ONJOB-11/1, ONJOB-28/3] shows that there are no e-notes, without samples', async () => {
    await open(runningShift());
    expect(await screen.findByText('No e-notes yet')).toBeVisible();
    expect(within(screen.getByRole('tabpanel')).queryAllByRole('listitem')).toHaveLength(0);
  });

  it('shows the guard’s own e-notes as queued, and as sent once they are sent', async () => {
    const { portal } = await open(runningShift());
    const entry = waitingWrite({ endpointId: 'enotes.write', order: enoteOrder(jobIds().jobId), what: 'E-note: Patrol done' });
    act(() => portal.outbox.put(entry));
    const own = screen.getByRole('list', { name: 'Your e-notes' });
    expect(own).toHaveTextContent('E-note: Patrol doneOn this phone, waiting to be sent');
    act(() => portal.outbox.put({ ...entry, state: 'sent', sentAt: '2027-03-14T15:02:00.000Z' }));
    expect(own).toHaveTextContent('Sent 11:02 a.m.');
  });
});
