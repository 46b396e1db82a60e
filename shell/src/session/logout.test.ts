import { ApiError } from '@portal/api-client/call';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { logout as endpoint, session as sessionEndpoint } from '@portal/contracts/auth/auth.endpoints';
import { beforeLogout } from '@portal/mf-kit/beforeLogout';
import { guard } from '@portal/testing/guard';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import type { DraftStorage } from './logout';
import { openLogout, outboxOf } from './logout.fixture';
import { createSessionStore } from './sessionStore';

const open = (...given: Parameters<typeof openLogout> extends [unknown, ...infer Rest] ? Rest : never) => openLogout(guard(), ...given);

/** Another tab that ends the session. */
function openOtherTab() {
  let notify: (news: 'ended') => void = () => undefined;
  const tabs = {
    post: () => undefined,
    listen(listener: typeof notify) {
      notify = listener;
    },
  };
  const sessionEnds = () => {
    createSessionStore().clear();
    notify('ended');
  };
  return { tabs, sessionEnds };
}

afterEach(() => {
  jest.useRealTimers();
  createSessionStore().clear();
});

it('[SHELL-20] shows the stated title and body, and stays when the guard cancels', async () => {
  const { session, questions, run } = open([false]);
  await run();
  expect(questions).toEqual([{ title: 'Are you sure', body: 'You want to logout?', confirm: 'Logout', cancel: 'Cancel' }]);
  expect(session.token()).toBe('abc');
});

it('[SHELL-21, SHELL-22] ends the session with the stored token and shows the server message', async () => {
  const mocked = mockEndpoint(endpoint, null, 'Goodbye.');
  await open([false]).run();
  expect(mocked.calls).toEqual([]);
  const { toasts, run } = open([true]);
  await run();
  expect(endpoint).toMatchObject({ method: 'POST', path: '/guard/auth/logout' });
  expect(mocked.calls).toEqual([{ refreshToken: 'abc' }]);
  expect(toasts).toEqual([['success', 'Goodbye.']]);
});

it('notifies the screens after the confirmation and before its call, while the session is still open', async () => {
  const order: unknown[] = [];
  mockEndpoint(endpoint, () => {
    order.push('call');
    return null;
  });
  const { session, run } = open([false, true]);
  const told = () => void order.push(session.token());
  window.addEventListener(beforeLogout, told);
  await run();
  expect(order).toEqual([]);
  await run();
  window.removeEventListener(beforeLogout, told);
  expect(order).toEqual(['abc', 'call']);
});

it('[SHELL-23, SHELL-24, SHELL-44/1] a logout that succeeds clears both stores, cookie and local storage, and goes to login', async () => {
  mockEndpoint(endpoint, null);
  const { session, moves, run } = open([true]);
  expect([document.cookie, window.localStorage.getItem('token')]).toEqual([expect.stringContaining('token=abc'), 'abc']);
  await run();
  expect(document.cookie).toBe('');
  expect(window.localStorage).toHaveLength(0);
  expect([session.token(), moves.at(-1)]).toEqual([null, '/guard/login']);
});

it.each([0, 400, 403, 409, 429, 500, 503])('[SHELL-44/3] offers to log out on this device when the call fails with %i', async (code) => {
  mockEndpoint(endpoint, fails({ code, message: 'No answer' }));
  const stays = open([true, false]);
  await stays.run();
  expect(stays.questions[1]).toEqual({
    title: 'Log out on this device anyway?',
    body: 'We could not reach the portal to end your session. You can still log out on this device.',
    confirm: 'Log out here',
    cancel: 'Stay logged in',
  });
  expect(stays.session.token()).toBe('abc');
  expect(stays.moves).not.toContain('/guard/login');
  const leaves = open([true, true]);
  await leaves.run();
  expect(leaves.session.token()).toBeNull();
  expect([leaves.moves.at(-1), leaves.toasts]).toEqual(['/guard/login', [['success', '']]]);
  expect(document.cookie).toBe('');
});

