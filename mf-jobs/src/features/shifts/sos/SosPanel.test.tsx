import type { Sos } from '@portal/contracts/shifts/shifts.shapes';
import { raiseSos } from '@portal/contracts/shifts/shifts.sos';
import { jobIds } from '@portal/testing/jobs';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { waitingWrite } from '@portal/testing/outbox';
import { renderScreen, type ScreenOptions } from '@portal/testing/renderScreen';
import { sosOf } from '@portal/testing/shifts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { sosOrder } from '../shifts.queries';
import { SosPanel } from './SosPanel';
import { HOLD_MS } from './useLongPress';

const NOW = '2027-03-14T15:00:00.000Z';
const READ = '2027-03-14T14:59:00.000Z';
const order = sosOrder(jobIds().shiftId);

beforeEach(() => jest.useFakeTimers({ advanceTimers: true }));
afterEach(() => jest.useRealTimers());

const open = (sos: Sos[] = [], options: ScreenOptions = {}) => renderScreen(<SosPanel shift={jobIds()} sos={sos} readAt={READ} />, options);
const on = () => screen.getByRole('button', { name: /^SOS/ });
const off = () => screen.getByRole('button', { name: 'OFF' });
const state = () => screen.getAllByRole('status')[0];
const more = () => screen.getAllByRole('status')[1];
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

async function hold(ms = HOLD_MS) {
  fireEvent.pointerDown(on(), { button: 0 });
  await pass(ms);
  fireEvent.pointerUp(on());
}

it('[ONJOB-23, ONJOB-27/1, ONJOB-27/4] shows OFF and Not sent, shows SOS after a hold of two seconds, and calls POST /sos', async () => {
  const sent = mockEndpoint(raiseSos, sosOf({ at: NOW, receivedAt: NOW }));
  const here = { latitude: 43.7, longitude: -79.4, accuracy: 12, at: new Date().toISOString() };
  const { portal } = open([], { portal: { lastPosition: () => here } });
  expect(off()).toHaveAttribute('aria-pressed', 'true');
  expect(state()).toHaveTextContent(/^Not sent$/);
  await hold();
  await waitFor(() => expect(state()).toHaveTextContent('Sent 11:00 a.m.'));
  expect(on()).toHaveAttribute('aria-pressed', 'true');
  expect(off()).toHaveAttribute('aria-pressed', 'false');
  const { jobId, shiftId } = jobIds();
  expect(raiseSos).toMatchObject({ method: 'POST', path: '/sos' });
  expect(sent.calls).toEqual([{ jobId, shiftId, active: true, at: NOW, lat: 43.7, long: -79.4, accuracy: 12 }]);
  expect(portal.writes[0]?.options).toMatchObject({ order, validUntil: '2027-03-14T15:15:00.000Z' });
});

describe('a pointer', () => {
  const pointer = (type: string, { x = 100, y = 100 } = {}) =>
    fireEvent(on(), Object.assign(new MouseEvent(type, { bubbles: true, button: 0, clientX: x, clientY: y }), { pointerId: 7 }));
  const capture = jest.fn();
  beforeEach(() => void Object.assign(HTMLElement.prototype, { setPointerCapture: capture.mockReset() }));
  afterEach(() => void Reflect.deleteProperty(HTMLElement.prototype, 'setPointerCapture'));

  it.each([
    ['is captured, because a notice may move the button away from it', () => undefined],
    [
      'that cannot be captured holds the button all the same',
      () => {
        throw new DOMException('No active pointer', 'NotFoundError');
      },
    ],
  ])('a pointer %s', async (_words, captured) => {
    capture.mockImplementation(captured);
    const sent = mockEndpoint(raiseSos, sosOf());
    open();
    pointer('pointerdown');
    expect([capture.mock.calls, capture.mock.contexts]).toEqual([[[7]], [on()]]);
    pointer('pointermove', { x: 140, y: 130 });
    await pass(HOLD_MS);
    await waitFor(() => expect(sent.calls).toHaveLength(1));
  });

  it('a swipe ends the hold without a question', async () => {
    const sent = mockEndpoint(raiseSos, sosOf());
    open();
    pointer('pointerdown');
    pointer('pointermove', { x: 100, y: 161 });
    await pass(HOLD_MS);
    pointer('pointerup', { x: 100, y: 300 });
    expect(sent.calls).toHaveLength(0);
    expect(screen.queryByRole('button', { name: 'Send SOS now' })).toBeNull();
  });
});

it('an SOS shows no toast and covers nothing', async () => {
  mockEndpoint(raiseSos, sosOf());
  const { portal } = open();
  await hold();
  await waitFor(() => expect(state()).toHaveTextContent('Sent'));
  expect([portal.toasts, portal.questions, portal.announced]).toEqual([[], [], []]);
});

