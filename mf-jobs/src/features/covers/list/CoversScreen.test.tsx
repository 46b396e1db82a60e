import { acceptCover, type Cover, declineCover, listCovers, withdrawCover } from '@portal/contracts/covers/covers.endpoints';
import { coversPaths } from '@portal/contracts/covers/covers.paths';
import { shiftRecord } from '@portal/contracts/shifts/shifts.endpoints';
import { mockId } from '@portal/testing/ids';
import { job, jobIds, shift } from '@portal/testing/jobs';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { waitingWrite } from '@portal/testing/outbox';
import { renderScreen } from '@portal/testing/renderScreen';
import { workedShift } from '@portal/testing/shifts';
import { screen, waitFor, within } from '@testing-library/react';
import { CoversScreen } from './CoversScreen';

const cover = (changes: Partial<Cover> = {}, n = 1): Cover => ({
  ...jobIds(n),
  ...{ offerId: mockId(5000 + n), state: 'open', jobTitle: job().jobTitle, locationName: 'Toronto Yard 7' },
  ...{ shiftDate: shift().shiftDate, startTime: shift().startTime, endTime: shift().endTime, timeZone: 'America/Toronto' },
  ...{ hourlyRate: '24.50', pay: '208.25', distance: 12.4, note: '', isAutomatic: false },
  ...{ offeredAt: '2027-03-10T15:00:00Z', endsAt: '2027-03-14T20:05:00Z', proposedAt: null, decidedAt: null },
  ...changes,
});

function open(covers: { open?: Cover[]; own?: Cover[] } = { open: [cover()] }, now = '2027-03-14T12:00:00Z') {
  let shown: { open: Cover[]; own: Cover[] } = { open: [], own: [], ...covers };
  mockEndpoint(listCovers, () => shown);
  const change = (next: typeof shown) => {
    shown = next;
  };
  return { change, ...renderScreen(<CoversScreen />, { path: coversPaths.covers(), portal: { now: () => new Date(now) } }) };
}
const card = async () => within(await screen.findByRole('list', { name: 'Shifts to cover' })).getByRole('listitem');
const value = (label: string) => screen.getByText(label).nextElementSibling?.textContent;

it('[COVER-01] a shift to cover shows its facts, the note and the deadline', async () => {
  open({ open: [cover({ note: 'Bring boots' })] });
  expect(await card()).toHaveTextContent('Night watch at the depot');
  expect([value('Site'), value('Distance from base'), value('Pay'), value('Accept until')]).toEqual([
    'Toronto Yard 7',
    '12.4 km',
    '$208.25, $24.50 per hour',
    'Sun, Mar 14, 2027, 4:05 p.m.',
  ]);
  expect(screen.getByText('Bring boots')).toBeVisible();
  expect(screen.getByText('6:05 p.m. – 2:35 a.m.')).toBeVisible();
});

it('shows an empty list with the reason', async () => {
  open({});
  expect(await screen.findByText('No shift to cover')).toBeVisible();
  expect(screen.getByText('Shifts that other guards offer appear here if they fit your profile and your own shifts.')).toBeVisible();
});

it('shows that the list could not be loaded', async () => {
  mockEndpoint(listCovers, fails({ code: 503, message: 'x' }));
  renderScreen(<CoversScreen />, { path: coversPaths.covers() });
  expect(await screen.findByText('The shifts to cover could not be loaded')).toBeVisible();
});

it('[COVER-04] an accepted shift shows who is responsible until the approval', async () => {
  const accept = mockEndpoint(acceptCover, { state: 'proposed' });
  const { user, change } = open();
  await card();
  change({ open: [cover({ state: 'proposed', proposedAt: '2027-03-14T12:00:00Z' })], own: [] });
  await user.click(await screen.findByRole('button', { name: 'Accept shift: Night watch at the depot, Sun, Mar 14, 2027' }));
  expect(await screen.findByText('You are proposed')).toBeVisible();
  expect(screen.getByText('The first guard stays responsible until dispatch approves.')).toBeVisible();
  expect(accept.calls).toEqual([{ offerId: mockId(5001) }]);
  expect(screen.queryByRole('button', { name: /^Accept shift/ })).toBeNull();
});

it('[COVER-04] "Not for me" removes the shift from the list', async () => {
  const decline = mockEndpoint(declineCover, null);
  const { user, portal, change } = open();
  await card();
  change({ open: [], own: [] });
  await user.click(await screen.findByRole('button', { name: 'Not for me: Night watch at the depot, Sun, Mar 14, 2027' }));
  expect(await screen.findByText('No shift to cover')).toBeVisible();
  expect(decline.calls).toEqual([{ offerId: mockId(5001) }]);
  expect(portal.announced).toEqual(['You will not see this shift again.']);
});

it('[COVER-04] shows why an acceptance was refused', async () => {
  mockEndpoint(acceptCover, fails({ code: 409, message: 'Your own shifts leave less than 8 hours of rest before or after this shift.' }));
  const { user, portal } = open();
  await user.click(await screen.findByRole('button', { name: /^Accept shift/ }));
  await waitFor(() =>
    expect(portal.toasts).toMatchObject([{ text: 'Your own shifts leave less than 8 hours of rest before or after this shift.' }]),
  );
});

