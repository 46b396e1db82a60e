import { type Handover, handoversOfShift, leaveHandover, readHandovers } from '@portal/contracts/handovers/handovers.endpoints';
import { handoverOrder } from '@portal/contracts/handovers/handovers.rules';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { mockId } from '@portal/testing/ids';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { waitingWrite } from '@portal/testing/outbox';
import { type FakeMicrophone, fakeMicrophone, fakeSound } from '@portal/testing/recorder';
import { arrivedShift, endedShift, openOnJob, runningShift } from '@portal/testing/shifts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { OnJobScreen } from '../shifts/onJob/OnJobScreen';

const NOW = '2027-03-14T15:00:00.000Z';
const handover = (changes: Partial<NonNullable<WorkedShift['handover']>> = {}) => ({
  handover: { note: null, readBy: [], read: [], newest: null, ...changes },
});
const note = (changes: Partial<Handover> = {}, n = 1): Handover => ({
  noteId: mockId(800 + n),
  version: 1,
  guard: 'Ada Roy',
  at: '2027-03-14T13:50:00.000Z',
  text: 'The side gate sticks.',
  recording: null,
  seconds: null,
  readAt: null,
  ...changes,
});
const spoken = note({ guard: 'Cleo Moss', text: '', recording: `data:audio/webm;base64,${btoa('sound')}`, seconds: 12 }, 2);
const arrived = arrivedShift(handover({ newest: NOW }));
const openNotes = async (notes: Handover[], shift = arrived) => {
  mockEndpoint(handoversOfShift, notes);
  return openOnJob(<OnJobScreen />, shift);
};
const button = (name: string) => screen.findByRole('button', { name });
const card = async () => within(await screen.findByRole('region', { name: 'Handover notes' }));

