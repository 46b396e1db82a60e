import { enoteJobs, listEnotes } from '@portal/contracts/enotes/enotes.endpoints';
import { enotesPaths } from '@portal/contracts/enotes/enotes.paths';
import { previewMedia } from '@portal/contracts/media/media.endpoints';
import { enote, enoteJob } from '@portal/testing/enotes';
import { mockId } from '@portal/testing/ids';
import { jobIds } from '@portal/testing/jobs';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { act, screen, waitFor, within } from '@testing-library/react';
import { ENotesScreen } from './ENotesScreen';

const page = <T,>(docs: T[], total = docs.length) => ({ docs, total });
const notesOf = (title = 'Night watch at the depot') => screen.findByRole('region', { name: `Notes of ${title}` });

const later = {
  ...{ title: 'Patrol done', description: 'All quiet.', guardId: { id: mockId(4), firstName: 'Sam', lastName: 'Okafor' } },
  ...{ at: '2027-12-01T00:05:00.000Z', createdAt: '2027-12-01T00:05:00.000Z' },
};

/** True if the elements follow one another in the document, which is their order from left to right. */
const order = (...parts: HTMLElement[]) =>
  parts.slice(1).every((part, at) => parts[at]?.compareDocumentPosition(part) === Node.DOCUMENT_POSITION_FOLLOWING)
    ? 'in order'
    : 'mixed up';

async function open(notes = [enote()], jobs = [enoteJob()]) {
  const reads = mockEndpoint(enoteJobs, page(jobs));
  const listed = mockEndpoint(listEnotes, page(notes));
  const shown = renderScreen(<ENotesScreen />, { path: enotesPaths.list({ jobId: jobs[0]?.jobId }) });
  const right = await notesOf(jobs[0]?.jobTitle);
  return { reads, listed, right, ...shown };
}

