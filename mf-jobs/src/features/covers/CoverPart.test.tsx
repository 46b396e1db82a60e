import { offerCover, withdrawCover } from '@portal/contracts/covers/covers.endpoints';
import type { Shift } from '@portal/contracts/jobs/jobs.shapes';
import { jobIds, shift } from '@portal/testing/jobs';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { waitingWrite } from '@portal/testing/outbox';
import { renderScreen } from '@portal/testing/renderScreen';
import { act, screen, waitFor } from '@testing-library/react';
import { CoverStatus, OfferShift } from './CoverPart';

/** The shift begins on 2027-03-14 at 22:05 UTC, so guards can accept until 20:05. */
async function open(changes: Partial<Shift> = { cover: null }, now = '2027-03-14T12:00:00Z') {
  const row = (
    <>
      <CoverStatus shift={shift(changes)} />
      <OfferShift jobId={jobIds().jobId} shift={shift(changes)} />
    </>
  );
  const page = renderScreen(row, { portal: { now: () => new Date(now) } });
  await act(async () => undefined);
  return page;
}
const live = (state: string) => ({ cover: { state, endsAt: '2027-03-14T20:05:00Z' } });
const offerButton = () => screen.queryByRole('button', { name: 'Offer this shift, Sun, Mar 14, 2027' });
const withdrawButton = () => screen.queryByRole('button', { name: 'Withdraw offer, Sun, Mar 14, 2027' });
const kept = () => waitingWrite({ order: `cover:${shift().shiftId}`, endpointId: offerCover.id, state: 'on device' });

it('[COVER-01] the form explains what happens next and until when, and sends the note', async () => {
  const offer = mockEndpoint(offerCover, null);
  const { user, portal } = await open();
  await user.click(offerButton() as HTMLElement);
  for (const words of [
    'Guards who fit see your shift, and the first who accepts is proposed.',
    'You stay responsible for this shift until dispatch approves.',
    'Guards can accept until Sun, Mar 14, 2027, 4:05 p.m.',
  ])
    expect(await screen.findByText(words)).toBeVisible();
  expect(screen.getByText(/If you are ill or have an emergency, apply for leave instead/)).toBeVisible();
  await user.type(screen.getByLabelText(/Note for the other guards/), 'Bring boots');
  await user.click(screen.getByRole('button', { name: 'Offer to other guards' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(offer.calls).toEqual([{ jobId: jobIds().jobId, shiftId: jobIds().shiftId, note: 'Bring boots' }]);
  expect(portal.announced).toContain('Your shift is offered to guards who fit.');
});

it.each([
  ['open', 'Offered', 'No guard has accepted yet. You stay responsible for this shift until dispatch approves.', true],
  ['proposed', 'Guard proposed', 'A guard accepted. You stay responsible for this shift until dispatch approves.', true],
  ['refused', 'Cover refused', 'Dispatch did not approve the change. The shift stays yours.', false],
  ['ended', 'Offer ended', 'The offer ended without a change of guard.', false],
])('[COVER-04] an offer that is %s shows %s', async (state, label, words, isWithdrawable) => {
  await open(live(state));
  expect(screen.getByText(label)).toBeVisible();
  expect(screen.getByText(words)).toBeVisible();
  expect(withdrawButton() !== null).toBe(isWithdrawable);
  expect(offerButton() === null).toBe(isWithdrawable);
});

it('[COVER-05] shows that another guard works a covered shift, unless the guard got it again', async () => {
  const { unmount } = await open({ ...live('approved'), state: null });
  expect(screen.getByText('Another guard works this shift. You have nothing left to do.')).toBeVisible();
  expect([offerButton(), withdrawButton()]).toEqual([null, null]);
  unmount();
  await open(live('approved'));
  expect(screen.queryByText('Covered')).toBeNull();
  expect(offerButton()).not.toBeNull();
});

const EARLY = '2027-03-14T12:00:00Z';
it.each<[string, Partial<Shift>, string]>([
  ['on leave', { cover: null, state: 'on-leave' }, EARLY],
  ['with a leave request', { cover: null, state: 'leave-requested', leave: { status: 0, leaveTitle: 1 } }, EARLY],
  ['less than two hours ahead', { cover: null }, '2027-03-14T20:05:00Z'],
  ['under way', { cover: null, state: 'arrived', phase: 'ongoing' }, EARLY],
  ['of an API without cover', {}, EARLY],
])('[COVER-02] a shift %s has no button', async (_which, changes, now) => {
  await open(changes, now);
  expect([offerButton(), withdrawButton()]).toEqual([null, null]);
});

it('[COVER-04] withdraws the offer', async () => {
  const withdraw = mockEndpoint(withdrawCover, null);
  const { user, portal } = await open(live('open'));
  await user.click(withdrawButton() as HTMLElement);
  await waitFor(() => expect(withdraw.calls).toEqual([{ jobId: jobIds().jobId, shiftId: jobIds().shiftId }]));
  expect(portal.announced).toEqual(['Your offer is withdrawn. The shift stays yours.']);
});

it('shows why a withdrawal was refused', async () => {
  mockEndpoint(withdrawCover, fails({ code: 409, message: 'You have no open offer for this shift.' }));
  const { user, portal } = await open(live('open'));
  await user.click(withdrawButton() as HTMLElement);
  await waitFor(() => expect(portal.toasts).toMatchObject([{ text: 'You have no open offer for this shift.' }]));
});

it.each([
  ['on device', 'Your offer is saved on this device. We will send it when you are back online.'],
  ['sending', 'Your offer is being sent.'],
] as const)('shows an offer that is %s, and no second button', async (state, words) => {
  const { portal } = await open();
  act(() => portal.outbox.put({ ...kept(), state }));
  expect(await screen.findByText(words)).toBeVisible();
  expect(offerButton()).toBeNull();
});

it('shows the words of a refusal after the offer waited, and offers it again', async () => {
  const { portal } = await open();
  const failure = { code: 409, message: '', userMessage: 'You have already offered this shift.', fields: {} };
  act(() => portal.outbox.put({ ...kept(), state: 'failed', failure }));
  expect(await screen.findByText('You have already offered this shift.')).toHaveClass('danger');
  expect(offerButton()).not.toBeNull();
});