describe('the notes of other guards', () => {
  it('[ORDERS-04] are above the start, with guard, local time, text and recording', async () => {
    await openNotes([note(), spoken]);
    const notes = await card();
    expect(notes.getByText('The side gate sticks.')).toBeVisible();
    expect(notes.getByText('Ada Roy')).toBeVisible();
    expect(notes.getAllByText('9:50 a.m., Sun, Mar 14')).toHaveLength(2);
    expect(notes.getByLabelText('Recording of Cleo Moss')).toHaveAttribute('src', 'blob:test');
    const start = await button('Start shift');
    expect(notes.getByText('Ada Roy').compareDocumentPosition(start)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('[ORDERS-04] are marked as read with one press, and close', async () => {
    const read = mockEndpoint(readHandovers, { at: NOW });
    const { user, portal } = await openNotes([note(), spoken]);
    const pressed = await button('I have read them');
    mockEndpoint(handoversOfShift, [note({ readAt: NOW }), { ...spoken, readAt: NOW }]);
    await user.click(pressed);
    const earlier = await button('Handover notes you have read');
    expect(earlier).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByText('The side gate sticks.')).toBeNull();
    const notes = [note(), spoken].map(({ noteId, version }) => ({ noteId, version }));
    expect(read.calls).toEqual([{ jobId: arrived.jobId, shiftId: arrived.shiftId, notes, at: NOW }]);
    expect(portal.announced).toEqual(['Noted: you have read the handover.']);
    await user.click(earlier);
    expect(screen.getByText('The side gate sticks.')).toBeVisible();
  });

  it('[ORDERS-04] stay marked on this device without a connection', async () => {
    mockEndpoint(readHandovers, fails({ code: 0, message: '' }));
    const { user, portal } = await openNotes([note()]);
    await user.click(await button('I have read it'));
    expect(await button('Handover notes you have read')).toBeVisible();
    expect(portal.outbox.current()).toMatchObject([{ what: 'Handover notes', order: handoverOrder(arrived.shiftId) }]);
    expect(portal.announced).toEqual(['Saved on this device. We will send it when you are back online.']);
  });

  it('stay unread with a reason when the server refuses', async () => {
    mockEndpoint(readHandovers, fails({ code: 404, message: '', userMessage: 'These handover notes are not there any more.' }));
    const { user } = await openNotes([note()]);
    await user.click(await button('I have read it'));
    expect(await screen.findByText('These handover notes are not there any more.')).toBeVisible();
    expect(screen.getByText('The side gate sticks.')).toBeVisible();
  });

  it.each([
    ['there are none', handover()],
    ['the previous API sends no handover', {}],
  ])('are not requested when %s', async (_when, changes) => {
    const asked = mockEndpoint(handoversOfShift, []);
    await openOnJob(<OnJobScreen />, arrivedShift(changes));
    expect(await button('Start shift')).toBeVisible();
    expect([asked.calls, screen.queryByText('Handover notes')]).toEqual([[], null]);
  });

  it('leave the start on the screen when they cannot be loaded', async () => {
    mockEndpoint(handoversOfShift, fails({ code: 503, message: '' }));
    await openOnJob(<OnJobScreen />, arrived);
    expect(await screen.findByText('The handover notes could not be loaded')).toBeVisible();
    expect(await button('Start shift')).toBeVisible();
  });
});

describe('the own note', () => {
  let microphone: FakeMicrophone;
  const running = runningShift(handover());
  const saved = { version: 1, at: NOW };
  const openForm = async (shift: WorkedShift, name = 'Leave a handover note') => {
    const page = await openOnJob(<OnJobScreen />, shift);
    await page.user.click(await button(name));
    const dialog = within(await screen.findByRole('dialog', { name: 'Handover note' }));
    return { ...page, dialog };
  };

  beforeEach(() => {
    microphone = fakeMicrophone();
    fakeSound(12);
  });
  afterEach(() => jest.restoreAllMocks());

  it('[ORDERS-03] is text, and sent with the time of the press', async () => {
    const left = mockEndpoint(leaveHandover, saved);
    const { user, dialog, portal } = await openForm(running);
    await user.type(dialog.getByLabelText('Note'), 'The side gate sticks.');
    await user.click(dialog.getByRole('button', { name: 'Save note' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const { jobId, shiftId } = running;
    expect(left.calls).toEqual([{ jobId, shiftId, text: 'The side gate sticks.', keepsRecording: false, at: NOW }]);
    expect(portal.announced).toContain('Your handover note was saved.');
  });

  it('[ORDERS-03] is a recording, which stops at 30 seconds', async () => {
    const left = mockEndpoint(leaveHandover, saved);
    const now = jest.spyOn(performance, 'now').mockReturnValue(0);
    const { user, dialog } = await openForm(running);
    await user.click(await dialog.findByRole('button', { name: 'Record' }));
    expect(await dialog.findByText(/of 0:30/)).toBeVisible();
    expect(dialog.getByText('It stops automatically at 0:30.')).toBeVisible();
    expect(dialog.getByText('Stop the recording before you save the note.')).toBeVisible();
    microphone.piece();
    now.mockReturnValue(30_000);
    expect(await dialog.findByLabelText('Listen to the recording')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Save note' }));
    await waitFor(() => expect(left.calls).toHaveLength(1));
    const { text, recording } = left.calls[0] as unknown as { text: string; recording: File };
    expect([text, recording.type, recording.size]).toEqual(['', 'audio/webm', 1500]);
  });

  it('[ORDERS-03] waits on this device without a connection, and its text can be changed there', async () => {
    mockEndpoint(leaveHandover, fails({ code: 0, message: '' }));
    const { user, dialog, portal } = await openForm(running);
    await user.type(dialog.getByLabelText('Note'), 'The side gate sticks.');
    await user.click(dialog.getByRole('button', { name: 'Save note' }));
    const acts = within(await screen.findByRole('list', { name: 'Handover note' }));
    expect(await acts.findByText('On this phone, waiting to be sent')).toBeVisible();
    expect(portal.outbox.current()).toMatchObject([{ order: handoverOrder(running.shiftId) }]);
    await user.click(await button('Change your handover note'));
    expect(await screen.findByLabelText('Note')).toHaveValue('The side gate sticks.');
  });

  it('[ORDERS-03] is changed in place, and its recording stays until it is removed', async () => {
    const left = mockEndpoint(leaveHandover, { version: 2, at: NOW });
    const stored = { version: 1, text: 'Old', hasRecording: true, seconds: 12, at: NOW, receivedAt: NOW };
    const { user, dialog } = await openForm(runningShift(handover({ note: stored })), 'Change your handover note');
    expect(dialog.getByText('Your recording of 0:12 is a part of this note.')).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Record' })).toBeNull();
    await user.type(dialog.getByLabelText('Note'), ' text');
    await user.click(dialog.getByRole('button', { name: 'Save note' }));
    await waitFor(() => expect(left.calls).toMatchObject([{ text: 'Old text', keepsRecording: true }]));
  });

  it('offers the recorder after the stored recording was removed', async () => {
    const stored = { version: 1, text: 'Old', hasRecording: true, seconds: null, at: NOW, receivedAt: NOW };
    const { user, dialog } = await openForm(runningShift(handover({ note: stored })), 'Change your handover note');
    await user.click(dialog.getByRole('button', { name: 'Remove the recording' }));
    expect(await dialog.findByRole('button', { name: 'Record' })).toBeVisible();
  });

  it('is refused in the form without a text and a recording', async () => {
    const { user, dialog } = await openForm(running);
    await user.click(dialog.getByRole('button', { name: 'Save note' }));
    expect(await dialog.findByText('Please write a note, or record one')).toBeVisible();
  });

  it('a running recording is discarded only after a question', async () => {
    const { user, dialog, portal } = await openForm(running);
    await user.click(await dialog.findByRole('button', { name: 'Record' }));
    await dialog.findByText(/of 0:30/);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(portal.questions).toMatchObject([{ title: 'Discard the recording?' }]);
  });

  it.each([
    ['before the start', arrivedShift(handover()), false],
    ['during the shift', runningShift(handover()), true],
    ['at the end', endedShift(handover()), true],
    [
      'more than an hour after the end',
      endedShift({ ...handover(), ended: { ...endedShift().ended, at: '2027-03-14T13:59:59.000Z' } as never }),
      false,
    ],
    ['when the previous API sends no handover', runningShift(), false],
  ])('[ORDERS-03] is offered %s: %#', async (_when, shift, isOffered) => {
    await openOnJob(<OnJobScreen />, shift);
    await act(async () => undefined);
    expect(screen.queryByRole('button', { name: 'Leave a handover note' }) !== null).toBe(isOffered);
  });

  it('a note that was refused later can be tried again', async () => {
    const { portal } = await openOnJob(<OnJobScreen />, running);
    act(() =>
      portal.outbox.put(
        waitingWrite({ order: handoverOrder(running.shiftId), endpointId: leaveHandover.id, what: 'Handover note', state: 'failed' }),
      ),
    );
    expect(await button('Try again: Handover note')).toBeVisible();
  });
});