describe('the jobs', () => {
  it('[ENOTES-01, ENOTES-12, ENOTES-15] lists the jobs on the left, ten a page, with their locations', async () => {
    const jobs = Array.from({ length: 10 }, (_, at) =>
      enoteJob({ jobTitle: `Gate ${at + 1}`, location: { locationName: `Yard ${at + 1}`, lat: 43, long: -79 } }, at + 1),
    );
    const reads = mockEndpoint(enoteJobs, ({ pageNumber }) => page(pageNumber === 2 ? [enoteJob({ jobTitle: 'Gate 11' }, 11)] : jobs, 11));
    mockEndpoint(listEnotes, page([]));
    const { unmount } = renderScreen(<ENotesScreen />, { path: enotesPaths.list({ jobId: jobs[0]?.jobId }) });
    const left = await screen.findByRole('region', { name: 'Your jobs' });
    expect(await within(left).findAllByRole('link', { name: /^Gate/ })).toHaveLength(10);
    for (const { location } of jobs) expect(left).toHaveTextContent(location.locationName);
    expect(order(left, await screen.findByRole('region', { name: 'The job' }), await notesOf('Gate 1'))).toBe('in order');
    expect(within(left).getByRole('link', { name: 'Page 2' })).toHaveAttribute('href', '/eNotes?page=2');
    unmount();
    renderScreen(<ENotesScreen />, { path: enotesPaths.list({ page: 2 }) });
    expect(await screen.findByRole('link', { name: 'Gate 11' })).toBeVisible();
    expect(reads.calls).toEqual([{ pageNumber: 1 }, { pageNumber: 2 }]);
  });

  it('searches later pages for the job in the address, and shows no notes of other jobs if it is not found', async () => {
    const jobs = Array.from({ length: 10 }, (_, at) => enoteJob({ jobTitle: `Gate ${at + 1}` }, at + 1));
    mockEndpoint(enoteJobs, ({ pageNumber }) => page(pageNumber === 2 ? [enoteJob({ jobTitle: 'Gate 11' }, 11)] : jobs, 11));
    const listed = mockEndpoint(listEnotes, page([]));
    const { unmount } = renderScreen(<ENotesScreen />, { path: enotesPaths.list({ jobId: jobIds(11).jobId }) });
    expect(await notesOf('Gate 11')).toBeVisible();
    unmount();
    renderScreen(<ENotesScreen />, { path: enotesPaths.list({ jobId: jobIds(12).jobId }) });
    expect(await screen.findByText('This job is not in your list. Please choose a job.')).toBeVisible();
    expect(screen.queryByRole('region', { name: /^Notes of/ })).toBeNull();
    expect(listed.calls).toEqual([expect.objectContaining({ jobId: jobIds(11).jobId })]);
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('requests no notes while only the list is visible: wide %p', async (isWide, times) => {
    const nothing = () => {};
    const media = { matches: isWide, addEventListener: nothing, removeEventListener: nothing } as unknown as MediaQueryList;
    jest.spyOn(window, 'matchMedia').mockReturnValue(media);
    mockEndpoint(enoteJobs, page([enoteJob()]));
    const listed = mockEndpoint(listEnotes, page([]));
    renderScreen(<ENotesScreen />, { path: enotesPaths.list() });
    await screen.findByRole('link', { name: 'Night watch at the depot' });
    await waitFor(() => expect(listed.calls).toHaveLength(times));
    expect(screen.queryAllByRole('region', { name: 'The job' })).toHaveLength(times);
  });

  it('[ENOTES-11, SHARED-33/5] shows a no-data image without jobs, and where to find a job', async () => {
    mockEndpoint(enoteJobs, page([]));
    const { unmount } = renderScreen(<ENotesScreen />, { path: enotesPaths.list() });
    expect(await screen.findByRole('img', { name: 'No data' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Search Jobs' })).toBeVisible();
    unmount();
    const { right } = await open();
    expect(await within(right).findByText('Gate found open')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Night watch at the depot' })).toBeVisible();
    expect(screen.queryByRole('img', { name: 'No data' })).toBeNull();
  });

  it('explains that the jobs cannot be read, and reads them again', async () => {
    mockEndpoint(enoteJobs, fails({ code: 429, message: 'Slow down' }));
    const { user } = renderScreen(<ENotesScreen />, { path: enotesPaths.list({ jobId: jobIds().jobId }) });
    expect(await screen.findByText('Your jobs could not be loaded')).toBeVisible();
    mockEndpoint(enoteJobs, page([enoteJob()]));
    mockEndpoint(listEnotes, page([]));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No Enotes Found')).toBeVisible();
  });
});

it('[ENOTES-02] shows a summary of the job in the centre', async () => {
  const { right } = await open();
  const centre = screen.getByRole('region', { name: 'The job' });
  expect(order(screen.getByRole('region', { name: 'Your jobs' }), centre, right)).toBe('in order');
  expect(within(centre).getByRole('heading', { name: 'Night watch at the depot' })).toBeVisible();
  expect(centre).toHaveTextContent('Toronto Yard 7');
  expect(centre).toHaveTextContent('Sun, Mar 14, 2027');
  expect(centre).toHaveTextContent('Two patrols an hour.');
});

it('formats the days of the job as other days, and shows its location once', async () => {
  await open([], [enoteJob({ shifts: 3, lastDay: '2027-03-20' })]);
  const centre = screen.getByRole('region', { name: 'The job' });
  expect(centre).toHaveTextContent('3, Sun, Mar 14, 2027 to Sat, Mar 20, 2027');
  expect(within(centre).getAllByText('Toronto Yard 7')).toHaveLength(1);
});

it('[ENOTES-03] shows a map, which can also show the place of a note', async () => {
  const { user, right } = await open([enote({ lat: 43.7, long: -79.4, accuracy: 10 })]);
  const centre = screen.getByRole('region', { name: 'The job' });
  expect(await within(centre).findByRole('img', { name: /Map of .* with a pin at Toronto Yard 7/ })).toBeVisible();
  await user.click(await within(right).findByRole('button', { name: 'Show on the map: Gate found open' }));
  expect(await within(centre).findByRole('img', { name: /with a pin at Gate found open/ })).toBeVisible();
  await user.click(within(centre).getByRole('button', { name: 'Back to the job site' }));
  expect(await within(centre).findByRole('img', { name: /with a pin at Toronto Yard 7/ })).toBeVisible();
});

describe('a note', () => {
  it.each([
    ['ENOTES-04', ['Noor Haddad', 'Sam Okafor']],
    ['ENOTES-05', ['Gate found open', 'Patrol done']],
    ['ENOTES-06', ['Closed it again.', 'All quiet.']],
    ['ENOTES-09, ENOTES-16/1', ['14-03-2027 02:31, PM UTC', '01-12-2027 12:05, AM UTC']],
  ])('[%s] shows for each note its own: %j', async (_id, texts) => {
    const { right } = await open([enote(), enote(later, 2)]);
    const notes = (await within(right).findAllByRole('listitem')) as HTMLElement[];
    for (const [at, text] of texts.entries()) expect(within(notes[at] as HTMLElement).getByText(text)).toBeVisible();
  });

  it('[ENOTES-07, ENOTES-08] has a link Download Audio with a file, and none without', async () => {
    const withFile = enote({ type: 2, file: 'abc.webm', seconds: 31, bytes: 9000 });
    const { right } = await open([withFile, enote({ title: 'Quiet' }, 2), enote({ title: 'Lost', type: 2, seconds: 31 }, 3)]);
    const [spoken, ...others] = (await within(right).findAllByRole('listitem')) as [HTMLElement, ...HTMLElement[]];
    expect(within(spoken).getByRole('link', { name: 'Download Audio' })).toBeVisible();
    expect(spoken).toHaveTextContent('0:31');
    expect(others).toHaveLength(2);
    for (const one of others) {
      expect(within(one).queryByRole('link', { name: 'Download Audio' })).toBeNull();
      expect(within(one).queryByRole('button', { name: /Play/ })).toBeNull();
    }
  });

  it('[ENOTES-07] loads its recording with the session, plays it in place and saves it with its true extension', async () => {
    const media = mockEndpoint(previewMedia, null);
    const saved: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    const { user, right, portal, listed } = await open([enote({ type: 2, file: 'abc.m4a', seconds: 31, bytes: 9000 })]);
    await user.click(await within(right).findByRole('link', { name: 'Download Audio' }));
    await waitFor(() => expect(saved).toEqual(['Gate found open.m4a']));
    await user.click(within(right).getByRole('button', { name: 'Play: Gate found open' }));
    expect(await within(right).findByLabelText('Recording: Gate found open')).toHaveAttribute('src', 'blob:test');
    expect(media.calls).toEqual([{ filename: 'abc.m4a' }]);
    // Starting to play must not move the focus.
    const elsewhere = screen.getByRole('link', { name: 'Write an e-note' });
    elsewhere.focus();
    act(() => portal.changed('enotes'));
    await waitFor(() => expect(listed.calls.length).toBeGreaterThan(1));
    expect(elsewhere).toHaveFocus();
  });

  it('explains that its recording could not be loaded', async () => {
    mockEndpoint(previewMedia, fails({ code: 404, message: 'There is no such file.' }));
    const { user, right } = await open([enote({ type: 2, file: 'abc.m4a', seconds: 31, bytes: 9000 })]);
    await user.click(await within(right).findByRole('button', { name: 'Play: Gate found open' }));
    expect(await within(right).findByText('The recording could not be loaded. Please try again.')).toBeVisible();
  });

  it('enlarges its photo when pressed; a late note shows when the event happened', async () => {
    mockEndpoint(previewMedia, null);
    const { user, right } = await open([enote({ photo: 'gate.png', createdAt: '2027-03-14T20:00:00.000Z' })]);
    const photo = await within(right).findByRole('button', { name: 'Photo: Gate found open' });
    await user.click(photo);
    expect(photo).toHaveAttribute('aria-expanded', 'true');
    expect(right).toHaveTextContent('It happened at 10:30 a.m. at the site (14:30:00 UTC).');
  });

  it('[TRUTH-03] states how exact its time is, with the UTC time that counts', async () => {
    const { right } = await open([enote({ createdAt: '2027-03-14T14:31:00.000Z', eventTime: '09:12:00', withinMs: 7_200_000 })]);
    expect(await within(right).findByText('It happened at 10:30 a.m. at the site (14:30:00 UTC), within 2 hours.')).toBeVisible();
  });
});

it('[ENOTES-10, SHARED-33/5] shows No Enotes Found only when a job has none', async () => {
  const { right, portal } = await open([]);
  expect(await within(right).findByText('No Enotes Found')).toBeVisible();
  mockEndpoint(listEnotes, page([enote()]));
  act(() => portal.changed('enotes'));
  expect(await within(right).findByText('Gate found open')).toBeVisible();
  expect(screen.queryByText('No Enotes Found')).toBeNull();
});

it('[ENOTES-13, ENOTES-14, API-COMM-03] loads the notes of a job by its id, ten a page', async () => {
  const ten = Array.from({ length: 10 }, (_, at) => enote({ title: `Patrol ${at + 1}` }, at + 1));
  mockEndpoint(enoteJobs, page([enoteJob()]));
  const listed = mockEndpoint(listEnotes, ({ page: asked }) => page(asked === 2 ? [enote({ title: 'Patrol 11' }, 11)] : ten, 11));
  const { unmount } = renderScreen(<ENotesScreen />, { path: enotesPaths.list({ jobId: jobIds().jobId }) });
  const titles = async () =>
    within(await notesOf())
      .getAllByRole('heading', { name: /^Patrol/ })
      .map(({ textContent }) => textContent);
  await within(await notesOf()).findByText('Patrol 1');
  expect(await titles()).toEqual(ten.map(({ title }) => title));
  expect([listEnotes.method, listEnotes.path]).toEqual(['GET', '/e-note']);
  expect(listed.calls).toEqual([{ jobId: jobIds().jobId, limit: 10, page: 1 }]);
  const second = enotesPaths.list({ jobId: jobIds().jobId, notes: 2 });
  expect(within(await notesOf()).getByRole('link', { name: 'Page 2' })).toHaveAttribute('href', second);
  unmount();
  renderScreen(<ENotesScreen />, { path: second });
  expect(await within(await notesOf()).findByText('Patrol 11')).toBeVisible();
  expect(await titles()).toEqual(['Patrol 11']);
  await waitFor(() => expect(listed.calls.at(-1)).toEqual({ jobId: jobIds().jobId, limit: 10, page: 2 }));
});

it('[ENOTES-02, ENOTES-03] another job has its own address, summary and map', async () => {
  const hall = {
    jobTitle: 'Hall watch',
    description: 'Keep the doors.',
    location: { locationName: 'Ottawa Hall', lat: 45.42, long: -75.7 },
  };
  const { user, listed } = await open([enote()], [enoteJob(), enoteJob({ ...hall, startTime: '2027-03-16T14:00:00Z' }, 2)]);
  await user.click(screen.getByRole('link', { name: 'Hall watch' }));
  expect(await notesOf('Hall watch')).toBeVisible();
  expect(window.location.search).toBe(`?jobId=${jobIds(2).jobId}`);
  const centre = screen.getByRole('region', { name: 'The job' });
  for (const words of ['Hall watch', 'Ottawa Hall', 'Tue, Mar 16, 2027', 'Keep the doors.']) expect(centre).toHaveTextContent(words);
  expect(centre).not.toHaveTextContent('Toronto Yard 7');
  expect(await within(centre).findByRole('img', { name: /with a pin at Ottawa Hall/ })).toBeVisible();
  expect(listed.calls).toContainEqual({ jobId: jobIds(2).jobId, limit: 10, page: 1 });
});

it('shows a colleague’s note when its event arrives', async () => {
  const { portal, right } = await open([]);
  await within(right).findByText('No Enotes Found');
  mockEndpoint(listEnotes, page([enote({ title: 'Delivery' })]));
  act(() => portal.changed('enotes'));
  expect(await within(right).findByText('Delivery')).toBeVisible();
});
