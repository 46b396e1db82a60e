import { myEarning } from '@portal/contracts/earnings/earnings.endpoints';
import { profile, profileSummary } from '@portal/contracts/guards/guards.endpoints';
import { myJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { currentShift } from '@portal/contracts/shifts/shifts.endpoints';
import { guard } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { job } from '@portal/testing/jobs';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { currentShiftReply } from '@portal/testing/shifts';
import { screen, within } from '@testing-library/react';
import { Screens } from '../../../routes';

it.each([
  ['CODE-33', 1, 'Approved'],
  ['CODE-36', 4, 'Ongoing'],
  ['CODE-37', 5, 'Closed'],
  ['CODE-38', 6, 'Upcoming'],
  ['CODE-39', 7, 'Previous'],
])('[%s] shows a job of status %i on the profile as %s', async (_id, jobStatus, label) => {
  mockEndpoint(profile, { guard: guard() });
  mockEndpoint(profileSummary, { totalEarning: '0', eWallet: '0', hoursWorked: '0', rating: 0 });
  mockEndpoint(myEarning, { guardWallet: { totalAmount: '0', totalWithdrawalAmout: '0' }, earnings: { docs: [], total: 0 } });
  mockEndpoint(currentShift, currentShiftReply(null));
  mockEndpoint(myJobs, { docs: [job({ jobStatus, jobTitle: 'Yard watch' })], total: 1 });
  renderScreen(<Screens />, { path: `/guard/myprofile/${mockId(1)}` });
  const row = (await screen.findByRole('link', { name: 'Yard watch' })).closest('li') as HTMLElement;
  expect(within(row).getByText(label)).toBeVisible();
  await screen.findByText('Nothing here yet');
});