it.each(['body', 'h1'])(
  'moves the focus from the %s to the status when a finger, which gives no focus, presses the SOS button',
  async (place) => {
    mockEndpoint(raiseSos, sosOf());
    open();
    const heading = document.body.appendChild(document.createElement('h1'));
    heading.tabIndex = -1;
    if (place === 'h1') heading.focus();
    await hold();
    heading.remove();
    expect(state()).toHaveFocus();
    // The prevented default stops the mouse events that would focus the button.
    expect(fireEvent.touchEnd(on())).toBe(false);
    await waitFor(() => expect(state()).toHaveTextContent('Sent'));
    expect(state()).toHaveFocus();
  },
);

it.each(['Send SOS now', 'Do not send'])('returns the focus to the SOS button after “%s”', async (answer) => {
  mockEndpoint(raiseSos, sosOf());
  const { user } = open();
  await hold(HOLD_MS / 4);
  await user.click(screen.getByRole('button', { name: answer }));
  await waitFor(() => expect(on()).toHaveFocus());
});

describe('holding', () => {
  it.each(['{Enter>}', '[Space>]'])('a hold works by keyboard with %s and keeps the focus', async (key) => {
    const sent = mockEndpoint(raiseSos, sosOf());
    const { user } = open();
    on().focus();
    await user.keyboard(key);
    await pass(HOLD_MS / 2);
    expect(sent.calls).toHaveLength(0);
    await pass(HOLD_MS / 2);
    await waitFor(() => expect(sent.calls).toHaveLength(1));
    expect(on()).toHaveFocus();
  });

  it('a hold that ends too early sends nothing, and offers a confirmation instead', async () => {
    const sent = mockEndpoint(raiseSos, sosOf());
    const { user } = open();
    await hold(HOLD_MS / 2);
    await pass(HOLD_MS);
    expect(sent.calls).toHaveLength(0);
    const confirm = screen.getByRole('button', { name: 'Send SOS now' });
    expect(confirm).toHaveFocus();
    await user.click(confirm);
    await waitFor(() => expect(sent.calls).toHaveLength(1));
  });

  it('leaving the button ends the hold without a question', async () => {
    const sent = mockEndpoint(raiseSos, sosOf());
    open();
    fireEvent.pointerDown(on(), { button: 0 });
    fireEvent.pointerLeave(on());
    await pass(HOLD_MS);
    expect(sent.calls).toHaveLength(0);
    expect(screen.queryByRole('button', { name: 'Send SOS now' })).toBeNull();
  });

  it('the click of a screen reader opens the question instead of a hold', async () => {
    const { user } = open();
    fireEvent.click(on(), { detail: 0 });
    await user.click(screen.getByRole('button', { name: 'Do not send' }));
    expect(screen.queryByRole('button', { name: 'Send SOS now' })).toBeNull();
  });
});

describe('the position', () => {
  const at = () => new Date(Date.now() - 60_000).toISOString();
  it('an SOS carries a position of the last hour', async () => {
    const sent = mockEndpoint(raiseSos, sosOf());
    open([], { portal: { lastPosition: () => ({ latitude: 43.7, longitude: -79.4, accuracy: 12, at: at() }) } });
    await hold();
    await waitFor(() => expect(sent.calls[0]).toMatchObject({ lat: 43.7, long: -79.4, accuracy: 12 }));
    expect(screen.queryByText(/^Your position/)).toBeNull();
  });

  it('an SOS carries no position of another day, and none is requested', async () => {
    const sent = mockEndpoint(raiseSos, sosOf());
    const position = jest.fn(async () => null);
    open([], {
      portal: { position, lastPosition: () => ({ latitude: 43.7, longitude: -79.4, accuracy: 12, at: '2020-01-01T00:00:00Z' }) },
    });
    await hold();
    await waitFor(() => expect(sent.calls).toHaveLength(1));
    expect(sent.calls[0]).not.toHaveProperty('lat');
    expect(position).not.toHaveBeenCalled();
    expect(
      await screen.findByText('Your position could not be found. Our team can see your site. Tell them where you are when they call.'),
    ).toBeVisible();
  });
});

