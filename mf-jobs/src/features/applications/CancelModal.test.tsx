import { cancelApplication, cancellationReasons } from '@portal/contracts/applications/applications.endpoints';
import { mockId } from '@portal/testing/ids';
import { detailOf, jobIds } from '@portal/testing/jobs';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen, waitFor, within } from '@testing-library/react';
import { CancelModal } from './CancelModal';

const { jobId, shiftId } = jobIds();
const reasons = [
  { id: mockId(71), name: 'It is too far away' },
  { id: mockId(72), name: 'Another reason' },
];

async function open() {
  mockEndpoint(cancellationReasons, reasons);
  const [onClose, onCancelled] = [jest.fn(), jest.fn()];
  const page = renderScreen(<CancelModal job={detailOf({ isAppliedStatus: true })} onClose={onClose} onCancelled={onCancelled} />);
  await screen.findByRole('option', { name: 'It is too far away' });
  return { onClose, onCancelled, ...page };
}
const reason = () => screen.getByLabelText('Cancellation reason');
const submit = () => screen.getByRole('button', { name: 'Cancel application' });

it('[JOBPAGE-34, JOBPAGE-40/1, API-JOB-19] has a select with the reasons of the API, and requires a choice', async () => {
  const cancelled = mockEndpoint(cancelApplication, {});
  const { user } = await open();
  const names = within(reason()).getAllByRole('option');
  expect(names.map((option) => option.textContent)).toEqual(['Choose a reason', 'It is too far away', 'Another reason']);
  expect(cancellationReasons).toMatchObject({ method: 'GET', path: '/cancellation-reason/guard/list' });
  await user.click(submit());
  expect(await screen.findByText('Please choose a reason')).toBeVisible();
  expect(reason()).toHaveFocus();
  expect(cancelled.calls).toHaveLength(0);
});

it('[JOBPAGE-35, JOBPAGE-40/2] sends reason and comment, and announces the server’s message', async () => {
  const cancelled = mockEndpoint(cancelApplication, {}, 'It is off.');
  const { user, onCancelled, portal } = await open();
  await user.selectOptions(reason(), 'Another reason');
  await user.type(screen.getByLabelText(/Comment/), ' I moved away. ');
  await user.click(submit());
  await waitFor(() => expect(onCancelled).toHaveBeenCalled());
  expect(cancelApplication).toMatchObject({ method: 'POST', path: '/apply-job/cancel' });
  expect(cancelled.calls).toEqual([{ jobId, shiftId, reasonId: mockId(72), comment: 'I moved away.' }]);
  expect(portal.toasts).toEqual([{ kind: 'success', text: 'It is off.' }]);
  expect(portal.changes).toEqual(['applications']);
  expect(portal.writes[0]?.options).toMatchObject({ order: jobId, validUntil: detailOf().startTime });
});

it.each([
  [409, 'An application can only be cancelled before the job begins.'],
  [500, 'Your application was not cancelled. What you entered is still here; please try again.'],
  [0, 'Your application was not cancelled. What you entered is still here; please try again.'],
])('shows one line and keeps the input after a failure %d', async (code, line) => {
  mockEndpoint(cancelApplication, fails({ code, message: 'An application can only be cancelled before the job begins.' }));
  const { user, onCancelled, portal } = await open();
  await user.selectOptions(reason(), 'Another reason');
  await user.type(screen.getByLabelText(/Comment/), 'I moved away.');
  await user.click(submit());
  expect(await screen.findByText(line)).toHaveAttribute('role', 'status');
  await waitFor(() => expect(submit()).toBeEnabled());
  expect(screen.getByLabelText(/Comment/)).toHaveValue('I moved away.');
  expect(onCancelled).not.toHaveBeenCalled();
  expect(portal.toasts).toEqual([]);
});

it('shows that the reasons could not be loaded, and loads them again on Retry', async () => {
  mockEndpoint(cancellationReasons, fails({ code: 429, message: 'Slow down' }));
  const { user } = renderScreen(<CancelModal job={detailOf()} onClose={jest.fn()} onCancelled={jest.fn()} />);
  expect(await screen.findByText('The reasons could not be loaded')).toBeVisible();
  mockEndpoint(cancellationReasons, reasons);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('option', { name: 'Another reason' })).toBeInTheDocument();
});
