import type { Sos } from '@portal/contracts/shifts/shifts.shapes';
import { raiseSos } from '@portal/contracts/shifts/shifts.sos';
import { mockId } from '@portal/testing/ids';
import { jobIds } from '@portal/testing/jobs';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { waitingWrite } from '@portal/testing/outbox';
import { renderScreen } from '@portal/testing/renderScreen';
import { sosOf } from '@portal/testing/shifts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { sosOrder } from '../shifts.queries';
import { SosPanel } from './SosPanel';
import { HOLD_MS } from './useLongPress';

const order = sosOrder(jobIds().shiftId);

beforeEach(() => jest.useFakeTimers({ advanceTimers: true }));
afterEach(() => jest.useRealTimers());

const open = (sos: Sos[]) => renderScreen(<SosPanel shift={jobIds()} sos={sos} readAt="2027-03-14T14:59:00.000Z" />);
const on = () => screen.getByRole('button', { name: /^SOS/ });
const state = () => screen.getAllByRole('status')[0];
const more = () => screen.getAllByRole('status')[1];
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
async function press(button: HTMLElement, ms: number) {
  fireEvent.pointerDown(button, { button: 0 });
  await pass(ms);
  fireEvent.pointerUp(button);
  fireEvent.click(button, { detail: 1 });
}

const known = sosOf({ state: 'acknowledged', acknowledgedAt: '2027-03-14T14:59:00.000Z' });
const first: [string, Sos][] = [
  ['it was sent', sosOf()],
  ['it was acknowledged', known],
];

describe('an active SOS', () => {
  it.each(first)('a touch sends nothing and opens the question when %s', async (_state, sos) => {
    const sent = mockEndpoint(raiseSos, sosOf());
    const { user } = open([sos]);
    const before = state()?.textContent;
    await press(on(), HOLD_MS / 4);
    await pass(HOLD_MS);
    expect([sent.calls, state()?.textContent, on().getAttribute('aria-pressed')]).toEqual([[], before, 'true']);
    await user.click(screen.getByRole('button', { name: 'Do not send' }));
    expect(sent.calls).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Send SOS now' })).toBeNull();
  });

  it.each(first)('a hold of two seconds calls again when %s', async (_state, sos) => {
    const sent = mockEndpoint(raiseSos, sosOf({ sosId: mockId(602) }));
    open([sos]);
    expect(on()).toHaveTextContent('Hold to call again');
    await press(on(), HOLD_MS);
    await waitFor(() => expect(sent.calls).toEqual([expect.objectContaining({ active: true })]));
    await waitFor(() => expect(state()).toHaveTextContent('Sent 11:00 a.m.'));
    expect(more()).toHaveTextContent('Not acknowledged yet.');
  });

  it.each(['{Enter>}', '[Space>]'])('a hold by keyboard with %s calls again, and a short press does not', async (key) => {
    const sent = mockEndpoint(raiseSos, sosOf());
    const { user } = open([known]);
    on().focus();
    await user.keyboard(key.replace('>', ''));
    await pass(HOLD_MS);
    expect(sent.calls).toHaveLength(0);
    const confirm = screen.getByRole('button', { name: 'Send SOS now' });
    expect(confirm).toHaveFocus();
    on().focus();
    await user.keyboard(key);
    await pass(HOLD_MS / 2);
    expect(sent.calls).toHaveLength(0);
    await pass(HOLD_MS / 2);
    await waitFor(() => expect(sent.calls).toHaveLength(1));
  });

  it('a key that stays down after sending sends nothing more', async () => {
    const sent = mockEndpoint(raiseSos, sosOf());
    open([]);
    fireEvent.keyDown(on(), { key: 'Enter' });
    await pass(HOLD_MS);
    await waitFor(() => expect(state()).toHaveTextContent('Sent'));
    for (let times = 0; times < 3; times++) {
      fireEvent.keyDown(on(), { key: 'Enter', repeat: true });
      await pass(HOLD_MS);
    }
    fireEvent.keyUp(on(), { key: 'Enter' });
    expect(sent.calls).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Send SOS now' })).toBeNull();
  });

  it('a queued SOS cannot be called again', async () => {
    mockEndpoint(raiseSos, () => new Promise(() => undefined));
    const { portal } = open([]);
    await press(on(), HOLD_MS);
    expect(state()).toHaveTextContent(/^Sending/);
    await press(on(), HOLD_MS);
    expect(portal.writes).toHaveLength(1);
  });

  it('shows whether a call after an acknowledged one was sent', async () => {
    mockEndpoint(raiseSos, fails({ code: 0, message: 'No answer' }));
    open([known]);
    await press(on(), HOLD_MS);
    await waitFor(() => expect(state()).toHaveTextContent(/^Not sent yet$/));
    expect(more()).toHaveTextContent('It is saved on this phone');
  });

  it('closes the open question when the SOS is turned off, so that a touch alone sends nothing', async () => {
    const sent = mockEndpoint(raiseSos, sosOf({ isActive: false, endedAt: '2027-03-14T15:00:00.000Z' }));
    const { user } = open([sosOf()]);
    await press(on(), HOLD_MS / 4);
    expect(screen.getByRole('button', { name: 'Send SOS now' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'OFF' }));
    await waitFor(() => expect(sent.calls).toEqual([expect.objectContaining({ active: false })]));
    expect(screen.queryByRole('button', { name: 'Send SOS now' })).toBeNull();
  });

  it.each([
    ['the finger lifted then calls nobody', true],
    ['held on it is not called twice', false],
  ])('an SOS from another tab ends the hold: %s', async (_what, isLifted) => {
    mockEndpoint(raiseSos, sosOf());
    const { portal } = open([known]);
    fireEvent.pointerDown(on(), { button: 0 });
    await pass(HOLD_MS / 2);
    act(() => portal.outbox.put(waitingWrite({ order, what: 'SOS', endpointId: raiseSos.id, state: 'on device' })));
    expect(state()).toHaveTextContent(/^Not sent yet$/);
    if (isLifted) fireEvent.pointerUp(on());
    await pass(HOLD_MS);
    expect(portal.writes).toEqual([]);
    expect(on()).not.toHaveAttribute('data-held');
    expect(screen.queryByRole('button', { name: 'Send SOS now' })).toBeNull();
  });

  it('shows that a new call was refused and that the earlier SOS is still on', async () => {
    mockEndpoint(raiseSos, fails({ code: 404, message: 'There is no such shift of yours.' }));
    open([known]);
    await press(on(), HOLD_MS);
    await waitFor(() => expect(state()).toHaveTextContent(/^Not sent$/));
    expect(more()).toHaveTextContent('There is no such shift of yours. The SOS before it is still on.');
    expect(on()).toHaveAttribute('aria-pressed', 'true');
  });
});

