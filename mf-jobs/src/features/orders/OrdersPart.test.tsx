import { acknowledgeOrders, ordersOfShift } from '@portal/contracts/orders/orders.endpoints';
import { currentShift } from '@portal/contracts/shifts/shifts.endpoints';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import type { WriteEntry } from '@portal/mf-kit/portal';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { waitingWrite } from '@portal/testing/outbox';
import { renderScreen } from '@portal/testing/renderScreen';
import { arrivedShift, currentShiftReply, openOnJob, workedShift } from '@portal/testing/shifts';
import { screen, waitFor, within } from '@testing-library/react';
import { OnJobScreen } from '../shifts/onJob/OnJobScreen';
import { OrdersPart } from './OrdersPart';

const setAt = '2027-03-12T15:00:00.000Z';
const orders = {
  version: 2,
  setAt,
  sections: [
    { title: 'Keys', text: 'The box is behind the door.', picture: 'data:image/png;base64,iVBOR' },
    { title: 'Rounds', text: 'Every two hours.', picture: null },
  ],
  contacts: [{ name: 'Caretaker', phone: '4165550142', note: 'Until midnight' }],
};
const withOrders = (changes: Partial<NonNullable<WorkedShift['orders']>> = {}) => ({
  orders: { version: 2, setAt, isRead: false, read: [], ...changes },
});
const shift = workedShift(withOrders());
const open = (shown = shift) => renderScreen(<OrdersPart shift={shown} />);
const openButton = () => screen.findByRole('button', { name: 'Post orders' });
const UNREAD = 'You have not read the post orders of this site yet. Please read them.';

it('shows nothing for a site without orders, and requests none', () => {
  open(workedShift({ orders: null }));
  expect(document.querySelector('main, button')).toBeNull();
});

it('[ORDERS-01] opens with one press: contacts that can be called, and sections with their pictures', async () => {
  mockEndpoint(ordersOfShift, orders);
  const { user } = open();
  await user.click(await openButton());
  const dialog = within(await screen.findByRole('dialog', { name: 'Post orders' }));
  expect(await dialog.findByText('Version 2, Fri, Mar 12, 2027')).toBeVisible();
  expect(dialog.getByRole('link', { name: /0142/ })).toHaveAttribute('href', 'tel:+14165550142');
  expect(dialog.getByText('Until midnight')).toBeVisible();
  expect(dialog.getByRole('region', { name: 'Keys' })).toHaveTextContent('The box is behind the door.');
  expect(dialog.getByRole('img', { name: 'Keys' })).toHaveAttribute('src', orders.sections[0]?.picture);
});

it('[ORDERS-01] links a short emergency number without a country code', async () => {
  mockEndpoint(ordersOfShift, { ...orders, contacts: [{ name: 'Fire, police, ambulance', phone: '911', note: '' }] });
  const { user } = open();
  await user.click(await openButton());
  expect(await screen.findByRole('link', { name: '911' })).toHaveAttribute('href', 'tel:911');
});

it('[ORDERS-02] sends the time of the press "I have read them" on a new version, and closes the dialog', async () => {
  mockEndpoint(ordersOfShift, orders);
  const read = mockEndpoint(acknowledgeOrders, { version: 2, at: setAt });
  const { user, portal } = open();
  expect(screen.getByText(UNREAD)).toBeVisible();
  await user.click(await openButton());
  await user.click(await screen.findByRole('button', { name: 'I have read them' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(read.calls).toEqual([{ jobId: shift.jobId, shiftId: shift.shiftId, version: 2, at: '2027-03-14T15:00:00.000Z' }]);
  expect(portal.announced).toEqual(['Noted: you have read the post orders.']);
});

it('[ORDERS-02] keeps the press on the device without a connection, and removes the notice', async () => {
  mockEndpoint(ordersOfShift, orders);
  mockEndpoint(acknowledgeOrders, fails({ code: 0, message: '' }));
  const { user, portal } = await openOnJob(<OnJobScreen />, shift);
  await user.click(await openButton());
  await user.click(await screen.findByRole('button', { name: 'I have read them' }));
  await waitFor(() => expect(screen.queryByText(UNREAD)).toBeNull());
  expect(portal.outbox.current()).toMatchObject([{ what: 'Post orders', order: `orders:${shift.shiftId}` }]);
});

it.each<[string, Partial<WriteEntry>, boolean]>([
  ['of this version', { input: { shiftId: shift.shiftId, version: 2 } }, false],
  ['of the version before', { input: { shiftId: shift.shiftId, version: 1 } }, true],
  ['that was refused', { input: { shiftId: shift.shiftId, version: 2 }, state: 'failed' }, true],
])('a press on the device %s counts as read: %#', async (_which, changes, isAsked) => {
  mockEndpoint(ordersOfShift, orders);
  const { portal } = await openOnJob(<OnJobScreen />, shift);
  portal.outbox.put({
    ...waitingWrite({ order: `orders:${shift.shiftId}`, endpointId: acknowledgeOrders.id, state: 'on device' }),
    ...changes,
  });
  await waitFor(() => expect(screen.queryByText(UNREAD) !== null).toBe(isAsked));
});

it('shows older orders of the device as such, without a button to acknowledge them', async () => {
  mockEndpoint(ordersOfShift, { ...orders, version: 1 });
  const { user } = open();
  await user.click(await openButton());
  expect(await screen.findByText('These are older orders. The newest ones are not on this device yet.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'I have read them' })).toBeNull();
});

it('has no button to acknowledge a version that was read, and shows a failed load', async () => {
  mockEndpoint(ordersOfShift, fails({ code: 503, message: '' }));
  const { user } = open(workedShift(withOrders({ isRead: true })));
  expect(screen.queryByText(UNREAD)).toBeNull();
  await user.click(await openButton());
  expect(await screen.findByText('The post orders could not be loaded')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'I have read them' })).toBeNull();
});

it('[ORDERS-02] On Job offers the normal start only after the press; before it, a start without reading', async () => {
  mockEndpoint(ordersOfShift, orders);
  mockEndpoint(acknowledgeOrders, { version: 2, at: setAt });
  const { user } = await openOnJob(<OnJobScreen />, arrivedShift(withOrders()));
  mockEndpoint(currentShift, currentShiftReply(arrivedShift(withOrders({ isRead: true }))));
  expect(await screen.findByRole('button', { name: 'Start without reading them' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Start shift' })).toBeNull();
  await user.click(await openButton());
  await user.click(await screen.findByRole('button', { name: 'I have read them' }));
  expect(await screen.findByRole('button', { name: 'Start shift' })).toBeVisible();
});
