import { ApiError } from '@portal/api-client/call';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { forgotPassword, login, logout, register, resetPassword, socialLogin } from '@portal/contracts/auth/auth.endpoints';
import { profile } from '@portal/contracts/guards/guards.endpoints';
import { resendOtp, verifyOtp } from '@portal/contracts/onboarding/onboarding.endpoints';
import { guard, guardAt } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { testSession } from './session.fixture';
import { createSessionStore } from './sessionStore';
import { openSession as open } from './testPage';

const reply = (of = guard(), token = 'abc') => ({ guard: of, tokens: { refresh: { token } } });
const call = (endpoint: unknown) => endpoint as Endpoint;
const refusal = (message = '') => new ApiError({ code: 401, message, data: null });

afterEach(() => createSessionStore().clear());

it('[LOGIN-12] stores token and guard of a login, goes to the next step and tells the other tabs', () => {
  const { session, moves, posted } = open();
  session.begin(reply(guardAt.otp()));
  expect(session.token()).toBe('abc');
  expect(createSessionStore().read()).toMatchObject({ token: 'abc', session: { guard: guardAt.otp() } });
  expect(moves).toEqual([`/guard/otp/${mockId(1)}`]);
  expect(posted).toEqual(['begun']);
  expect(session.current()?.guardId).toBe(mockId(1));
});

it('[LOGIN-12] has stored token and guard by the time it moves on', () => {
  const kept: unknown[] = [];
  const session = testSession({ redirect: () => kept.push(createSessionStore().read()), toast: () => undefined });
  session.begin(reply(guardAt.otp()));
  expect(kept).toMatchObject([{ token: 'abc', session: { guard: guardAt.otp() } }]);
});

it('[ROUTING-01] of all that is not done a login leads to the first alone, and the next one to what is first then', () => {
  const { session, moves } = open();
  const nothing = { ...guardAt.privacy(), isTermsOfUse: false, isIndependentContractor: false, isVerifyOtp: false };
  const newcomer = { ...nothing, identityDocuments: [], workSpecialities: [] };
  session.begin(reply(newcomer));
  session.begin(reply({ ...newcomer, isPrivacyAgreement: true }));
  session.begin(reply({ ...newcomer, isPrivacyAgreement: true, isTermsOfUse: true, isIndependentContractor: true }));
  expect(moves).toEqual(['privacy', 'termsUse', 'guard/otp'].map((step) => `/${step}/${mockId(1)}`));
});

it('says nothing of a login that the browser keeps', () => {
  const { session, toasts } = open();
  session.begin(reply());
  expect(toasts).toEqual([]);
});

it('finds the session of before on a page that is opened, and is then that guard’s', () => {
  createSessionStore().write('abc', guard());
  const { session, moves, posted, hear } = open();
  expect([session.token(), session.current()?.guardId, moves, posted]).toEqual(['abc', mockId(1), [], []]);
  createSessionStore().write('theirs', guard({ id: mockId(2) }));
  hear('changed');
  expect([session.token(), moves]).toEqual([null, ['anew: here']]);
});

it('is nobody’s where the device keeps nothing', () => {
  const { session } = open();
  expect([session.token(), session.current()]).toEqual([null, null]);
});

it('an interrupted path waits for nobody who has a step left to do', () => {
  const { session, moves } = open();
  session.rememberReturnPath('/search-job?page=2');
  session.begin(reply(guardAt.otp()));
  expect(moves).toEqual([`/guard/otp/${mockId(1)}`]);
});

it('never leads from the login back to the login', () => {
  const { session, moves } = open();
  session.rememberReturnPath('/guard/login?message=over');
  session.begin(reply());
  expect(moves).toEqual([`/guard/myprofile/${mockId(1)}`]);
});

it('goes back to the path that the login interrupted, once', () => {
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

  it('[SESSION-05, SESSION-06/2] says that the session has expired when the server says nothing', () => {
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

  it('[SESSION-10/3] keeps the path that it interrupted, for after the login', () => {
    window.history.replaceState(null, '', '/job-history?page=2');
    const { session, moves } = open();
    session.begin(reply());
    session.handleUnauthorised(refusal('Over'), call(profile), 'abc');
    session.begin(reply());
    expect(moves.slice(-2)).toEqual(['/guard/login', '/job-history?page=2']);
  });

  it('[PUBLIC-FAQ-07/2] on a page for everybody ends the session without a word, and stays', () => {
    window.history.replaceState(null, '', '/faq');
    const { session, toasts, moves, posted } = open({ isPublic: true });
    session.begin(reply());
    moves.length = 0;
    session.handleUnauthorised(refusal('Over'), call(profile), 'abc');
    expect([session.token(), session.current()]).toEqual([null, null]);
    expect([toasts, moves]).toEqual([[], []]);
    expect(posted.at(-1)).toBe('ended');
    // Nothing was interrupted that a login should lead back to.
    session.begin(reply());
    expect(moves).toEqual([`/guard/myprofile/${mockId(1)}`]);
  });

  it('is heard of a call that went without a token, too', () => {
    const { session, toasts, moves } = open();
    session.handleUnauthorised(refusal('Who are you?'), call(profile), null);
    expect([toasts, moves]).toEqual([[['error', 'Who are you?']], ['/guard/login']]);
  });

  it('is no news while the guard logs out, but for the logout’s own, and is again when they stay', () => {
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

  it('is heard where nobody who leaves had a session', () => {
    const { session, toasts } = open();
    session.beginLogout();
    session.handleUnauthorised(refusal('Who are you?'), call(profile), null);
    expect(toasts).toEqual([['error', 'Who are you?']]);
  });

  it('does not end a newer session when an old call comes back', () => {
    const { session } = open();
    session.begin(reply(guard(), 'new'));
    session.handleUnauthorised(refusal('Over'), call(profile), 'old');
    expect(session.token()).toBe('new');
  });
});

it('takes it at its word that the session ended next door, also while the store is seen a moment late', () => {
  const { session, moves, hear } = open();
  session.begin(reply());
  moves.length = 0;
  hear('ended');
  expect([session.current(), session.token()]).toEqual([null, null]);
  expect(moves).toEqual(['/guard/login']);
});

it('[SHELL-44/2] tells the other tabs when it ends', () => {
  const { session, posted } = open();
  session.begin(reply());
  session.end();
  expect(posted).toEqual(['begun', 'ended']);
});

it('[SHELL-44/2] ends in this tab when another tab logs out', () => {
  const { session, moves, hear } = open();
  session.begin(reply());
  createSessionStore().clear();
  hear('ended');
  expect(session.current()).toBeNull();
  expect(moves.at(-1)).toBe('/guard/login');
});

it('moves on when the guard has another step to do, and asks again where the guard may be otherwise', () => {
  const { session, moves } = open();
  session.begin(reply(guardAt.approval()));
  session.update(guard());
  expect(moves.at(-1)).toBe(`after approval: /guard/myprofile/${mockId(1)}`);
  session.update(guard({ firstName: 'Noor' }));
  expect(moves.at(-1)).toBe('recheck');
  expect(session.current()?.guard.firstName).toBe('Noor');
});

describe('where the browser keeps nothing', () => {
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

  it('the session lives in the page, and one line says so', () => {
    const { session, moves, toasts } = open();
    session.rememberReturnPath('/search-job');
    session.begin(reply());
    expect([session.token(), session.current()?.guardId, moves]).toEqual(['abc', mockId(1), ['/search-job']]);
    expect(toasts).toEqual([['info', 'This browser does not store data for this site, so closing or reloading this page logs you out.']]);
    session.end();
    expect(session.token()).toBeNull();
  });
});
