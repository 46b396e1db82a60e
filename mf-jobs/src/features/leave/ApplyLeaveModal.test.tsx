import { applyLeave } from '@portal/contracts/leave/leave.endpoints';
import { jobIds, shift } from '@portal/testing/jobs';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ApplyLeaveModal } from './ApplyLeaveModal';

const { jobId } = jobIds();
const asked = { jobId, shiftId: shift().shiftId, shiftDate: shift().shiftDate };

function open() {
  const onClose = jest.fn();
  return { onClose, ...renderScreen(<ApplyLeaveModal jobId={jobId} shift={shift()} onClose={onClose} />) };
}
const submit = () => screen.getByRole('button', { name: 'Submit' });
afterEach(() => jest.useRealTimers());

it('[LEAVE-01] offers the three titles and requires one', async () => {
  const { user } = open();
  expect(screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual(['Sick', 'Personal Emergency', 'Other']);
  await user.click(submit());
  expect(await screen.findByText('Please choose why you need leave')).toBeVisible();
});

it.each(['Sick', 'Personal Emergency'])('[LEAVE-02] has a description box for Other, and none for %s', async (title) => {
  const { user } = open();
  expect(screen.queryByLabelText('Description')).toBeNull();
  await user.click(screen.getByLabelText(title));
  expect(screen.queryByLabelText('Description')).toBeNull();
  await user.click(screen.getByLabelText('Other'));
  expect(screen.getByLabelText('Description')).toBeVisible();
  await user.click(screen.getByLabelText(title));
  expect(screen.queryByLabelText('Description')).toBeNull();
});

it.each([
  ['nothing', ''],
  ['blanks alone', '   '],
])('[LEAVE-03] refuses Other with %s as description, without a call', async (_what, typed) => {
  const leave = mockEndpoint(applyLeave, {});
  const { user } = open();
  await user.click(screen.getByLabelText('Other'));
  if (typed) await user.type(screen.getByLabelText('Description'), typed);
  await user.click(submit());
  const box = await screen.findByRole('textbox', { name: 'Description', description: 'Description should not be blank' });
  expect(box).toHaveFocus();
  expect(leave.calls).toHaveLength(0);
});

it('[LEAVE-04, LEAVE-05] sends the request for the shift, closes, and invalidates leave', async () => {
  const leave = mockEndpoint(applyLeave, {});
  const { user, onClose, portal } = open();
  await user.click(screen.getByLabelText('Other'));
  await user.type(screen.getByLabelText('Description'), ' My daughter is ill. ');
  await user.click(submit());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(applyLeave).toMatchObject({ method: 'POST', path: '/apply-leave' });
  expect(leave.calls).toEqual([{ ...asked, leaveTitle: 3, leaveDescription: 'My daughter is ill.' }]);
  expect(portal.announced).toEqual(['Your leave request was received.']);
  expect(portal.changes).toEqual(['leave']);
});

it.each([
  ['CODE-27', 'Sick', 1],
  ['CODE-28', 'Personal Emergency', 2],
  ['CODE-29', 'Other', 3],
])('[%s] sends %s as leaveTitle %i', async (_id, title, leaveTitle) => {
  const leave = mockEndpoint(applyLeave, {});
  const { user, onClose } = open();
  await user.click(screen.getByLabelText(title));
  if (title === 'Other') await user.type(screen.getByLabelText('Description'), 'My daughter is ill.');
  await user.click(submit());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(leave.calls).toMatchObject([{ leaveTitle }]);
});

it.each([
  ['Sick', 1],
  ['Personal Emergency', 2],
])('[LEAVE-04] omits the description with the title %s', async (title, leaveTitle) => {
  const leave = mockEndpoint(applyLeave, {});
  const { user, onClose } = open();
  await user.click(screen.getByLabelText('Other'));
  await user.type(screen.getByLabelText('Description'), 'Not to be sent');
  await user.click(screen.getByLabelText(title));
  await user.click(submit());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(leave.calls[0]?.leaveTitle).toBe(leaveTitle);
  expect(leave.calls[0]?.leaveDescription).toBeUndefined();
});

it.each([0, 429, 500])('[LEAVE-06/1, LEAVE-06/3] queues the request after a %d, without a toast', async (code) => {
  mockEndpoint(applyLeave, fails({ code, message: 'Words of the server', userMessage: 'More words of the server' }));
  const { user, onClose, portal } = open();
  await user.click(screen.getByLabelText('Sick'));
  await user.click(submit());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(portal.outbox.current()).toMatchObject([{ what: 'Leave: Sun, Mar 14, 2027', order: asked.shiftId, state: 'on device' }]);
  expect(portal.announced).toEqual(['Your leave request is saved on this device. We will send it when you are back online.']);
  expect([portal.toasts, portal.navigations]).toEqual([[], []]);
  expect(document.body).not.toHaveTextContent(/words of the server/i);
});

const NOT_SAVED = 'Your leave request was not saved. What you entered is still here; please try again.';

it.each([
  [400, NOT_SAVED],
  [403, 'This shift is not yours.'],
  [404, NOT_SAVED],
  [409, 'Leave can be requested once for each shift, before the shift begins.'],
])('[LEAVE-06/1, LEAVE-06/2] shows one quiet line of our own after a failure %d, and keeps the input', async (code, line) => {
  mockEndpoint(applyLeave, fails({ code, message: 'Words of the server', userMessage: 'More words of the server' }));
  const { user, onClose, portal } = open();
  await user.click(screen.getByLabelText('Other'));
  await user.type(screen.getByLabelText('Description'), 'My daughter is ill.');
  await user.click(submit());
  expect(await screen.findByText(line)).toHaveAttribute('role', 'status');
  expect(document.body).not.toHaveTextContent(/words of the server/i);
  expect(screen.getByLabelText('Other')).toBeChecked();
  expect(screen.getByLabelText('Description')).toHaveValue('My daughter is ill.');
  expect(portal.toasts).toEqual([]);
  expect(portal.navigations).toEqual([]);
  expect(portal.outbox.current()).toEqual([]);
  expect(onClose).not.toHaveBeenCalled();
});

it('[SHELL-46/1] shows the failure of a submit in the form until the next submit', async () => {
  jest.useFakeTimers();
  mockEndpoint(applyLeave, fails({ code: 409, message: 'You have already requested leave for this shift.' }));
  open();
  const press = (control: HTMLElement) =>
    act(async () => {
      fireEvent.click(control);
      await jest.advanceTimersByTimeAsync(100);
    });
  const wait = (minutes: number) => act(() => jest.advanceTimersByTimeAsync(minutes * 60_000));
  const line = () =>
    within(screen.getByRole('dialog', { name: /^Apply Leave/ })).queryByText(
      'Leave can be requested once for each shift, before the shift begins.',
    );
  await press(screen.getByLabelText('Sick'));
  await press(submit());
  await wait(10);
  expect(line()).toBeVisible();
  await press(screen.getByLabelText('Personal Emergency'));
  await wait(10);
  expect(line()).toBeVisible();
  mockEndpoint(applyLeave, () => new Promise(() => undefined));
  await press(submit());
  expect(line()).toBeNull();
});

it.each([0, 429, 500])(
  '[LEAVE-06/1, LEAVE-06/2] shows one quiet line after a failure %d if the device cannot store, claims no queued request, and keeps the input',
  async (code) => {
    mockEndpoint(applyLeave, fails({ code, message: 'Words of the server', userMessage: 'More words of the server' }));
    const { user, onClose, portal } = open();
    portal.outbox.isFull = true;
    await user.click(screen.getByLabelText('Other'));
    await user.type(screen.getByLabelText('Description'), 'My daughter is ill.');
    await user.click(submit());
    const line = await screen.findByText('Your leave request was not saved. What you entered is still here; please try again.');
    expect(line).toHaveAttribute('role', 'status');
    expect(document.body).not.toHaveTextContent(/words of the server/i);
    // A message would appear after the line.
    await act(async () => undefined);
    expect([portal.announced, portal.toasts, portal.navigations, portal.outbox.current()]).toEqual([[], [], [], []]);
    expect(screen.getByLabelText('Other')).toBeChecked();
    expect(screen.getByLabelText('Description')).toHaveValue('My daughter is ill.');
    expect(onClose).not.toHaveBeenCalled();
  },
);

it('asks before typed input is lost', async () => {
  const { user, portal } = open();
  await user.click(screen.getByLabelText('Sick'));
  expect([...portal.unsaved]).toEqual(['your leave request']);
});
