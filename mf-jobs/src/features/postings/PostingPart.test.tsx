import type { JobDetail } from '@portal/contracts/jobs/jobs.shapes';
import { reportJob, reportsOfJob } from '@portal/contracts/postings/postings.endpoints';
import type { WriteEntry } from '@portal/mf-kit/portal';
import { mockId } from '@portal/testing/ids';
import { detailOf } from '@portal/testing/jobs';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { waitingWrite } from '@portal/testing/outbox';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen, waitFor, within } from '@testing-library/react';
import { LastReportPart, PostingPart } from './PostingPart';
import { reportOverlay } from './postings.queries';

const { jobId } = detailOf();
const open = (changes: Partial<JobDetail> = {}) => {
  const detail = detailOf({ posting: { hasVacancy: true, usesAi: false }, report: null, ...changes });
  return renderScreen(<PostingPart job={detail} detail={detail} />);
};
const fact = (label: string) => screen.getByText(label).nextElementSibling;
const reportButton = () => screen.queryByRole('button', { name: 'Report this job' });
const sendButton = () => screen.getByRole('button', { name: 'Send report' });
const NOT_SENT = 'Your report was not sent. What you entered is still here; please try again.';

it('[POSTING-01] states the pay, whether a vacancy exists, and whether artificial intelligence screens applicants', () => {
  open();
  expect(fact('Pay')).toHaveTextContent('$24.50 per hour');
  expect(fact('Vacancy exists')).toHaveTextContent('Yes, these shifts are to be filled now');
  expect(fact('AI screens applicants')).toHaveTextContent('No, people alone decide about applications');
  expect(screen.getByRole('link', { name: 'How we handle reports' })).toHaveAttribute('href', '/job-posting-policy');
});

it('[POSTING-01] states the opposite for a posting without a vacancy, from a customer with artificial intelligence', () => {
  open({ posting: { hasVacancy: false, usesAi: true } });
  expect(fact('Vacancy exists')).toHaveTextContent('No, the customer collects applications for later');
  expect(fact('AI screens applicants')).toHaveTextContent('Yes, the customer uses artificial intelligence to screen or select applicants');
});

it.each([
  [true, 'Not now: 5 guards have applied'],
  [false, 'No, the customer collects applications for later'],
])('[POSTING-01] claims no vacancy of a full job whose posting states %s', (hasVacancy, words) => {
  open({ appliedCount: 5, posting: { hasVacancy, usesAi: false } });
  expect(fact('Vacancy exists')).toHaveTextContent(words);
});

it('states nothing about a vacancy of a job that has ended', () => {
  open({ jobStatus: 7 });
  expect(screen.queryByText('Vacancy exists')).toBeNull();
  expect(screen.getByText('AI screens applicants')).toBeVisible();
});

it('states only the pay of a job of the previous release', () => {
  open({ posting: undefined });
  expect(fact('Pay')).toBeVisible();
  expect(screen.queryByText('Vacancy exists')).toBeNull();
});

it('[POSTING-02] sends the reason, the details and the picture, and closes', async () => {
  const sent = mockEndpoint(reportJob, {});
  const { user, portal } = open();
  await user.click(reportButton() as HTMLElement);
  await screen.findByRole('dialog');
  await user.click(screen.getByLabelText('The pay, the hours or the place are not true'));
  await user.type(screen.getByLabelText(/^Details/), ' $15, not $24.50 ');
  await user.click(sendButton());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent.calls).toMatchObject([{ jobId, reason: 3, words: '$15, not $24.50' }]);
  expect(portal.announced).toEqual(['We received your report. A member of our staff checks the posting.']);
  expect(portal.changes).toEqual(['postings']);
});