it('[COVER-04] an acceptance without a connection waits on the device, and states that another guard may be first', async () => {
  mockEndpoint(acceptCover, fails({ code: 0, message: '' }));
  const { user, portal } = open();
  await user.click(await screen.findByRole('button', { name: /^Accept shift/ }));
  expect(await screen.findByText('Your acceptance is saved on this device. Another guard may accept first.')).toBeVisible();
  expect(portal.outbox.current()).toMatchObject([
    { what: 'Accept shift: Night watch at the depot', state: 'on device', validUntil: '2027-03-14T20:05:00Z' },
  ]);
});

it('[COVER-04] explains a late acceptance of an offer that is not listed any more, until it is dismissed', async () => {
  const { user, portal } = open({});
  const failure = {
    code: 409,
    message: '',
    userMessage: 'Another guard accepted this shift first. Look at the other shifts to cover.',
    fields: {},
  };
  const entry = waitingWrite({ order: `cover-offer:${mockId(5009)}`, endpointId: acceptCover.id, what: 'Accept shift: Gate C' });
  portal.outbox.put({ ...entry, state: 'failed', failure });
  expect(
    await screen.findByText('Accept shift: Gate C. Another guard accepted this shift first. Look at the other shifts to cover.'),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'I understand' }));
  await waitFor(() => expect(screen.queryByText(/Gate C/)).toBeNull());
});

it('[COVER-02] an acceptance that was not sent before the deadline shows that the offer has ended', async () => {
  const { portal } = open({});
  const entry = waitingWrite({ order: `cover-offer:${mockId(5009)}`, endpointId: acceptCover.id, what: 'Accept shift: Gate C' });
  const failure = {
    code: 0,
    message: 'expired',
    userMessage: 'It waited too long, so it was not sent. You can still send it.',
    fields: {},
  };
  portal.outbox.put({ ...entry, state: 'failed', expired: true, failure });
  expect(await screen.findByText('Accept shift: Gate C. This offer has ended. Look at the other shifts to cover.')).toBeVisible();
  expect(screen.queryByText(/You can still send it/)).toBeNull();
});

it('[COVER-02] an offer past its deadline has no buttons', async () => {
  open({ open: [cover()] }, '2027-03-14T20:05:00Z');
  expect(await screen.findByText('This offer has ended. Look at the other shifts to cover.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Accept shift/ })).toBeNull();
});

it('[COVER-05] an approved shift links to its job, and a refused one is not the guard’s', async () => {
  open({ open: [cover({ state: 'approved' }), cover({ state: 'refused' }, 2)] });
  expect(await screen.findByText('This shift is yours. You find it in All Jobs.')).toBeVisible();
  expect(screen.getByRole('link', { name: /^Job Detail/ })).toHaveAttribute('href', `/jobDetail?jobId=${jobIds().jobId}`);
  expect(screen.getByText('Dispatch did not approve the change. This shift is not yours.')).toBeVisible();
});

it('[COVER-05] a guard who has a covered shift again does not read that another guard works it', async () => {
  open({ own: [cover({ state: 'approved', isHeldAgain: true, decidedAt: '2027-03-11T16:00:00Z' })] });
  expect(await screen.findByText('This shift is yours again. You find it in All Jobs.')).toBeVisible();
  expect(screen.queryByText(/Another guard works this shift/)).toBeNull();
});

it('[COVER-10] a covered shift leads to its record, which states since when it is not the guard’s', async () => {
  const record = mockEndpoint(shiftRecord, workedShift({ lostAt: '2027-03-11T16:00:00.000Z' }));
  const { user } = open({ own: [cover({ state: 'approved', decidedAt: '2027-03-11T16:00:00Z' })] });
  await user.click(await screen.findByRole('button', { name: 'Shift record: Night watch at the depot, Sun, Mar 14, 2027' }));
  const dialog = await screen.findByRole('dialog', { name: 'Shift record' });
  expect(await within(dialog).findByText('No longer your shift')).toBeVisible();
  expect(within(dialog).getByText('Earning').nextElementSibling).toHaveTextContent('$0.00');
  expect(record.calls).toEqual([{ shiftId: jobIds().shiftId }]);
});

it('[COVER-06] states that a site approves automatically', async () => {
  open({ open: [cover({ isAutomatic: true })] });
  expect(await screen.findByText('This site approves the first guard who accepts.')).toBeVisible();
});

it('[COVER-05] own offers show their times, and a live one can be withdrawn', async () => {
  const withdraw = mockEndpoint(withdrawCover, null);
  const approved = cover({ state: 'approved', proposedAt: '2027-03-11T15:00:00Z', decidedAt: '2027-03-11T16:00:00Z' }, 2);
  const { user } = open({ own: [cover(), approved] });
  const region = await screen.findByRole('region', { name: 'Shifts you offered' });
  expect(within(region).getByText('Another guard works this shift. You have nothing left to do.')).toBeVisible();
  expect(within(region).getByText('Accepted by a guard').nextElementSibling).toHaveTextContent('Thu, Mar 11, 2027, 10:00 a.m.');
  expect(within(region).getAllByText('Covered').at(-1)?.nextElementSibling).toHaveTextContent('Thu, Mar 11, 2027, 11:00 a.m.');
  await user.click(within(region).getByRole('button', { name: /^Withdraw offer: / }));
  await waitFor(() => expect(withdraw.calls).toEqual([{ jobId: jobIds().jobId, shiftId: jobIds().shiftId }]));
});