describe('[ONJOB-27/7] the SOS state shows only facts that the server confirmed', () => {
  it.each([
    ['[ONJOB-27/4] sent', sosOf(), 'Sent 10:58 a.m.'],
    ['[ONJOB-27/4] acknowledged', sosOf({ state: 'acknowledged', acknowledgedAt: '2027-03-14T14:59:00.000Z' }), 'Acknowledged 10:59 a.m.'],
    [
      'acknowledged by a dispatcher whose name is known',
      sosOf({ state: 'acknowledged', acknowledgedAt: '2027-03-14T14:59:00.000Z', acknowledgedBy: 'Day desk' }),
      'Acknowledged by Day desk at 10:59 a.m.',
    ],
    ['turned off', sosOf({ isActive: false, endedAt: '2027-03-14T14:59:00.000Z' }), 'Turned off 10:59 a.m.'],
  ])('shows the state: %s', (_state, sos, words) => {
    open([sos]);
    expect(state()).toHaveTextContent(words);
  });

  it('[ONJOB-27/4] shows an SOS that is being sent', async () => {
    mockEndpoint(raiseSos, () => new Promise(() => undefined));
    open();
    await hold();
    expect(state()).toHaveTextContent(/^Sending/);
  });

  it('[ONJOB-27/5] queues an SOS without a connection, and sends it later', async () => {
    const answers = [fails({ code: 0, message: 'No answer' })];
    mockEndpoint(raiseSos, () => answers.shift() ?? sosOf());
    const { portal } = open();
    await hold();
    await waitFor(() => expect(state()).toHaveTextContent('Not sent yet'));
    expect(more()).toHaveTextContent('It is saved on this phone');
    await act(async () => {
      portal.outbox.retry(portal.outbox.current()[0]?.key ?? '');
      await jest.advanceTimersByTimeAsync(1);
    });
    await waitFor(() => expect(state()).toHaveTextContent('Sent 11:00 a.m.'));
  });

  it('[ONJOB-27/4, ONJOB-27/5] shows a queued SOS after a reload', () => {
    const { portal } = open();
    act(() => portal.outbox.put(waitingWrite({ order, what: 'SOS', endpointId: raiseSos.id, input: { active: true } })));
    expect(state()).toHaveTextContent('Not sent yet');
    expect(on()).toHaveAttribute('aria-pressed', 'true');
  });

  it('shows the reason of a refused SOS', async () => {
    mockEndpoint(raiseSos, fails({ code: 404, message: 'There is no such shift of yours.' }));
    const { user } = open();
    await hold();
    await waitFor(() => expect(more()).toHaveTextContent('There is no such shift of yours.'));
    expect(state()).toHaveTextContent(/^Not sent$/);
    await user.click(screen.getByRole('button', { name: 'I am safe, do not send' }));
    expect(more()).toBeEmptyDOMElement();
  });
});

describe('[ONJOB-23] turning the SOS off', () => {
  it('turning off requires a confirmation, then informs the team', async () => {
    const sent = mockEndpoint(raiseSos, sosOf({ isActive: false, endedAt: NOW }));
    const { user, portal } = open([sosOf()]);
    await user.click(off());
    expect(portal.questions[0]?.title).toBe('Turn the SOS off?');
    await waitFor(() => expect(sent.calls).toEqual([expect.objectContaining({ active: false })]));
    expect(state()).toHaveTextContent('Turned off 11:00 a.m.');
    expect(off()).toHaveAttribute('aria-pressed', 'true');
  });

  it('turning off without a connection keeps the SOS on and shows the queued write', async () => {
    mockEndpoint(raiseSos, fails({ code: 0, message: 'No answer' }));
    const { user } = open([sosOf()]);
    await user.click(off());
    await waitFor(() => expect(more()).toHaveTextContent('Turning it off is waiting on this phone.'));
    expect(state()).toHaveTextContent('Sent 10:58 a.m.');
    expect(on()).toHaveAttribute('aria-pressed', 'true');
  });

  it('turning off dismisses a queued SOS', async () => {
    const answers = [fails({ code: 0, message: 'No answer' })];
    mockEndpoint(raiseSos, () => answers.shift() ?? null);
    const { user, portal } = open();
    await hold();
    await waitFor(() => expect(state()).toHaveTextContent('Not sent yet'));
    await user.click(off());
    await waitFor(() => expect(state()).toHaveTextContent('Turned off'));
    expect(portal.outbox.dismissed).toHaveLength(1);
  });
});

it.each([
  ['Send SOS again', 'Send SOS now', 'Sent 11:00 a.m.'],
  ['I am safe, do not send', null, 'Not sent'],
])('a device that cannot store shows an SOS as sending, as not sent, and after “%s” (%s): %s', async (button, confirm, then) => {
  let answer: (reply: ReturnType<typeof fails>) => void = () => undefined;
  mockEndpoint(raiseSos, () => new Promise<ReturnType<typeof fails>>((resolve) => (answer = resolve)));
  const { portal, user } = open();
  portal.outbox.isFull = true;
  await hold();
  expect([state()?.textContent, on().getAttribute('aria-pressed')]).toEqual(['Sending', 'true']);
  await act(async () => answer(fails({ code: 0, message: 'No answer' })));
  expect([state()?.textContent, more()?.textContent]).toEqual(['Not sent', 'No answer']);
  mockEndpoint(raiseSos, sosOf());
  await user.click(screen.getByRole('button', { name: button }));
  if (confirm) await user.click(screen.getByRole('button', { name: confirm }));
  await waitFor(() => expect([state()?.textContent, screen.queryByRole('button', { name: button })]).toEqual([then, null]));
});
