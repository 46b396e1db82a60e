import { setCookie } from '@portal/device/storage';
import { guard } from '@portal/testing/guard';
import { testSession } from './session.fixture';
import { createSessionStore } from './sessionStore';

const employer = { employerName: 'North Gate', projectName: 'Site lead', from: '2019-01-01', to: '2020-12-31', speciality: null };
const ada = guard({ profileImage: 'ada.png', employmentDetails: [employer] });
const stored = (key: string) => window.localStorage.getItem(key);
const cookies = () => Object.fromEntries(document.cookie.split('; ').map((pair) => pair.split('=')));

afterEach(() => createSessionStore().clear());

describe('the device after a login', () => {
  beforeEach(() => createSessionStore().write('tok/en=1', ada));

  it.each([
    ['[SESSION-11] token', 'token', 'tok/en=1'],
    ['[SESSION-12] session', 'session', JSON.stringify({ token: 'tok/en=1', guardId: ada.id })],
    ['[SESSION-13] guardId', 'guardId', ada.id],
    ['[SESSION-14] guardInfo', 'guardInfo', JSON.stringify(ada)],
    ['[SESSION-15] profileImage', 'profileImage', 'ada.png'],
    ['[SESSION-16] employment', 'employment', JSON.stringify([employer])],
  ])('%s', (_, key, value) => {
    expect(stored(key)).toBe(value);
  });

  it('[SESSION-19, SESSION-20] keeps token and guard id in cookies too', () => {
    expect(cookies()).toMatchObject({ token: encodeURIComponent('tok/en=1'), guardId: ada.id });
  });
});

it('keeps the cookies for ninety days', () => {
  const written = jest.spyOn(document, 'cookie', 'set');
  createSessionStore().write('abc', ada);
  const lines = written.mock.calls.map(([line]) => line);
  written.mockRestore();
  expect(lines).toEqual([expect.stringContaining('token=abc; '), expect.stringContaining(`guardId=${ada.id}; `)]);
  for (const line of lines) expect(line).toContain('Max-Age=7776000');
});

it('stores no picture of a guard without one', () => {
  createSessionStore().write('abc', guard());
  expect(stored('profileImage')).toBe('');
});

it('stores a changed guard under the same token', () => {
  const store = createSessionStore();
  store.write('abc', ada);
  store.update(guard({ firstName: 'Noor', profileImage: 'noor.png' }));
  expect(store.read()).toMatchObject({ token: 'abc', session: { guardId: ada.id, guard: { firstName: 'Noor' } } });
  expect(stored('profileImage')).toBe('noor.png');
});

it('[AUTHZ-18] finds the token in the stored session when it is nowhere else', () => {
  window.localStorage.setItem('session', JSON.stringify({ token: 'abc' }));
  expect(createSessionStore().read()).toEqual({ token: 'abc', session: null });
});

it.each([
  ['the guard', 'guardInfo', { token: 'abc', session: null }],
  ['the session', 'session', null],
])('ignores an unreadable %s', (_what, key, found) => {
  if (found) window.localStorage.setItem('token', found.token);
  window.localStorage.setItem(key, '{"token":');
  expect(createSessionStore().read()).toEqual(found);
});

it.each(['cookie', 'local storage'])('[SESSION-02] takes the token from the %s alone', (place) => {
  createSessionStore().write('abc', ada);
  if (place === 'cookie') window.localStorage.clear();
  else setCookie('token', '', 0);
  expect(createSessionStore().read()?.token).toBe('abc');
});

it('[SHELL-23, SHELL-44/1] clears local storage and the cookies', () => {
  const store = createSessionStore();
  store.write('abc', ada);
  store.remember({ jobId: 'j', userId: 'u', shiftId: 's' });
  window.localStorage.setItem('latitude', '43.6');
  store.clear();
  expect(window.localStorage).toHaveLength(0);
  expect(document.cookie).toBe('');
  expect([store.read(), store.remembered()]).toEqual([null, null]);
});

it("[JOBDETAIL-30/2] returns the tab's own job before another tab's in the cookies", () => {
  const store = createSessionStore();
  store.remember({ jobId: 'mine', userId: 'u', shiftId: 's' });
  for (const name of ['jobId', 'userId', 'shiftId']) setCookie(name, `their ${name}`);
  expect(store.remembered()).toEqual({ jobId: 'mine', userId: 'u', shiftId: 's' });
  window.sessionStorage.clear();
  expect(store.remembered()).toEqual({ jobId: 'their jobId', userId: 'their userId', shiftId: 'their shiftId' });
});

it('[SESSION-21, SESSION-22, SESSION-23] stores the job of the job page in session cookies, which end with the browser', () => {
  const store = createSessionStore();
  const written = jest.spyOn(document, 'cookie', 'set');
  store.remember({ jobId: 'j1', userId: 'u1', shiftId: 's1' });
  const lines = written.mock.calls.map(([line]) => line);
  written.mockRestore();
  expect(lines.map((line) => line.split('=')[0])).toEqual(['jobId', 'userId', 'shiftId']);
  for (const line of lines) expect(line).not.toMatch(/max-age|expires/i);
  expect(cookies()).toMatchObject({ jobId: 'j1', userId: 'u1', shiftId: 's1' });
  expect(store.remembered()).toEqual({ jobId: 'j1', userId: 'u1', shiftId: 's1' });
});

it('[SESSION-21, SESSION-22, SESSION-23] stores there the job that a screen remembers', () => {
  const session = testSession({ redirect: () => undefined, toast: () => undefined });
  session.rememberJob({ jobId: 'j2', userId: 'u2', shiftId: 's2' });
  expect(cookies()).toMatchObject({ jobId: 'j2', userId: 'u2', shiftId: 's2' });
  expect(session.rememberedJob()).toEqual({ jobId: 'j2', userId: 'u2', shiftId: 's2' });
});

it('reads a job from the cookies with its id alone, and none without the id', () => {
  setCookie('userId', 'u');
  setCookie('shiftId', 's');
  expect(createSessionStore().remembered()).toBeNull();
  setCookie('userId', '', 0);
  setCookie('shiftId', '', 0);
  setCookie('jobId', 'j');
  expect(createSessionStore().remembered()).toEqual({ jobId: 'j', userId: '', shiftId: '' });
});

it('returns true for each key once per tab', () => {
  const store = createSessionStore();
  expect([store.isFirstTime('welcome'), store.isFirstTime('welcome'), store.isFirstTime('hint')]).toEqual([true, false, true]);
  expect(createSessionStore().isFirstTime('welcome')).toBe(false);
  window.sessionStorage.clear();
  expect(store.isFirstTime('welcome')).toBe(true);
});

it.each([
  ['both', () => undefined, true],
  ['the cookie alone', () => window.localStorage.clear(), true],
  ['local storage alone', () => setCookie('token', '', 0), true],
  ['nothing', () => createSessionStore().clear(), false],
])('reports with %s whether the browser stores the session', (_what, lose, isKept) => {
  const store = createSessionStore();
  store.write('abc', ada);
  lose();
  expect(store.isPersistent()).toBe(isKept);
});
