import { setCookie } from '@portal/device/storage';
import { declaredRegistry } from '@portal/testing/declaredRegistry';
import { guard, guardAt } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { forgetTabs, pretendTabs } from '@portal/testing/tabs';
import { createAccessCheck } from '../navigation/accessCheck';
import { createRouteTable } from '../navigation/routeTable';
import { createRegistry } from '../registry/moduleRegistry';
import { openSession as open } from './sessionPage.fixture';
import { createSessionStore } from './sessionStore';

const reply = (of = guard(), token = 'abc') => ({ guard: of, tokens: { refresh: { token } } });

afterEach(() => {
  createSessionStore().clear();
  forgetTabs();
});

it('informs other tabs about a changed guard only', () => {
  const { session, moves, posted } = open();
  session.begin(reply());
  session.update(guard());
  expect([moves.length, posted]).toEqual([1, ['begun']]);
  session.update(guard({ firstName: 'Noor' }));
  expect([moves.length, posted]).toEqual([2, ['begun', 'changed']]);
  expect(createSessionStore().read()?.session?.guard.firstName).toBe('Noor');
});

it('takes the guard of a session with only a stored token, without a move', () => {
  createSessionStore().write('abc', guard());
  window.localStorage.clear();
  const { session, moves } = open();
  expect([session.token(), session.current()]).toEqual(['abc', null]);
  session.update(guardAt.otp());
  expect([session.current()?.guardId, moves]).toEqual([mockId(1), ['recheck']]);
});

it.each([
  ['here', (session: ReturnType<typeof open>['session']) => session.end()],
  ['next door', () => createSessionStore().clear()],
])('stores nothing of a late reply to a session that ended %s', (_where, end) => {
  const { session } = open();
  session.begin(reply());
  end(session);
  session.update(guard({ firstName: 'Noor' }));
  expect(window.localStorage).toHaveLength(0);
  expect(document.cookie).toBe('');
});

it('continues with the token when the rest is missing on the device', () => {
  const { session, receive } = open();
  session.begin(reply());
  window.localStorage.clear();
  receive('changed');
  expect([session.token(), session.current()]).toEqual(['abc', null]);
});

it('ignores a late reply to a session that the same guard replaced in another tab', () => {
  const { session } = open();
  session.begin(reply());
  createSessionStore().write('newer', guard());
  session.update(guard({ firstName: 'Noor' }));
  expect(createSessionStore().read()?.session?.guard.firstName).toBe('Ada');
});

it.each(['begun', 'changed'] as const)(
  'takes the stored session when it has %s in another tab for the same guard, and repeats the access check',
  (news) => {
    const { session, moves, receive } = open();
    session.begin(reply());
    moves.length = 0;
    createSessionStore().write('newer', guard({ firstName: 'Noor' }));
    receive(news);
    expect([session.token(), session.current()?.guard.firstName, moves]).toEqual(['newer', 'Noor', ['recheck']]);
  },
);

it('moves on when another tab finds another step for the guard', () => {
  const { session, moves, receive } = open();
  session.begin(reply(guardAt.approval()));
  moves.length = 0;
  createSessionStore().write('abc', guard());
  receive('changed');
  expect(moves).toEqual([`after approval: /guard/myprofile/${mockId(1)}`]);
});

it('stays when another tab ends a session that this page never had', () => {
  const { moves, receive } = open();
  receive('ended');
  expect(moves).toEqual(['recheck']);
});