const sendUnauthorised = (session: ReturnType<typeof open>['session']) =>
  session.handleUnauthorised(new ApiError({ code: 401, message: 'Over', data: null }), sessionEndpoint as Endpoint, 'abc');

it('shows no expiry message when the logout itself causes the 401 of a call', async () => {
  mockEndpoint(endpoint, null, 'Goodbye.');
  const forgetGuard = async () => sendUnauthorised(session);
  const { session, toasts, run } = open([true], { device: { forgetGuard } });
  await run();
  expect([toasts, session.token()]).toEqual([[['success', 'Goodbye.']], null]);
});

it('shows the expiry message after a cancelled logout', async () => {
  mockEndpoint(endpoint, fails({ code: 0, message: 'No answer' }));
  const { session, toasts, run } = open([true, false]);
  await run();
  sendUnauthorised(session);
  expect(toasts).toEqual([['error', 'Over']]);
});

it.each([
  ['Are you sure', 200, 0],
  ['Log out on this device anyway?', 503, 1],
  ['Keep your files on this phone?', 200, 1],
  ['Keep your files on this phone?', 401, 1],
])('does not end a session that the guard begins in another tab during “%s”, and keeps its drafts: %i', async (title, code, calls) => {
  const mocked = code === 200 ? mockEndpoint(endpoint, null, 'Goodbye.') : mockEndpoint(endpoint, fails({ code, message: 'No answer' }));
  const duringQuestion = (asked: string) => {
    if (asked !== title) return;
    session.end();
    session.begin({ guard: guard(), tokens: { refresh: { token: 'anew' } } });
  };
  const options = { drafted: [guard().id], outbox: outboxOf({ bytes: 5 }), duringQuestion };
  const { session, questions, drafted, toasts, moves, run } = open([true, true, true], options);
  await run();
  expect([session.token(), toasts, session.logoutDecision(), drafted]).toEqual(['anew', [], null, [guard().id]]);
  expect(questions.at(-1)?.title).toBe(title);
  expect(mocked.calls).toHaveLength(calls);
  expect(moves).not.toContain('/guard/login');
});

it.each([
  ['refused', fails({ code: 401, message: 'Over' })],
  ['answered', null],
])('a logout that is %s does not affect the session that began after another tab ended its own', async (_how, reply) => {
  const { tabs, sessionEnds } = openOtherTab();
  mockEndpoint(endpoint, () => {
    sessionEnds();
    session.begin({ guard: guard(), tokens: { refresh: { token: 'anew' } } });
    return reply;
  });
  const { session, questions, drafted, run } = open([true, true], { drafted: [guard().id], tabs });
  await run();
  expect([session.token(), session.logoutDecision(), drafted]).toEqual(['anew', null, [guard().id]]);
  expect(questions.map(({ title }) => title)).toEqual(['Are you sure']);
});

it('names the waiting writes first, and promises to keep them', async () => {
  const outbox = outboxOf(...(['on device', 'sent', 'failed'] as const).map((state) => ({ what: `Leave ${state}`, state })));
  const { questions, session, run } = open([false], { outbox });
  await run();
  expect(questions[0]?.body).toBe(
    'You want to logout? Still waiting to be sent: “Leave on device”. Nothing is lost: this device keeps it, and sends it when you log in here again.',
  );
  expect(session.token()).toBe('abc');
});

it.each([
  ['destroys the drafts of the guard who leaves', [true], ['another']],
  ['leaves the drafts of a guard who stays logged in', [false], ['another', guard().id]],
])('%s, after a warning', async (_, answers, left) => {
  mockEndpoint(endpoint, null, 'Goodbye.');
  const { drafted, questions, run } = open(answers, { drafted: ['another', guard().id] });
  await run();
  expect(drafted).toEqual(left);
  expect(questions.map(({ title, body }) => [title, body])).toEqual([
    ['Are you sure', 'You want to logout? Unsent text in forms is removed from this device.'],
  ]);
});

