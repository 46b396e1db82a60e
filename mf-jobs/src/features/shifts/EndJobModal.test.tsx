import { endJob, endJobReasons } from '@portal/contracts/shifts/shifts.endpoints';
import { shiftMessages } from '@portal/contracts/shifts/shifts.rules';
import { guard } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { jobIds } from '@portal/testing/jobs';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { runningShift } from '@portal/testing/shifts';
import { screen, waitFor, within } from '@testing-library/react';
import { EndJobModal } from './EndJobModal';

const relieved = { id: mockId(512), name: 'Relieved early' };
const complete = { id: mockId(511), name: 'Shift complete' };
const done = { at: '2027-03-14T15:00:00.000Z', isServerTime: false, earning: '24.50', paidHours: '1', endedBreak: false };
const { jobId, shiftId } = jobIds();

function open() {
  const onClose = jest.fn();
  const reasons = mockEndpoint(endJobReasons, [relieved, complete]);
  const page = renderScreen(<EndJobModal shift={runningShift()} onClose={onClose} />, {
    portal: { session: { rememberedJob: () => jobIds() } },
  });
  return { ...page, reasons, onClose };
}
async function fill(user: ReturnType<typeof open>['user']) {
  await user.selectOptions(screen.getByLabelText('Reason'), await screen.findByRole('option', { name: 'Shift complete' }));
  await user.type(screen.getByLabelText(/Comment/), 'Quiet night.');
  await user.click(screen.getByRole('radio', { name: '4 stars' }));
}
const press = (user: ReturnType<typeof open>['user']) => user.click(screen.getByRole('button', { name: 'Submit' }));

it('[ONJOB-19, ONJOB-24, ONJOB-25] has a reason select, loaded from GET /end-job-reason/guard/list', async () => {
  const { reasons } = open();
  await screen.findByRole('option', { name: 'Shift complete' });
  expect(reasons.calls).toEqual([{}]);
  const options = within(screen.getByRole('combobox', { name: 'Reason' })).getAllByRole('option');
  expect(options.map((option) => option.textContent)).toEqual(['Choose a reason', 'Relieved early', 'Shift complete']);
  expect(endJobReasons).toMatchObject({ method: 'GET', path: '/end-job-reason/guard/list' });
});

it('[ONJOB-20, ONJOB-21] has a comment and five stars for the client', async () => {
  const { user } = open();
  await fill(user);
  expect(screen.getByLabelText(/Comment/)).toHaveValue('Quiet night.');
  expect(within(screen.getByRole('group', { name: /Client rating/ })).getAllByRole('radio')).toHaveLength(5);
  expect(screen.getByRole('radio', { name: '4 stars' })).toBeChecked();
});

it('[ONJOB-22, ONJOB-26/1] Submit calls POST /end-job with reason, comment and rating, and closes', async () => {
  const ended = mockEndpoint(endJob, done);
  const { user, portal, onClose } = open();
  await fill(user);
  await press(user);
  expect(endJob).toMatchObject({ method: 'POST', path: '/end-job' });
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(ended.calls).toEqual([
    { jobId, shiftId, guardId: guard().id, endReasonId: complete.id, shiftEndComment: 'Quiet night.', rating: 4, at: done.at },
  ]);
  expect(portal.writes[0]?.options).toMatchObject({ order: shiftId, durable: { what: 'End of the shift' } });
  expect(portal.announced).toEqual([shiftMessages.ended]);
});

it('[ONJOB-26/3] shows one line and keeps the input when the shift does not run', async () => {
  mockEndpoint(endJob, fails({ code: 409, message: shiftMessages.notStarted }));
  const { user, onClose, portal } = open();
  await fill(user);
  await press(user);
  expect(await screen.findByText(shiftMessages.notStarted)).toBeVisible();
  expect(screen.getByLabelText(/Comment/)).toHaveValue('Quiet night.');
  expect(onClose).not.toHaveBeenCalled();
  expect([...portal.unsaved]).toEqual(['what you wrote about the job']);
});

it('sends no rating without stars and comment', async () => {
  const ended = mockEndpoint(endJob, done);
  const { user } = open();
  await user.selectOptions(screen.getByLabelText('Reason'), await screen.findByRole('option', { name: 'Shift complete' }));
  await press(user);
  await waitFor(() => expect(ended.calls).toHaveLength(1));
  expect(ended.calls[0]?.rating).toBeUndefined();
});

it('requires the reason, and shows the scheduled end', async () => {
  const { user } = open();
  await screen.findByRole('option', { name: 'Shift complete' });
  expect(screen.getByText(/The scheduled end is 6:00 p.m./)).toBeVisible();
  await press(user);
  expect(await screen.findByText(shiftMessages.chooseEndReason)).toBeVisible();
});

it('queues the end and closes the form without a connection', async () => {
  mockEndpoint(endJob, fails({ code: 0, message: 'No answer' }));
  const { user, portal, onClose } = open();
  await fill(user);
  await press(user);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(portal.outbox.current()).toMatchObject([{ what: 'End of the shift', state: 'on device' }]);
  expect(portal.announced).toEqual([]);
});