describe('“Send SOS again” of an SOS that waited too long', () => {
  const lapsed = () => waitingWrite({ order, what: 'SOS', endpointId: raiseSos.id, state: 'failed', expired: true });
  const again = () => screen.getByRole('button', { name: 'Send SOS again' });

  it('[ONJOB-27/7] an SOS older than 15 minutes is sent only after a confirmation; a new one is sent', async () => {
    const sent = mockEndpoint(raiseSos, sosOf());
    const { portal, user } = open([]);
    const old = lapsed();
    act(() => portal.outbox.put(old));
    expect(state()).toHaveTextContent(/^Not sent$/);
    expect(more()).toHaveTextContent('It waited longer than 15 minutes. Do you still need help?');
    expect(on()).toHaveAttribute('aria-pressed', 'false');
    await user.click(again());
    expect(sent.calls).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Send SOS now' }));
    await waitFor(() => expect(sent.calls).toEqual([expect.objectContaining({ active: true, at: '2027-03-14T15:00:00.000Z' })]));
    expect(portal.outbox.dismissed).toEqual([old.key]);
  });

  it('a touch on Send SOS again opens the question', async () => {
    const sent = mockEndpoint(raiseSos, sosOf());
    const { portal } = open([]);
    act(() => portal.outbox.put(lapsed()));
    await press(again(), HOLD_MS / 4);
    await pass(HOLD_MS);
    expect(sent.calls).toHaveLength(0);
    expect(screen.getByRole('button', { name: 'Send SOS now' })).toHaveFocus();
  });

  it.each(['pointer', 'keyboard'])('a hold of two seconds on Send SOS again sends it: %s', async (by) => {
    const sent = mockEndpoint(raiseSos, sosOf());
    const { portal, user } = open([]);
    act(() => portal.outbox.put(lapsed()));
    if (by === 'pointer') fireEvent.pointerDown(again(), { button: 0 });
    else {
      again().focus();
      await user.keyboard('{Enter>}');
    }
    await pass(HOLD_MS / 2);
    expect(sent.calls).toHaveLength(0);
    await pass(HOLD_MS / 2);
    await waitFor(() => expect(sent.calls).toHaveLength(1));
  });

  it('Send SOS again sends nothing if it disappears during the hold', async () => {
    const sent = mockEndpoint(raiseSos, sosOf());
    const { portal } = open([]);
    const old = lapsed();
    act(() => portal.outbox.put(old));
    fireEvent.pointerDown(again(), { button: 0 });
    act(() => portal.outbox.dismiss(old.key));
    await pass(HOLD_MS);
    expect(sent.calls).toHaveLength(0);
  });
});
