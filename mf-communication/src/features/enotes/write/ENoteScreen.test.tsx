import { type ENoteJob, writeEnote } from '@portal/contracts/enotes/enotes.endpoints';
import { emptyDevice } from '@portal/testing/deviceStorage';
import { fieldError, noteSaved, openEntry } from '@portal/testing/enotes';
import { jobIds } from '@portal/testing/jobs';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { noMicrophone } from '@portal/testing/recorder';
import type { ScreenOptions } from '@portal/testing/renderScreen';
import { Icon } from '@portal/ui/Icon';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ENoteScreen } from './ENoteScreen';

const open = (options?: ScreenOptions, jobs?: ENoteJob[]) => openEntry(<ENoteScreen />, options, jobs);
const submit = () => screen.getByRole('button', { name: 'Submit' });

beforeEach(noMicrophone);
afterEach(emptyDevice);

describe('the entry', () => {
  it.each([
    ['ENOTE-01', 'Title', 'Gate'],
    ['ENOTE-02', 'Time', '09:15:30'],
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

  it('[ENOTE-03] the time is the UTC time of now as HH:mm:ss, on a device that is not in UTC', async () => {
    // The tests run in UTC, where both clocks are the same.
    const local = jest.spyOn(Date.prototype, 'getHours').mockImplementation(function (this: Date) {
      return (this.getUTCHours() + 20) % 24;
    });
    await open({ portal: { now: () => new Date('2027-03-14T21:07:09.500Z') } });
    expect(screen.getByLabelText('Time')).toHaveValue('21:07:09');
    expect(screen.getByText('UTC; 5:07 p.m. at the site')).toBeVisible();
    local.mockRestore();
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

describe('what is asked', () => {
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

  it('a time that is none is refused with what to write', async () => {
    const { user, title, description } = await open();
    await user.type(title, 'Gate');
    await user.type(description, 'Open');
    await user.clear(screen.getByLabelText('Time'));
    await user.type(screen.getByLabelText('Time'), '9:00');
    await user.click(submit());
    expect(await fieldError('Time')).toHaveTextContent('Please enter the time in UTC as hours, minutes and seconds, like 23:05:00');
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

  it('[ENOTE-14, ENOTE-18] Submit is disabled and says that it waits while the note is sent; only then it leads to /onJob', async () => {
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

  it.each([400, 403, 404, 409, 413])('[ENOTE-16/1] a %d has no toast and leads nowhere: one line, all is still there', async (code) => {
    const { user, portal, title, description } = await open();
    mockEndpoint(writeEnote, fails({ code, message: 'There is no such job of yours, so no e-note can be kept for it.' }));
    await user.type(title, 'Gate');
    await user.type(description, 'Open');
    fireEvent.change(screen.getByLabelText('Time'), { target: { value: '14:20:30' } });
    await user.click(submit());
    expect(await screen.findByText('There is no such job of yours, so no e-note can be kept for it.')).toHaveRole('status');
    expect([portal.toasts, portal.navigations, portal.outbox.current()]).toEqual([[], [], []]);
    expect([title, description].map((field) => (field as HTMLInputElement).value)).toEqual(['Gate', 'Open']);
    expect(screen.getByLabelText('Time')).toHaveValue('14:20:30');
    expect(submit()).toBeEnabled();
  });

  it.each([0, 429, 500])('[ENOTE-16/2] after a %d the note is kept on the device, and says so, without a toast', async (code) => {
    const { user, portal, title, description } = await open();
    mockEndpoint(writeEnote, fails({ code, message: '' }));
    await user.type(title, 'Gate');
    await user.type(description, 'Open');
    await user.click(submit());
    await waitFor(() => expect(portal.navigations.at(-1)).toMatchObject({ to: '/onJob' }));
    expect(portal.outbox.current()).toMatchObject([{ what: 'E-note: Gate', state: 'on device', order: `enote:${jobIds().jobId}` }]);
    expect(portal.announced.join()).toContain('waits on this device');
    expect(portal.toasts).toEqual([]);
    // On Job may have to wait for a connection: until then nothing is left here that would send the note again.
    expect(await screen.findByText(/^Your e-note waits on this device/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
  });

  it('[ENOTE-02] the time that is typed is the one that is sent: one minute past midnight, 23:59 is of the day before', async () => {
    const { user, sent, title, description } = await open({ portal: { now: () => new Date('2027-03-15T00:01:00.000Z') } });
    await user.type(title, 'Gate');
    await user.type(description, 'Open');
    await user.clear(screen.getByLabelText('Time'));
    await user.type(screen.getByLabelText('Time'), '23:59:00');
    await user.click(submit());
    await waitFor(() => expect(sent.calls).toEqual([expect.objectContaining({ at: '2027-03-14T23:59:00.000Z' })]));
  });
});

describe('common notes', () => {
  it('fill title and description with one touch', async () => {
    const { user, title, description } = await open();
    await user.click(within(screen.getByRole('group', { name: 'Common notes' })).getByRole('button', { name: 'Patrol done' }));
    expect([title, description].map((field) => (field as HTMLInputElement).value)).toEqual([
      'Patrol done',
      expect.stringContaining('Nothing unusual'),
    ]);
    await user.click(screen.getByRole('button', { name: 'Visitor' }));
    expect(title).toHaveValue('Visitor');
  });

  it.each([
    [true, 'Patrol done'],
    [false, 'My own words'],
  ])('ask before they take the place of what was typed: %p', async (answer, shown) => {
    const confirm = jest.fn(async () => answer);
    const { user, title } = await open({ portal: { confirm } });
    await user.type(title, 'My own words');
    await user.click(screen.getByRole('button', { name: 'Patrol done' }));
    expect(confirm).toHaveBeenCalledWith(expect.objectContaining({ title: 'Replace what you wrote?' }));
    expect(title).toHaveValue(shown);
  });
});

it('the place is sent when the guard added it', async () => {
  const at = { latitude: 43.65, longitude: -79.38, accuracy: 12, at: '2027-03-14T15:00:00.000Z' };
  const { user, sent, title, description } = await open({ portal: { position: async () => at } });
  await user.type(title, 'Gate');
  await user.type(description, 'Open');
  await user.click(screen.getByRole('button', { name: 'Add my place' }));
  expect(await screen.findByText('Your place is noted, within 12 m.')).toBeVisible();
  await user.click(submit());
  await waitFor(() => expect(sent.calls).toEqual([expect.objectContaining({ lat: 43.65, long: -79.38, accuracy: 12 })]));
});