it.each([
  ['without a reason', null, 'Please choose a reason'],
  ['with "Something else" alone', 'Something else', 'Please say what is wrong'],
])('[POSTING-02] is not sent %s', async (_how, reason, words) => {
  const sent = mockEndpoint(reportJob, {});
  const { user } = open();
  await user.click(reportButton() as HTMLElement);
  await screen.findByRole('dialog');
  if (reason) await user.click(screen.getByLabelText(reason));
  await user.click(sendButton());
  expect(await within(screen.getByRole('dialog')).findByText(words)).toBeVisible();
  expect(sent.calls).toEqual([]);
});

it('keeps the input after a refusal, and queues the report without a reply', async () => {
  mockEndpoint(reportJob, fails({ code: 400, message: '' }));
  const { user, portal } = open();
  await user.click(reportButton() as HTMLElement);
  await screen.findByRole('dialog');
  await user.click(screen.getByLabelText('Something else'));
  await user.type(screen.getByLabelText('Details'), 'Odd');
  await user.click(sendButton());
  expect(await screen.findByText(NOT_SENT)).toHaveAttribute('role', 'status');
  expect(screen.getByLabelText('Details')).toHaveValue('Odd');
  mockEndpoint(reportJob, fails({ code: 0, message: '' }));
  await user.click(sendButton());
  expect(await screen.findByText('Your report is saved on this device. We will send it when you are back online.')).toBeVisible();
  expect(portal.outbox.current()).toMatchObject([{ what: 'Reported job: Night watch at the depot', order: `report:${jobId}` }]);
  expect(reportButton()).toBeNull();
});

const entry = (changes: Partial<WriteEntry> = {}) => ({
  ...waitingWrite({ order: `report:${jobId}`, endpointId: reportJob.id, state: 'on device' }),
  ...changes,
});

it.each<[string, Partial<WriteEntry>, string, boolean]>([
  ['is sent', { state: 'sending' }, 'Your report is being sent.', false],
  [
    'was refused',
    { state: 'failed', failure: { code: 409, message: '', userMessage: 'You have already reported this job.', fields: {} } },
    'You have already reported this job.',
    true,
  ],
  ['failed without a text', { state: 'failed' }, 'Your report was not accepted. Please send it again.', true],
])('shows a report from the device that %s, and offers another one only after a refusal', async (_how, changes, words, isOffered) => {
  const { portal } = open();
  portal.outbox.put(entry(changes));
  expect(await screen.findByText(words)).toBeVisible();
  expect(reportButton() !== null).toBe(isOffered);
});

it.each([
  ['an open report', null, null, 'You reported this job. A member of our staff checks the posting.', false],
  ['a job that stays', 'kept', 'The rate is right.', 'We checked the job that you reported, and it stays. The rate is right.', true],
])('[POSTING-04] shows %s', (_what, outcome, answer, words, isOffered) => {
  open({ report: { outcome, answer } });
  expect(screen.getByText(words)).toHaveAttribute('role', 'status');
  expect(reportButton() !== null).toBe(isOffered);
});

it('[POSTING-04] shows the outcome for a job that was removed', async () => {
  const times = { reportedAt: '2027-03-10T15:00:00.000Z', closedAt: '2027-03-10T16:00:00.000Z' };
  mockEndpoint(reportsOfJob, [{ id: mockId(1), reason: 4, words: '', outcome: 'removed', answer: 'The site does not exist.', ...times }]);
  renderScreen(<LastReportPart jobId={jobId} />);
  expect(
    await screen.findByText('You were right: no guard finds the job that you reported any more. The site does not exist.'),
  ).toBeVisible();
});

it('shows a sent report until the job is read again, and no report that waits', () => {
  const job = detailOf({ report: null });
  const over = (read: JobDetail, state: WriteEntry['state']) =>
    reportOverlay[reportJob.id]?.(read, { ...entry({ state }), input: { jobId, reason: 1 } });
  expect(over(job, 'sent')).toEqual({ ...job, report: { outcome: null, answer: null } });
  expect(over(job, 'on device')).toBe(job);
  const other = detailOf({ report: null }, 2);
  expect(over(other, 'sent')).toBe(other);
});
