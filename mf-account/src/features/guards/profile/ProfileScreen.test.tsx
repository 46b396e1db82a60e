import { copy } from '@portal/contracts/_kernel/copy';
import { myEarning, type Transaction } from '@portal/contracts/earnings/earnings.endpoints';
import { profile, profileSummary } from '@portal/contracts/guards/guards.endpoints';
import { myJobs } from '@portal/contracts/jobs/jobs.endpoints';
import type { Job } from '@portal/contracts/jobs/jobs.shapes';
import { previewMedia } from '@portal/contracts/media/media.endpoints';
import { currentShift } from '@portal/contracts/shifts/shifts.endpoints';
import { guard } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { job, jobIds } from '@portal/testing/jobs';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { currentShiftReply } from '@portal/testing/shifts';
import { screen, waitFor, within } from '@testing-library/react';
import { Screens } from '../../../routes';

const id = mockId(1);
const wallet = { totalAmount: '900.00', totalWithdrawalAmout: '100.00' };
const transaction = (n: number, over: Partial<Transaction> = {}): Transaction => ({
  id: mockId(500 + n),
  jobId: { jobTitle: `Paid job ${n}` },
  createdAt: '2027-03-14T18:05:00.000Z',
  amount: '120.50',
  isCredit: true,
  isDebit: false,
  isBankDeposit: false,
  isWithdrawn: false,
  ...over,
});
const jobs = (...docs: Job[]) => ({ docs, total: docs.length });
const earnings = (...docs: Transaction[]) => ({ guardWallet: wallet, earnings: { docs, total: docs.length } });
const summary = { totalEarning: '1900.5', eWallet: '800', hoursWorked: '42.50', rating: 4.5 };

/** Mocks every region; a test replaces the mocks that it needs. */
function mockAll() {
  return {
    profile: mockEndpoint(profile, { guard: guard() }),
    summary: mockEndpoint(profileSummary, summary),
    current: mockEndpoint(currentShift, currentShiftReply(null)),
    jobs: mockEndpoint(myJobs, jobs(job({ jobTitle: 'Yard watch' }))),
    earnings: mockEndpoint(myEarning, earnings(transaction(1))),
  };
}
const open = (path = `/guard/myprofile/${id}`) => renderScreen(<Screens />, { path });
const region = async (name: string) => within(await screen.findByRole('region', { name }));

/** The guard on the server; the session still has the earlier Ada. */
const grace = guard({
  ...{ firstName: 'Grace', middleName: 'Bea', lastName: 'Hall', email: 'grace.hall@example.com', mobileNumber: '6475551234' },
  ...{ dob: '1985-12-09', licenseNumber: '7654321', securityRegistrationExpiryDate: '2031-05-06', profileImage: 'grace.jpg' },
  ...{ fullAddress: '12 King St W', city: 'Ottawa', postalCode: 'K1A 0B1', isGoWith: 2, vestSize: 3, wantTopay: 2 },
  workSpecialities: ['Mobile patrol', 'Event security'].map((name, n) => ({ id: mockId(90 + n), name })),
});

it('[ROUTE-09, MYPROFILE-01, MYPROFILE-17] shows the details of the guard from the server', async () => {
  mockAll();
  const asked = mockEndpoint(profile, { guard: grace });
  const picture = mockEndpoint(previewMedia, new Blob(['face']));
  const { container } = open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Grace Bea Hall' })).toBeVisible();
  const details = await region('Profile details');
  expect(details.getByText('Security licence 7654321')).toBeVisible();
  expect(details.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])).toEqual([
    ['Email', 'grace.hall@example.com'],
    ['Mobile', '(647) 555-1234'],
    ['Date of birth', '09-12-1985'],
    ['Licence expires', '06-05-2031'],
    ['Address', '12 King St W, Ottawa, Ontario, K1A 0B1'],
    ['Specialities', 'Mobile patrol, Event security'],
    ['Way to work', 'Public transport'],
    ['Vest size', 'Large'],
    ['Paid out to', 'Individual'],
  ]);
  await waitFor(() => expect(container.querySelector('img')).toBeVisible());
  expect(new Set(picture.calls.map(({ filename }) => filename))).toEqual(new Set(['grace.jpg']));
  expect((await region('My jobs')).getByRole('heading', { name: 'My jobs' })).toBeVisible();
  expect(profile).toMatchObject({ method: 'GET', path: '/guard/profile/:id' });
  expect(asked.calls[0]).toEqual({ id });
});

