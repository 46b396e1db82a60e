import { ApiError } from '@portal/api-client/call';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { forgotPassword, login, logout, register, resetPassword, socialLogin } from '@portal/contracts/auth/auth.endpoints';
import { profile } from '@portal/contracts/guards/guards.endpoints';
import { resendOtp, verifyOtp } from '@portal/contracts/onboarding/onboarding.endpoints';
import { guard, guardAt } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { testSession } from './session.fixture';
import { openSession as open } from './sessionPage.fixture';
import { createSessionStore } from './sessionStore';

const reply = (of = guard(), token = 'abc') => ({ guard: of, tokens: { refresh: { token } } });
const call = (endpoint: unknown) => endpoint as Endpoint;
const refusal = (message = '') => new ApiError({ code: 401, message, data: null });

afterEach(() => createSessionStore().clear());

it('[LOGIN-12] stores token and guard of a login, opens the next step and informs the other tabs', () => {
  const { session, moves, posted } = open();
  session.begin(reply(guardAt.otp()));
  expect(session.token()).toBe('abc');
  expect(createSessionStore().read()).toMatchObject({ token: 'abc', session: { guard: guardAt.otp() } });
  expect(moves).toEqual([`/guard/otp/${mockId(1)}`]);
  expect(posted).toEqual(['begun']);
  expect(session.current()?.guardId).toBe(mockId(1));
});

it('[LOGIN-12] stores token and guard before it moves on', () => {
  const stored: unknown[] = [];
  const session = testSession({ redirect: () => stored.push(createSessionStore().read()), toast: () => undefined });
  session.begin(reply(guardAt.otp()));
  expect(stored).toMatchObject([{ token: 'abc', session: { guard: guardAt.otp() } }]);
});

it('[ROUTING-01] a login opens the first open step only, and the next login the then first one', () => {
  const { session, moves } = open();
  const nothing = { ...guardAt.privacy(), isTermsOfUse: false, isIndependentContractor: false, isVerifyOtp: false };
  const newGuard = { ...nothing, identityDocuments: [], workSpecialities: [] };
  session.begin(reply(newGuard));
  session.begin(reply({ ...newGuard, isPrivacyAgreement: true }));
  session.begin(reply({ ...newGuard, isPrivacyAgreement: true, isTermsOfUse: true, isIndependentContractor: true }));
  expect(moves).toEqual(['privacy', 'termsUse', 'guard/otp'].map((step) => `/${step}/${mockId(1)}`));
});

it('shows no message when the browser stores the login', () => {
  const { session, toasts } = open();
  session.begin(reply());
  expect(toasts).toEqual([]);
});

it('takes the stored session on a new page, which then belongs to its guard', () => {
  createSessionStore().write('abc', guard());
  const { session, moves, posted, receive } = open();
  expect([session.token(), session.current()?.guardId, moves, posted]).toEqual(['abc', mockId(1), [], []]);
  createSessionStore().write('theirs', guard({ id: mockId(2) }));
  receive('changed');
  expect([session.token(), moves]).toEqual([null, ['reload: here']]);
});

it('has no owner when the device stores no session', () => {
  const { session } = open();
  expect([session.token(), session.current()]).toEqual([null, null]);
});

it('does not open an interrupted path for a guard with an open step', () => {
  const { session, moves } = open();
  session.rememberReturnPath('/search-job?page=2');
  session.begin(reply(guardAt.otp()));
  expect(moves).toEqual([`/guard/otp/${mockId(1)}`]);
});

it('never returns from the login to the login', () => {
  const { session, moves } = open();
  session.rememberReturnPath('/guard/login?message=over');
  session.begin(reply());
  expect(moves).toEqual([`/guard/myprofile/${mockId(1)}`]);
});

it('opens the interrupted path after the login, once', () => {
  const { session, moves } = open();
  session.rememberReturnPath('/search-job?page=2');
  session.begin(reply());
  session.begin(reply());
  expect(moves).toEqual(['/search-job?page=2', `/guard/myprofile/${mockId(1)}`]);
});

