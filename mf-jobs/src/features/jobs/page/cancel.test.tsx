import { cancelApplication, cancellationReasons } from '@portal/contracts/applications/applications.endpoints';
import { applicationMessages } from '@portal/contracts/applications/applications.rules';
import { jobDetail } from '@portal/contracts/jobs/jobs.endpoints';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import type { JobDetail } from '@portal/contracts/jobs/jobs.shapes';
import { mockId } from '@portal/testing/ids';
import { detailOf, jobIds } from '@portal/testing/jobs';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen, waitFor, within } from '@testing-library/react';
import { JobPageScreen } from './JobPageScreen';

async function open(changes: Partial<JobDetail> = {}) {
  mockEndpoint(jobDetail, detailOf(changes));
  const page = renderScreen(<JobPageScreen />, { path: jobsPaths.jobPage(jobIds()) });
  await screen.findByText(/of 5 guards applied/);
  return page;
}
const cancelButton = () => screen.queryByRole('button', { name: applicationMessages.cancel });

it.each([
  ['is not applied for', {}],
  ['has begun', { isAppliedStatus: true, startTime: '2027-03-14T14:59:00Z' }],
  ['begins this moment', { isAppliedStatus: true, startTime: '2027-03-14T15:00:00Z' }],
  ['was awarded to the guard', { isAppliedStatus: true, jobStatus: 6 }],
])('[JOBPAGE-36/2, JOBPAGE-40/3] does not open the cancel modal for a job that %s', async (_what, changes) => {
  await open(changes);
  expect(cancelButton()).toBeNull();
});

async function openCancelling() {
  mockEndpoint(cancellationReasons, [
    { id: mockId(71), name: 'Another reason' },
    { id: mockId(72), name: 'It is too far away' },
  ]);
  const cancelled = mockEndpoint(cancelApplication, {});
  const page = await open({ isAppliedStatus: true, appliedCount: 3 });
  await page.user.click(cancelButton() as HTMLElement);
  const dialog = within(screen.getByRole('dialog', { name: applicationMessages.cancel }));
  await dialog.findByRole('option', { name: 'Another reason' });
  await page.user.selectOptions(dialog.getByLabelText('Cancellation reason'), 'Another reason');
  return { ...page, cancelled, dialog };
}

it('[JOBPAGE-34, JOBPAGE-35, JOBPAGE-40/1, JOBPAGE-40/2] the cancel modal loads the reasons, has a comment, and sends both for this job', async () => {
  const { user, cancelled, dialog } = await openCancelling();
  const reason = dialog.getByRole('combobox', { name: 'Cancellation reason' });
  const choices = within(reason).getAllByRole('option');
  expect(choices.map(({ textContent }) => textContent)).toEqual(['Choose a reason', 'Another reason', 'It is too far away']);
  const comment = dialog.getByRole('textbox', { name: /^Comment/ });
  expect(comment).toBeVisible();
  await user.type(comment, 'I moved away.');
  await user.click(dialog.getByRole('button', { name: applicationMessages.cancel }));
  const { jobId, shiftId } = jobIds();
  await waitFor(() => expect(cancelled.calls).toEqual([{ jobId, shiftId, reasonId: mockId(71), comment: 'I moved away.' }]));
});

it('[JOBPAGE-36/1, JOBPAGE-40/4] cancels an application: the modal sends it, and the job is no longer applied for', async () => {
  const { user, cancelled, dialog } = await openCancelling();
  mockEndpoint(jobDetail, detailOf());
  await user.click(dialog.getByRole('button', { name: applicationMessages.cancel }));
  expect(await screen.findByRole('button', { name: applicationMessages.applyNow })).toBeEnabled();
  expect(cancelled.calls).toMatchObject([{ jobId: jobIds().jobId, reasonId: mockId(71) }]);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(cancelButton()).toBeNull();
});