it.each([
  ['kept', false, ['Photo', 'Break']],
  ['removed, and nothing else is,', true, ['Break']],
])('unsent files are %s as the guard answers', async (_, answer, left) => {
  mockEndpoint(endpoint, null);
  const outbox = outboxOf({ what: 'Photo', bytes: 5 }, { what: 'Break' });
  const { questions, moves, run } = open([true, answer], { outbox });
  await run();
  expect(questions[1]).toMatchObject({
    title: 'Keep your files on this phone?',
    body: expect.stringContaining('If you remove them, these are never sent: “Photo”.'),
  });
  expect(outbox.current().map(({ what }) => what)).toEqual(left);
  expect(moves.at(-1)).toBe('/guard/login');
});

it.each(['Are you sure', 'Keep your files on this phone?'])(
  'prompts about files and removes them when another tab ends the session during “%s”',
  async (title) => {
    mockEndpoint(endpoint, null);
    const { tabs, sessionEnds } = openOtherTab();
    const device = outboxOf({ what: 'Photo', bytes: 5 });
    // Without a session the outbox lists nothing.
    const outbox = { ...device, current: () => (session.current() ? device.current() : []) };
    const duringQuestion = (asked: string) => void (asked === title && sessionEnds());
    const { session, questions, run } = open([true, true], { outbox, tabs, duringQuestion });
    await run();
    expect(questions.map((one) => one.title)).toEqual(['Are you sure', 'Keep your files on this phone?']);
    expect([device.current(), device.owners]).toEqual([[], [guard().id]]);
  },
);

it('destroys the drafts when the session has already ended', async () => {
  mockEndpoint(endpoint, fails({ code: 401, message: 'Over' }));
  const { drafted, moves, toasts, run } = open([true, true], { drafted: [guard().id] });
  await run();
  expect(drafted).toEqual([]);
  // The handler of the 401 has shown the message and moved on.
  expect([moves, toasts]).toEqual([[`/guard/myprofile/${guard().id}`], []]);
});

it.each<[string, Partial<DraftStorage> | null]>([
  ['does not answer', { forgetGuard: () => new Promise<never>(() => undefined) }],
  ['refuses', { forgetGuard: () => Promise.reject(new Error('no device')) }],
  ['cannot load the code', null],
])('ends the session within a second, and says that drafts remain, when the device %s', async (_, device) => {
  jest.useFakeTimers();
  mockEndpoint(endpoint, null, 'Goodbye.');
  const { session, toasts, moves, run } = open([true], { device });
  void run();
  await jest.advanceTimersByTimeAsync(1000);
  expect([session.token(), moves.at(-1)]).toEqual([null, '/guard/login']);
  expect(toasts).toEqual([
    ['error', 'Your drafts could not be removed from this phone.'],
    ['success', 'Goodbye.'],
  ]);
});

it('shows no warning when the device does not reply about drafts', async () => {
  jest.useFakeTimers();
  const { questions, run } = open([false], { device: { hasDrafts: () => new Promise<never>(() => undefined) } });
  void run();
  await jest.advanceTimersByTimeAsync(1000);
  expect(questions[0]?.body).toBe('You want to logout?');
});

it('endSessionAndLogIn ends the session at the server and here without a question, and shows its text at the login', async () => {
  const mocked = mockEndpoint(endpoint, null);
  const { session, questions, toasts, moves, endAndLogIn } = open([]);
  await endAndLogIn('Your password was changed.');
  expect(mocked.calls).toEqual([{ refreshToken: 'abc' }]);
  expect(toasts).toEqual([['success', 'Your password was changed.']]);
  expect([session.token(), moves.at(-1), questions.length]).toEqual([null, '/guard/login', 0]);
});

it('endSessionAndLogIn ends the session here when the server cannot be reached', async () => {
  mockEndpoint(endpoint, fails({ code: 0, message: 'No answer' }));
  const { session, moves, endAndLogIn } = open([]);
  await endAndLogIn('Done.');
  expect([session.token(), moves.at(-1)]).toEqual([null, '/guard/login']);
});