it.each([
  ['CODE-01', { isGoWith: 2 }, 'Way to work', 'Public transport'],
  ['CODE-02', { isGoWith: 1 }, 'Way to work', 'Own vehicle'],
  ['CODE-03', { vestSize: 2 }, 'Vest size', 'Medium'],
  ['CODE-04', { vestSize: 3 }, 'Vest size', 'Large'],
  ['CODE-05', { vestSize: 4 }, 'Vest size', 'XL'],
  ['CODE-06', { wantTopay: 1 }, 'Paid out to', 'Company'],
  ['CODE-07', { wantTopay: 2 }, 'Paid out to', 'Individual'],
])('[%s] shows the code %j in words', async (_id, coded, label, words) => {
  mockAll();
  mockEndpoint(profile, { guard: guard({ isGoWith: null, vestSize: null, wantTopay: null, ...coded }) });
  open();
  await waitFor(() => expect(screen.getByText(label).nextElementSibling).toHaveTextContent(words));
  await screen.findByRole('link', { name: 'Yard watch' });
});

it.each([
  ['[MYPROFILE-02]', 'My Documents', '/guard/documents'],
  ['[MYPROFILE-03]', 'My Account', '/guard/myAccount'],
  ['[MYPROFILE-04]', 'Employment Details', `/emp_details/${id}`],
  ['[MYPROFILE-05]', 'Edit Profile', '/guard/editProfile'],
  ['[MYPROFILE-06]', 'My Rating', '/jobRating'],
  ['[MYPROFILE-07]', 'All Jobs', '/all-job'],
  ['[MYPROFILE-08]', 'My Earning', '/withdraw'],
])('%s links to %s', async (_, name, href) => {
  mockAll();
  open();
  expect(await screen.findByRole('link', { name })).toHaveAttribute('href', href);
  await screen.findByRole('link', { name: 'Yard watch' });
});

it('[MYPROFILE-18] passes the guard to Edit Profile in the navigation state', async () => {
  mockAll();
  mockEndpoint(profile, { guard: guard({ firstName: 'Fresh' }) });
  const { user, portal } = open();
  await screen.findByRole('heading', { name: 'Fresh Marsh' });
  await user.click(screen.getByRole('link', { name: 'Edit Profile' }));
  expect(portal.navigations).toEqual([{ to: '/guard/editProfile', replace: false, state: { guard: guard({ firstName: 'Fresh' }) } }]);
});

it.each([
  ['[MYPROFILE-09, SHARED-20, SHELL-45]', 'Total earning', '$1,900.50Everything credited so far'],
  ['[MYPROFILE-10, SHELL-45]', 'In-hand earning', '$800.00'],
  ['[MYPROFILE-11]', 'Hours worked', '42.5'],
  ['[MYPROFILE-12]', 'Rating', '4.5 / 5'],
])('%s shows %s', async (_, label, value) => {
  const { summary: asked } = mockAll();
  open();
  const totals = await region('At a glance');
  expect((await totals.findByText(label)).parentElement).toHaveTextContent(value);
  expect(asked.calls).toEqual([{ id }]);
});

it('[MYPROFILE-13, MYPROFILE-15, MYPROFILE-20/2, SHELL-45] shows the latest 3 completed jobs from the stated call', async () => {
  mockAll();
  const latest = mockEndpoint(myJobs, jobs(...['First', 'Second', 'Third'].map((jobTitle, n) => job({ jobTitle }, n + 1))));
  open();
  const list = within(await (await region('My jobs')).findByRole('list', { name: 'Latest jobs' }));
  expect(list.getAllByRole('listitem').map((item) => within(item).getByRole('link').textContent)).toEqual(['First', 'Second', 'Third']);
  expect(list.getAllByText('$24.50/h')).toHaveLength(3);
  expect(myJobs).toMatchObject({ method: 'GET', path: '/job/guard/myjobs' });
  expect(latest.calls).toEqual([{ limit: 3, page: 1, isComplete: 1 }]);
});

it('opens a job with the parameters that the job page needs', async () => {
  mockAll();
  const { user, portal } = open();
  await user.click(await screen.findByRole('link', { name: 'Yard watch' }));
  const { jobId, shiftId, userId } = jobIds();
  expect(portal.navigations[0]?.to).toBe(`/jobDetail?jobId=${jobId}&shiftId=${shiftId}`);
  expect(portal.session.rememberedJob()).toEqual({ jobId, shiftId, userId });
});

