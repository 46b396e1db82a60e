import { type ENoteJob, writeEnote } from '@portal/contracts/enotes/enotes.endpoints';
import { enoteMessages } from '@portal/contracts/enotes/enotes.rules';
import { emptyDevice } from '@portal/testing/deviceStorage';
import { chooseAudio, enoteJob, fieldError, noteSaved, openEntry } from '@portal/testing/enotes';
import { jobIds } from '@portal/testing/jobs';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { fakeSound, noMicrophone } from '@portal/testing/recorder';
import type { ScreenOptions } from '@portal/testing/renderScreen';
import { unknownClock } from '@portal/testing/serverClock';
import { Icon } from '@portal/ui/Icon';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ENoteScreen } from './ENoteScreen';

const open = (options?: ScreenOptions, jobs?: ENoteJob[]) => openEntry(<ENoteScreen />, options, jobs);
const submit = () => screen.getByRole('button', { name: 'Submit' });

beforeEach(noMicrophone);
afterEach(emptyDevice);
afterEach(() => jest.restoreAllMocks());

describe('the entry', () => {
  it.each([
    ['ENOTE-01', 'Title', 'Gate'],
    ['ENOTE-02', 'Time (UTC)', '09:15:30'],
    ['ENOTE-08', 'Description', 'Open'],
  ])('[%s] has an input %s', async (_id, label, typed) => {
    const { user } = await open();
    expect(screen.getByLabelText(label)).toBeVisible();
    await user.clear(screen.getByLabelText(label));
    await user.type(screen.getByLabelText(label), typed);
    expect(screen.getByLabelText(label)).toHaveValue(typed);
  });

  it.each([
    ['ENOTE-04', 'Text'],
    ['ENOTE-05', 'Audio'],
  ])('[%s] has a tab %s', async (_id, name) => {
    const { user } = await open();
    await user.click(screen.getByRole('tab', { name }));
    expect(screen.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
  });

  it('[ENOTE-03] the time is the current UTC time as HH:mm:ss, on a device that is not in UTC', async () => {
    // The tests run in UTC, where both clocks are the same.
    const local = jest.spyOn(Date.prototype, 'getHours').mockImplementation(function (this: Date) {
      return (this.getUTCHours() + 20) % 24;
    });
    await open({ portal: { now: () => new Date('2027-03-14T21:07:09.500Z') } });
    expect(screen.getByLabelText('Time (UTC)')).toHaveValue('21:07:09');
    expect(screen.getByLabelText('Time at the site')).toHaveValue('17:07');
    expect(screen.getByText('Today')).toBeVisible();
    local.mockRestore();
  });

  it('[ENOTE-03] shows no form until the server time is known, then shows that time', async () => {
    const { learn, ...portal } = unknownClock('2027-03-15T00:30:00.000Z');
    const opened = open({ portal });
    expect(await screen.findByText('Loading your e-note')).toBeInTheDocument();
    expect(screen.queryByLabelText('Time (UTC)')).toBeNull();
    learn('2027-03-14T23:30:00.000Z');
    await opened;
    expect(screen.getByLabelText('Time (UTC)')).toHaveValue('23:30:00');
  });

  it('[ENOTE-03] corrects the time with the clock, unless the guard changed it', async () => {
    const { learn, ...portal } = unknownClock('2027-03-14T16:00:00.000Z');
    learn('2027-03-14T16:00:00.000Z');
    const { user } = await open({ portal });
    learn('2027-03-14T15:00:00.000Z');
    expect(screen.getByLabelText('Time (UTC)')).toHaveValue('15:00:00');
    await user.clear(screen.getByLabelText('Time (UTC)'));
    await user.type(screen.getByLabelText('Time (UTC)'), '14:10:00');
    learn('2027-03-14T15:20:00.000Z');
    expect(screen.getByLabelText('Time (UTC)')).toHaveValue('14:10:00');
  });

  it('accepts the time at the site, sends it in UTC, and names the day', async () => {
    const { user, sent, title, description } = await open({ portal: { now: () => new Date('2027-03-15T04:10:00.000Z') } });
    expect(screen.queryByRole('button', { name: 'Set to now' })).toBeNull();
    fireEvent.change(screen.getByLabelText('Time at the site'), { target: { value: '23:55' } });
    expect(screen.getByLabelText('Time (UTC)')).toHaveValue('03:55:00');
    expect(screen.getByText('Yesterday')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Set to now' }));
    expect(screen.getByLabelText('Time at the site')).toHaveValue('00:10');
    fireEvent.change(screen.getByLabelText('Time (UTC)'), { target: { value: '03:50:30' } });
    expect(screen.getByLabelText('Time at the site')).toHaveValue('23:50');
    await user.type(title, 'Gate');
    await user.type(description, 'Open');
    await user.click(submit());
    await waitFor(() => expect(sent.calls).toMatchObject([{ eventTime: '03:50:30', at: '2027-03-15T03:50:30.000Z', isNamed: true }]));
  });

  it.each([
    ['2027-03-15T04:10:05.000Z', '2027-03-15T04:10:48.000Z', '04:10:48', '00:10'],
    ['2027-03-15T04:10:00.000Z', '2027-03-15T04:10:59.900Z', '04:10:59', '00:10'],
    ['2027-03-15T04:00:00.000Z', '2027-03-15T04:00:20.000Z', '04:00:20', '00:00'],
  ])('opened at %s and set to now at %s, uses the second of the press', async (opened, pressed, utc, atSite) => {
    let now = opened;
    const { user } = await open({ portal: { now: () => new Date(now) } });
    fireEvent.change(screen.getByLabelText('Time at the site'), { target: { value: '22:15' } });
    now = pressed;
    await user.click(screen.getByRole('button', { name: 'Set to now' }));
    expect(screen.getByLabelText('Time (UTC)')).toHaveValue(utc);
    expect(screen.getByLabelText('Time at the site')).toHaveValue(atSite);
    expect(screen.getByText('Today')).toBeVisible();
  });

  it('keeps the entered site time when the job changes to a site in another time zone', async () => {
    const jobs = [enoteJob({ isWorked: true }), enoteJob({ jobTitle: 'Lodge watch', timeZone: 'America/Winnipeg' }, 2)];
    const { user } = await open({ portal: { now: () => new Date('2027-03-15T04:10:00.000Z') } }, jobs);
    fireEvent.change(screen.getByLabelText('Time at the site'), { target: { value: '22:30' } });
    expect(screen.getByLabelText('Time (UTC)')).toHaveValue('02:30:00');
    await user.selectOptions(screen.getByLabelText('Job'), jobs[1]?.jobId ?? '');
    expect(screen.getByLabelText('Time at the site')).toHaveValue('22:30');
    expect(screen.getByLabelText('Time (UTC)')).toHaveValue('03:30:00');
    fireEvent.change(screen.getByLabelText('Time (UTC)'), { target: { value: '03:50:30' } });
    await user.selectOptions(screen.getByLabelText('Job'), jobs[0]?.jobId ?? '');
    expect(screen.getByLabelText('Time (UTC)')).toHaveValue('03:50:30');
  });

  it('opens with the text or the microphone first; job and time follow', async () => {
    noMicrophone();
    const { user, title, description } = await open();
    const isBefore = (one: Element, other: Element) => Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
    const job = screen.getByLabelText('Job');
    expect([isBefore(title, description), isBefore(description, job), isBefore(job, screen.getByLabelText('Time (UTC)'))]).toEqual([
      true,
      true,
      true,
    ]);
    await user.click(screen.getByRole('tab', { name: 'Audio' }));
    expect(isBefore(screen.getByRole('group', { name: 'Recording' }), screen.getByLabelText('Title'))).toBe(true);
  });

  it('[ENOTE-09] has a button Submit', async () => {
    await open();
    expect(submit()).toBeEnabled();
  });

  it('[ENOTE-15] has a Back link to /jobDetail of its job', async () => {
    await open();
    const { jobId, userId, shiftId } = jobIds();
    const back = screen.getByRole('link', { name: 'Job Detail' });
    expect(back).toHaveAttribute('href', `/jobDetail?jobId=${jobId}&userId=${userId}&shiftId=${shiftId}`);
    expect(back.innerHTML).toBe(`${renderToStaticMarkup(<Icon name="back" size={20} />)}Job Detail`);
    expect(back.compareDocumentPosition(screen.getByRole('heading', { level: 1 }))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });
});

describe('validation', () => {
  it('[ENOTE-10, ENOTE-12] Title is required comes first and stops', async () => {
    const { user, sent } = await open();
    await user.click(screen.getByRole('tab', { name: 'Audio' }));
    await user.click(submit());
    expect(await fieldError('Title')).toHaveTextContent('Title is required');
    expect(screen.queryByText('Description is required')).toBeNull();
    expect(screen.queryByText('Please record or attach audio')).toBeNull();
    expect(screen.getByLabelText('Title')).toHaveFocus();
    expect(sent.calls).toEqual([]);
  });

  it('[ENOTE-11] Description is required', async () => {
    const { user, sent, title } = await open();
    await user.type(title, 'Gate');
    await user.click(submit());
    expect(await fieldError('Description')).toHaveTextContent('Description is required');
    expect(sent.calls).toEqual([]);
  });

  it('refuses an invalid time and explains the format', async () => {
    const { user, title, description } = await open();
    await user.type(title, 'Gate');
    await user.type(description, 'Open');
    await user.clear(screen.getByLabelText('Time (UTC)'));
    await user.type(screen.getByLabelText('Time (UTC)'), '9:00');
    await user.click(submit());
    expect(await fieldError('Time (UTC)')).toHaveTextContent('Please enter the time in UTC as hours, minutes and seconds, like 23:05:00');
  });
});

describe('sending', () => {
  it('[CODE-30, ENOTE-13, ENOTE-14, AUTHZ-27] calls POST /e-note as multipart with type 1 for a text, and then goes to /onJob', async () => {
    const { user, portal, sent, title, description } = await open();
    await user.type(title, 'Gate found open');
    await user.type(description, 'Closed it again.');
    await user.click(submit());
    await waitFor(() => expect(portal.navigations.at(-1)).toMatchObject({ to: '/onJob' }));
    expect([writeEnote.method, writeEnote.path, writeEnote.body]).toEqual(['POST', '/e-note', 'multipart']);
    expect(sent.calls).toEqual([
      expect.objectContaining({
        jobId: jobIds().jobId,
        title: 'Gate found open',
        description: 'Closed it again.',
        eventTime: '15:00:00',
        at: '2027-03-14T15:00:00.000Z',
        type: 1,
      }),
    ]);
    expect(Object.keys(sent.calls[0] ?? {})).not.toContain('pieces');
    expect(portal.unsaved.size).toBe(0);
  });

  it('[ENOTE-14, ENOTE-18] Submit is disabled and shows progress while the note is sent, then opens /onJob', async () => {
    const { user, portal, title, description } = await open();
    let answer = (_reply: typeof noteSaved) => {};
    mockEndpoint(writeEnote, () => new Promise<typeof noteSaved>((resolve) => (answer = resolve)));
    await user.type(title, 'Gate');
    await user.type(description, 'Open');
    await user.click(submit());
    const busy = await screen.findByRole('button', { name: 'Sending your e-note…' });
    expect(busy).toBeDisabled();
    expect(portal.navigations).toEqual([]);
    answer(noteSaved);
    await waitFor(() => expect(portal.navigations).toMatchObject([{ to: '/onJob' }]));
  });

  it('opens On Job with a queued note, and cannot send it again', async () => {
    const { user, portal, title, description } = await open();
    mockEndpoint(writeEnote, fails({ code: 0, message: '' }));
    await user.type(title, 'Gate');
    await user.type(description, 'Open');
    await user.click(submit());
    await waitFor(() => expect(portal.navigations.at(-1)).toMatchObject({ to: '/onJob' }));
    expect(portal.outbox.current()).toMatchObject([{ what: 'E-note: Gate', state: 'on device', order: `enote:${jobIds().jobId}` }]);
    expect(await screen.findByText(enoteMessages.kept)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
  });

  it('[ENOTE-02] sends the typed time: one minute past midnight, 23:59 belongs to the day before', async () => {
    const { user, sent, title, description } = await open({ portal: { now: () => new Date('2027-03-15T00:01:00.000Z') } });
    await user.type(title, 'Gate');
    await user.type(description, 'Open');
    await user.clear(screen.getByLabelText('Time (UTC)'));
    await user.type(screen.getByLabelText('Time (UTC)'), '23:59:00');
    await user.click(submit());
    await waitFor(() => expect(sent.calls).toEqual([expect.objectContaining({ at: '2027-03-14T23:59:00.000Z' })]));
  });
});

describe('note templates', () => {
  it('one touch inserts the questions of a template and puts the cursor after the first', async () => {
    const { user, title, description } = await open();
    await user.click(within(screen.getByRole('group', { name: 'Common notes' })).getByRole('button', { name: 'Patrol' }));
    expect(title).toHaveValue('Patrol');
    expect(description).toHaveValue('Area: \nDoors, gates and lights: \nAnything unusual: ');
    expect(description).toHaveFocus();
    await user.keyboard('North yard');
    expect(description).toHaveValue('Area: North yard\nDoors, gates and lights: \nAnything unusual: ');
  });

  it('replace each other without a question while none is answered', async () => {
    const { user, title, portal } = await open();
    await user.click(screen.getByRole('button', { name: 'Patrol' }));
    await user.click(screen.getByRole('button', { name: 'Visitor' }));
    expect(title).toHaveValue('Visitor');
    expect(portal.questions).toEqual([]);
  });

  it('unanswered templates are refused as text, and accepted with a recording, which may contain the answers', async () => {
    fakeSound(42);
    const { user, sent, description } = await open();
    await user.click(screen.getByRole('button', { name: 'Handover' }));
    await user.click(submit());
    expect(await fieldError('Description')).toHaveTextContent('Answer at least one question, or write your own description');
    expect(description).toHaveFocus();
    expect(sent.calls).toEqual([]);
    await user.click(screen.getByRole('tab', { name: 'Audio' }));
    await chooseAudio({ user }, new File(['sound'], 'memo.m4a', { type: 'audio/mp4' }));
    await screen.findByText('memo.m4a');
    await user.click(submit());
    await waitFor(() => expect(sent.calls).toMatchObject([{ title: 'Handover', type: 2 }]));
  });

  it.each([
    [true, 'Patrol'],
    [false, 'My own words'],
  ])('ask before they replace typed text: %p', async (answer, shown) => {
    const confirm = jest.fn(async () => answer);
    const { user, title } = await open({ portal: { confirm } });
    await user.type(title, 'My own words');
    await user.click(screen.getByRole('button', { name: 'Patrol' }));
    expect(confirm).toHaveBeenCalledWith(expect.objectContaining({ title: 'Replace what you wrote?' }));
    expect(title).toHaveValue(shown);
  });
});

it('sends the position when the guard added it', async () => {
  const at = { latitude: 43.65, longitude: -79.38, accuracy: 12, at: '2027-03-14T15:00:00.000Z' };
  const { user, sent, title, description } = await open({ portal: { position: async () => at } });
  await user.type(title, 'Gate');
  await user.type(description, 'Open');
  await user.click(screen.getByRole('button', { name: 'Add my location' }));
  expect(await screen.findByText('Your location is added, accurate to 12 m.')).toBeVisible();
  await user.click(submit());
  await waitFor(() => expect(sent.calls).toEqual([expect.objectContaining({ lat: 43.65, long: -79.38, accuracy: 12 })]));
});