describe('a 401', () => {
  it('[SESSION-07, SESSION-08, SESSION-06/3, API-GEN-04] shows the server message as an error toast and goes to login', () => {
    const { session, toasts, moves } = open();
    session.begin(reply());
    session.handleUnauthorised(refusal('Signed in elsewhere'), call(profile), 'abc');
    expect(toasts).toEqual([['error', 'Signed in elsewhere']]);
    expect(moves.at(-1)).toBe('/guard/login');
    expect(session.token()).toBeNull();
  });

  it('[SESSION-05, SESSION-06/2] shows that the session has expired when the server sends no message', () => {
    const { session, toasts, moves } = open();
    session.begin(reply());
    session.handleUnauthorised(refusal(), call(profile), 'abc');
    expect(toasts).toEqual([['error', 'Your session has expired. Please log in again.']]);
    expect(moves.at(-1)).toBe('/guard/login');
  });

  it.each<[string, unknown]>([
    ['login', login],
    ['social login', socialLogin],
    ['sign-up', register],
    ['forgot', forgotPassword],
    ['reset', resetPassword],
    ['code', verifyOtp],
    ['new code', resendOtp],
  ])('[SESSION-10/1] leaves the %s its own alert', (_what, endpoint) => {
    const { session, toasts, moves } = open();
    session.handleUnauthorised(refusal('The email or the password is incorrect.'), call(endpoint), null);
    expect([toasts, moves]).toEqual([[], []]);
  });

  it('[SESSION-10/2] merges calls that were refused together, and goes to login once', () => {
    const { session, toasts, moves } = open();
    session.begin(reply());
    for (let count = 0; count < 3; count++) session.handleUnauthorised(refusal('Over'), call(profile), 'abc');
    expect(toasts).toEqual([['error', 'Over']]);
    expect(moves.filter((to) => to === '/guard/login')).toHaveLength(1);
  });

  it('[SESSION-10/3] stores the interrupted path for after the login', () => {
    window.history.replaceState(null, '', '/job-history?page=2');
    const { session, moves } = open();
    session.begin(reply());
    session.handleUnauthorised(refusal('Over'), call(profile), 'abc');
    session.begin(reply());
    expect(moves.slice(-2)).toEqual(['/guard/login', '/job-history?page=2']);
  });

  it('[PUBLIC-FAQ-07/2] ends the session without a message on a public page, and stays', () => {
    window.history.replaceState(null, '', '/faq');
    const { session, toasts, moves, posted } = open({ isPublic: true });
    session.begin(reply());
    moves.length = 0;
    session.handleUnauthorised(refusal('Over'), call(profile), 'abc');
    expect([session.token(), session.current()]).toEqual([null, null]);
    expect([toasts, moves]).toEqual([[], []]);
    expect(posted.at(-1)).toBe('ended');
    // No path was interrupted, so the login has none to return to.
    session.begin(reply());
    expect(moves).toEqual([`/guard/myprofile/${mockId(1)}`]);
  });

  it('counts for a call without a token, too', () => {
    const { session, toasts, moves } = open();
    session.handleUnauthorised(refusal('Who are you?'), call(profile), null);
    expect([toasts, moves]).toEqual([[['error', 'Who are you?']], ['/guard/login']]);
  });

  it('is ignored during a logout except its own, and counts again after a cancelled one', () => {
    const { session, toasts } = open();
    session.begin(reply());
    session.beginLogout();
    session.handleUnauthorised(refusal('Over'), call(profile), 'abc');
    expect([session.token(), toasts]).toEqual(['abc', []]);
    session.handleUnauthorised(refusal('Who are you?'), call(profile), null);
    expect([session.token(), toasts.splice(0)]).toEqual([null, [['error', 'Who are you?']]]);
    session.begin(reply());
    session.beginLogout();
    session.handleUnauthorised(refusal('Long over'), call(logout), 'abc');
    expect([session.token(), toasts]).toEqual([null, [['error', 'Long over']]]);
    session.begin(reply());
    const stay = session.beginLogout();
    stay();
    session.handleUnauthorised(refusal('Over again'), call(profile), 'abc');
    expect(toasts.at(-1)).toEqual(['error', 'Over again']);
  });

  it('counts during a logout without a session', () => {
    const { session, toasts } = open();
    session.beginLogout();
    session.handleUnauthorised(refusal('Who are you?'), call(profile), null);
    expect(toasts).toEqual([['error', 'Who are you?']]);
  });

  it('does not end a newer session when it belongs to an older call', () => {
    const { session } = open();
    session.begin(reply(guard(), 'new'));
    session.handleUnauthorised(refusal('Over'), call(profile), 'old');
    expect(session.token()).toBe('new');
  });
});

it("ends the session at another tab's message, although the store still has it", () => {
  const { session, moves, receive } = open();
  session.begin(reply());
  moves.length = 0;
  receive('ended');
  expect([session.current(), session.token()]).toEqual([null, null]);
  expect(moves).toEqual(['/guard/login']);
});

it('[SHELL-44/2] informs the other tabs when it ends', () => {
  const { session, posted } = open();
  session.begin(reply());
  session.end();
  expect(posted).toEqual(['begun', 'ended']);
});

it('[SHELL-44/2] ends in this tab when another tab logs out', () => {
  const { session, moves, receive } = open();
  session.begin(reply());
  createSessionStore().clear();
  receive('ended');
  expect(session.current()).toBeNull();
  expect(moves.at(-1)).toBe('/guard/login');
});

it('moves on when the guard has another open step, and otherwise repeats the access check', () => {
  const { session, moves } = open();
  session.begin(reply(guardAt.approval()));
  session.update(guard());
  expect(moves.at(-1)).toBe(`after approval: /guard/myprofile/${mockId(1)}`);
  session.update(guard({ firstName: 'Noor' }));
  expect(moves.at(-1)).toBe('recheck');
  expect(session.current()?.guard.firstName).toBe('Noor');
});

describe('in a browser that stores nothing', () => {
  const refused = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  beforeEach(() => {
    jest.spyOn(window, 'localStorage', 'get').mockImplementation(refused);
    jest.spyOn(window, 'sessionStorage', 'get').mockImplementation(refused);
    jest.spyOn(document, 'cookie', 'get').mockImplementation(refused);
    jest.spyOn(document, 'cookie', 'set').mockImplementation(refused);
  });
  afterEach(() => jest.restoreAllMocks());

  it('the session ends with the page, which a toast explains', () => {
    const { session, moves, toasts } = open();
    session.rememberReturnPath('/search-job');
    session.begin(reply());
    expect([session.token(), session.current()?.guardId, moves]).toEqual(['abc', mockId(1), ['/search-job']]);
    expect(toasts).toEqual([['info', 'This browser does not store data for this site, so closing or reloading this page logs you out.']]);
    session.end();
    expect(session.token()).toBeNull();
  });
});