describe('a page belongs to one guard until a reload', () => {
  const other = guard({ id: mockId(2) });
  const logInOtherTab = () => createSessionStore().write('theirs', other);

  it('reloads when another guard logs in in another tab, and never has their token', () => {
    const { session, moves, receive } = open();
    session.begin(reply());
    logInOtherTab();
    receive('begun');
    expect([session.token(), session.current(), moves.at(-1)]).toEqual([null, null, 'reload: here']);
    receive('changed');
    expect([session.token(), moves.filter((move) => move === 'reload: here')]).toEqual([null, ['reload: here']]);
  });

  it('reloads for another guard after the first has logged out', () => {
    const { session, moves, receive } = open();
    session.begin(reply());
    session.end();
    logInOtherTab();
    receive('begun');
    expect([session.token(), moves.at(-1)]).toEqual([null, 'reload: here']);
  });

  it('reloads at the next step when another guard logs in on it', () => {
    const { session, moves } = open();
    session.begin(reply());
    session.end();
    session.begin(reply(other, 'theirs'));
    expect([session.token(), moves.at(-1)]).toEqual([null, `reload: /guard/myprofile/${mockId(2)}`]);
    expect(createSessionStore().read()?.token).toBe('theirs');
  });

  it('does not reload for its own guard, or for the first one', () => {
    const { session, moves, receive } = open();
    logInOtherTab();
    receive('begun');
    expect([session.token(), moves]).toEqual(['theirs', ['recheck']]);
    session.end();
    session.begin(reply(other, 'again'));
    expect([session.token(), moves.at(-1)]).toEqual(['again', `/guard/myprofile/${mockId(2)}`]);
  });

  it('ignores a late reply about a guard without a stored session', () => {
    const { session } = open();
    session.begin(reply());
    logInOtherTab();
    session.update(guard({ firstName: 'Noor' }));
    expect(createSessionStore().read()?.session?.guardId).toBe(mockId(2));
  });
});

describe('different sessions in cookie, local storage and server', () => {
  it('end the session in every tab before the first access check when a cookie was planted', async () => {
    createSessionStore().write('mine', guard());
    setCookie('token', 'planted');
    const { session, posted } = open();
    expect([session.token(), session.current()]).toEqual([null, null]);
    await session.endDisagreement();
    expect([document.cookie, window.localStorage.getItem('token'), posted]).toEqual(['', null, ['ended']]);
  });

  it('open the login with the stated warning when a cookie was planted', async () => {
    createSessionStore().write('mine', guard());
    setCookie('token', 'planted');
    const { session, toasts } = open();
    await session.endDisagreement();
    const routes = createRouteTable(createRegistry(declaredRegistry(), {}));
    const admit = createAccessCheck({ routes, session, toast: (kind, text) => void toasts.push([kind, text]) });
    expect(admit(new URL('/all-job', window.location.href))).toBe('/guard/login');
    expect(toasts).toEqual([['warning', 'your session has been expired ...kindly login again.']]);
  });

  it('end no session while another tab with the lock has written one of two stores', async () => {
    const locks = pretendTabs();
    let written: () => void = () => undefined;
    const writing = locks.request('portal.session', {}, () => new Promise<void>((resolve) => (written = resolve)));
    await jest.advanceTimersByTimeAsync(1);
    createSessionStore().write('mine', guard());
    setCookie('token', 'newer');
    const { session, posted } = open();
    const settled = session.endDisagreement();
    createSessionStore().write('newer', guard());
    written();
    await Promise.all([writing, settled]);
    expect([session.token(), session.current()?.guardId, posted]).toEqual(['newer', mockId(1), []]);
  });

  it('do not arise from two tabs that log in: the second writes both stores after the first', async () => {
    const locks = pretendTabs();
    let written: () => void = () => undefined;
    const writing = locks.request('portal.session', {}, () => new Promise<void>((resolve) => (written = resolve)));
    await jest.advanceTimersByTimeAsync(1);
    const { session, posted } = open();
    session.begin(reply());
    await jest.advanceTimersByTimeAsync(100);
    expect([createSessionStore().read(), posted]).toEqual([null, []]);
    written();
    await writing;
    await jest.advanceTimersByTimeAsync(100);
    expect([createSessionStore().read()?.token, session.token(), posted]).toEqual(['abc', 'abc', ['begun']]);
  });

  it('end the session with the warning of a missing one when the server names another guard', () => {
    window.history.replaceState(null, '', '/job-history?page=2');
    const { session, toasts, moves } = open();
    session.begin(reply());
    session.endForOtherGuard();
    expect(session.token()).toBeNull();
    expect(toasts).toEqual([['warning', 'your session has been expired ...kindly login again.']]);
    expect(moves.at(-1)).toBe('/guard/login');
    session.begin(reply());
    expect(moves.at(-1)).toBe('/job-history?page=2');
  });

  it('end the session without a message on a public page', () => {
    const { session, toasts, moves } = open({ isPublic: true });
    session.begin(reply());
    moves.length = 0;
    session.endForOtherGuard();
    expect([session.token(), toasts, moves]).toEqual([null, [], []]);
  });
});
