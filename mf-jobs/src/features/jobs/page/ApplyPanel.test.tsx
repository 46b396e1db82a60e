import { applyForJob } from '@portal/contracts/applications/applications.endpoints';
import { applicationMessages } from '@portal/contracts/applications/applications.rules';
import { jobDetail } from '@portal/contracts/jobs/jobs.endpoints';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { movingClock } from '@portal/testing/fakePortal';
import { detailOf, job, jobIds } from '@portal/testing/jobs';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { waiting } from '@portal/testing/outbox';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen } from '@testing-library/react';
import { JobPageScreen } from './JobPageScreen';

const refused = { code: 409, message: '', userMessage: applicationMessages.full, fields: {} };

async function open() {
  mockEndpoint(jobDetail, detailOf());
  const page = renderScreen(<JobPageScreen />, { path: jobsPaths.jobPage(jobIds()) });
  await screen.findByText(/of 5 guards applied/);
  return page;
}

it('waits on the device without an answer, says so, and tells of the success when it is sent', async () => {
  const answers = [fails({ code: 0, message: 'No answer' }), {}];
  const applied = mockEndpoint(applyForJob, () => answers.shift() ?? {}, 'We will tell you soon.');
  const { user, portal } = await open();
  await user.click(screen.getByRole('button', { name: applicationMessages.applyNow }));
  expect(await screen.findByRole('button', { name: 'Waiting to be sent' })).toBeDisabled();
  expect(screen.getByText(applicationMessages.kept)).toHaveAttribute('role', 'status');
  expect(portal.toasts).toEqual([]);
  expect(portal.writes[0]?.options).toMatchObject({
    order: jobIds().jobId,
    validUntil: detailOf().startTime,
    durable: { what: `Application: ${job().jobTitle}` },
  });
  portal.outbox.retry(portal.outbox.current()[0]?.key ?? '');
  expect(await screen.findByRole('dialog', { name: applicationMessages.applied })).toHaveTextContent('We will tell you soon.');
  expect(applied.calls).toHaveLength(2);
});

it.each([
  ['waits on the device', { state: 'on device' }, applicationMessages.waits, applicationMessages.kept],
  ['was refused after it had waited', { state: 'failed', failure: refused }, applicationMessages.applyNow, applicationMessages.full],
] as const)('finds an application that %s after a reload', async (_what, over, label, line) => {
  const { portal } = await open();
  portal.outbox.put(waiting({ ...over, order: jobIds().jobId, endpointId: applyForJob.id }));
  expect(await screen.findByRole('button', { name: label })).toBeVisible();
  expect(screen.getByText(line)).toBeVisible();
});

it('can be applied for again when the waiting application was taken back, without a warning', async () => {
  mockEndpoint(applyForJob, fails({ code: 0, message: 'No answer' }));
  const { user, portal } = await open();
  await user.click(screen.getByRole('button', { name: applicationMessages.applyNow }));
  await screen.findByRole('button', { name: applicationMessages.waits });
  portal.outbox.dismiss(portal.outbox.current()[0]?.key ?? '');
  expect(await screen.findByRole('button', { name: applicationMessages.applyNow })).toBeEnabled();
  expect(portal.toasts).toEqual([]);
});

it('a new application takes the place of one that was refused', async () => {
  mockEndpoint(applyForJob, {});
  const { portal, user } = await open();
  portal.outbox.put(waiting({ key: 'old', state: 'failed', failure: refused, order: jobIds().jobId, endpointId: applyForJob.id }));
  await user.click(screen.getByRole('button', { name: applicationMessages.applyNow }));
  await screen.findByRole('dialog', { name: applicationMessages.applied });
  expect(portal.outbox.dismissed).toEqual(['old']);
});

it('stays applied for while the job is read again, and can be withdrawn from at once', async () => {
  mockEndpoint(applyForJob, {});
  mockEndpoint(jobDetail, detailOf());
  const { user } = renderScreen(<JobPageScreen />, { path: jobsPaths.jobPage(jobIds()), portal: { now: movingClock() } });
  const apply = await screen.findByRole('button', { name: applicationMessages.applyNow });
  const again = mockEndpoint(jobDetail, () => new Promise(() => undefined));
  await user.click(apply);
  await screen.findByRole('dialog', { name: applicationMessages.applied });
  expect(again.calls).toHaveLength(1);
  expect(screen.getByText('3 of 5 guards applied')).toBeInTheDocument();
  expect(apply).toHaveTextContent('Already Applied');
  expect(apply).toBeDisabled();
  expect(screen.getByText(applicationMessages.cancel)).toBeInTheDocument();
});