it('[MYPROFILE-14, MYPROFILE-16] shows the latest 3 earnings from the stated call', async () => {
  mockAll();
  const asked = mockEndpoint(
    myEarning,
    earnings(transaction(1), transaction(2, { isCredit: false, isWithdrawn: true, jobId: null }), transaction(3)),
  );
  open();
  const list = await region('Latest earnings');
  expect(await list.findByText('Paid job 1')).toBeVisible();
  const rows = list.getAllByRole('listitem').map(({ firstElementChild }) => firstElementChild?.textContent);
  expect(rows).toEqual(['Paid job 1', 'Withdrawn', 'Paid job 3']);
  expect(list.getAllByText('+$120.50')).toHaveLength(2);
  expect(list.getByText('−$120.50')).toBeVisible();
  expect(myEarning).toMatchObject({ method: 'GET', path: '/guard/myearning/:guardId' });
  expect(asked.calls).toEqual([{ guardId: id, limit: 3, page: 1 }]);
});

it('[MYPROFILE-19, EARN-18/2] reads the earnings by the tabs All, Credit and Withdrawn', async () => {
  mockAll();
  const asked = mockEndpoint(myEarning, ({ type }) => earnings(transaction(1, { jobId: { jobTitle: `Kind ${type ?? 'all'}` } })));
  const { user } = open();
  await screen.findByText('Kind all');
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['All', 'Credit', 'Withdrawn']);
  await user.click(screen.getByRole('tab', { name: 'Credit' }));
  expect(await screen.findByText('Kind credit')).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Withdrawn' }));
  expect(await screen.findByText('Kind withdrawn')).toBeVisible();
  expect(asked.calls.map(({ type }) => type)).toEqual([undefined, 'credit', 'withdrawn']);
});

it('[SHELL-41/1] has a focusable jobs section to which #jobs links', async () => {
  mockAll();
  open(`/guard/myprofile/${id}#jobs`);
  const section = await screen.findByRole('region', { name: 'My jobs' });
  expect(section).toHaveAttribute('id', 'jobs');
  section.focus();
  expect(section).toHaveFocus();
  await screen.findByRole('link', { name: 'Yard watch' });
});

it('shows that there are no jobs and no earnings yet, and the next step', async () => {
  mockAll();
  mockEndpoint(myJobs, jobs());
  mockEndpoint(myEarning, earnings());
  open();
  const list = await region('My jobs');
  expect(await list.findByText('No completed jobs yet')).toBeVisible();
  expect(list.getByRole('link', { name: 'Search jobs' })).toHaveAttribute('href', '/search-job');
  expect(await (await region('Latest earnings')).findByText('Nothing here yet')).toBeVisible();
});

it.each([
  [
    'At a glance',
    () => mockEndpoint(profileSummary, fails({ code: 400, message: 'Broken' })),
    () => mockEndpoint(profileSummary, summary),
    '42.5',
  ],
  [
    'My jobs',
    () => mockEndpoint(myJobs, fails({ code: 400, message: 'Broken' })),
    () => mockEndpoint(myJobs, jobs(job({ jobTitle: 'Back' }))),
    'Back',
  ],
  [
    'Latest earnings',
    () => mockEndpoint(myEarning, fails({ code: 400, message: 'Broken' })),
    () => mockEndpoint(myEarning, earnings(transaction(7))),
    'Paid job 7',
  ],
])('%s fails alone and comes back on Retry', async (name, breakIt, mend, text) => {
  mockAll();
  breakIt();
  const { user } = open();
  const part = await region(name);
  expect(await part.findByRole('alert')).toHaveTextContent('Broken');
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  mend();
  await user.click(part.getByRole('button', { name: 'Retry' }));
  expect(await part.findByText(text)).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('does not mention entered text when the profile cannot be read offline', async () => {
  mockAll();
  mockEndpoint(profile, fails({ code: 0, message: 'No answer', userMessage: copy.offline }));
  open();
  expect(await screen.findByText(/last saved on this device/)).toHaveTextContent(copy.offlineReading);
});

it('keeps the session’s guard displayed when the profile cannot be read', async () => {
  mockAll();
  mockEndpoint(profile, fails({ code: 400, message: 'Broken' }));
  open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Ada Marsh' })).toBeVisible();
  expect(await screen.findByText(/Broken.*last saved on this device/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeEnabled();
  expect((await region('Profile details')).getByText('ada.marsh@example.com')).toBeVisible();
});

it("shows nothing of another guard, and reads nothing, when the id is not the session's", async () => {
  const { profile: asked } = mockAll();
  open(`/guard/myprofile/${mockId(2)}`);
  expect(await screen.findByRole('heading', { name: 'This profile is not yours' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open my profile' })).toHaveAttribute('href', `/guard/myprofile/${id}`);
  await waitFor(() => expect(asked.calls).toEqual([]));
});
