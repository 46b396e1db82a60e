import { type ENoteJob, enoteJobs } from '@portal/contracts/enotes/enotes.endpoints';
import { enotesPaths } from '@portal/contracts/enotes/enotes.paths';
import { emptyDevice } from '@portal/testing/deviceStorage';
import { enoteJob, fieldError, openEntry } from '@portal/testing/enotes';
import { jobIds } from '@portal/testing/jobs';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { noMicrophone } from '@portal/testing/recorder';
import { renderScreen, type ScreenOptions } from '@portal/testing/renderScreen';
import { screen, waitFor } from '@testing-library/react';
import { ENoteScreen } from './ENoteScreen';

const open = (options?: ScreenOptions, jobs?: ENoteJob[]) => openEntry(<ENoteScreen />, options, jobs);
const submit = () => screen.getByRole('button', { name: 'Submit' });

beforeEach(noMicrophone);
afterEach(emptyDevice);

describe('the job of a note', () => {
  const two = [enoteJob({ jobTitle: 'Dock' }, 1), enoteJob({ jobTitle: 'Hall' }, 2)];
  const job = () => screen.getByLabelText('Job');

  it.each<[string, ScreenOptions, string]>([
    ['the one that the address names', { path: enotesPaths.write({ jobId: jobIds(2).jobId }) }, jobIds(2).jobId],
    ['the one that the portal remembers', { portal: { session: { rememberedJob: () => jobIds(2) } } }, jobIds(2).jobId],
    ['none when the remembered one is not the guard’s', { portal: { session: { rememberedJob: () => jobIds(3) } } }, ''],
  ])('is %s', async (_case, options, jobId) => {
    await open(options, two);
    expect(job()).toHaveValue(jobId);
  });

  it('must be chosen if none is known', async () => {
    const { user, sent, title, description } = await open({}, two);
    await user.type(title, 'Gate');
    await user.type(description, 'Open');
    await user.click(submit());
    expect(await fieldError('Job')).toHaveTextContent('Please choose the job that this note is about');
    await user.selectOptions(job(), 'Hall, Toronto Yard 7');
    await user.click(submit());
    await waitFor(() => expect(sent.calls).toEqual([expect.objectContaining({ jobId: jobIds(2).jobId })]));
  });

  it('is the remembered job without a connection', async () => {
    mockEndpoint(enoteJobs, fails({ code: 429, message: 'Slow down' }));
    renderScreen(<ENoteScreen />, { path: enotesPaths.write(), portal: { session: { rememberedJob: () => jobIds(2) } } });
    expect(await screen.findByLabelText('Job')).toHaveValue(jobIds(2).jobId);
    expect(screen.getByText(/stays on this device until we can send it/)).toBeVisible();
  });

  it('is the one in the address instead of the draft’s, with a notice', async () => {
    const first = await open({ path: enotesPaths.write({ jobId: jobIds(1).jobId }) }, two);
    await first.user.type(first.title, 'Gate');
    first.unmount();
    await open({ path: enotesPaths.write({ jobId: jobIds(2).jobId }) }, two);
    expect(await screen.findByText(/It is now for the job you came from\./)).toHaveRole('status');
    expect(job()).toHaveValue(jobIds(2).jobId);
    expect(screen.getByLabelText('Title')).toHaveValue('Gate');
  });

  it('of a draft is shown even if it is in no list', async () => {
    const first = await open({ path: enotesPaths.write({ jobId: jobIds(2).jobId }) }, two);
    await first.user.type(first.title, 'Gate');
    first.unmount();
    await open({}, [two[0] as (typeof two)[number]]);
    expect(job()).toHaveValue(jobIds(2).jobId);
    expect(job()).toHaveDisplayValue('The job in your draft');
  });

  it('can be the eleventh of the list', async () => {
    const ten = Array.from({ length: 10 }, (_, at) => enoteJob({ jobTitle: `Gate ${at + 1}` }, at + 1));
    mockEndpoint(enoteJobs, ({ pageNumber }) => ({ docs: pageNumber === 2 ? [enoteJob({ jobTitle: 'Gate 11' }, 11)] : ten, total: 11 }));
    const { user } = renderScreen(<ENoteScreen />, { path: enotesPaths.write() });
    await screen.findByRole('option', { name: 'Gate 11, Toronto Yard 7' });
    await user.selectOptions(job(), 'Gate 11, Toronto Yard 7');
    expect(job()).toHaveValue(jobIds(11).jobId);
  });

  it('a guard without a job reads how to get one', async () => {
    mockEndpoint(enoteJobs, { docs: [], total: 0 });
    renderScreen(<ENoteScreen />, { path: enotesPaths.write() });
    expect(await screen.findByText('You have no jobs yet')).toBeVisible();
    const [back, search, ...others] = screen.getAllByRole('link');
    expect([back?.textContent, back?.getAttribute('href')]).toEqual(['eNotes', '/eNotes']);
    expect([search?.textContent, others]).toEqual(['Search Jobs', []]);
  });
});

it('sets the time of a draft of another day to now, with a notice', async () => {
  const first = await open({ portal: { now: () => new Date('2027-03-12T20:00:00.000Z') } });
  await first.user.type(first.title, 'Gate');
  first.unmount();
  const { user, sent, description } = await open();
  expect(await screen.findByText(/^You started this note on another day, so the time is set to now\./)).toHaveRole('status');
  expect(screen.getByLabelText('Time (UTC)')).toHaveValue('15:00:00');
  await user.type(description, 'Open');
  await user.click(submit());
  await waitFor(() => expect(sent.calls).toEqual([expect.objectContaining({ title: 'Gate', at: '2027-03-14T15:00:00.000Z' })]));
  expect(Object.keys(sent.calls[0] ?? {})).not.toContain('openedAt');
});

it('keeps the time of a draft of the last hours', async () => {
  const first = await open({ portal: { now: () => new Date('2027-03-14T02:00:00.000Z') } });
  await first.user.type(first.title, 'Gate');
  first.unmount();
  await open();
  expect(screen.getByLabelText('Time (UTC)')).toHaveValue('02:00:00');
});
