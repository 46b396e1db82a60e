import { setCookie } from '@portal/device/storage';
import { guard } from '@portal/testing/guard';
import { createSessionStore } from './store';

const employer = { employerName: 'North Gate', projectName: 'Site lead', from: '2019-01-01', to: '2020-12-31', speciality: null };
const ada = guard({ profileImage: 'ada.png', employmentDetails: [employer] });
const stored = (key: string) => window.localStorage.getItem(key);
const cookies = () => Object.fromEntries(document.cookie.split('; ').map((pair) => pair.split('=')));

afterEach(() => createSessionStore().clear());

describe('what the device keeps after a login', () => {
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

it("[JOBDETAIL-30/2] gives the tab's own job before the one that another tab left in the cookies", () => {
  const store = createSessionStore();
  store.remember({ jobId: 'mine', userId: 'u', shiftId: 's' });
  setCookie('jobId', 'theirs');
  expect(store.remembered()?.jobId).toBe('mine');
  window.sessionStorage.clear();
  expect(store.remembered()).toEqual({ jobId: 'theirs', userId: 'u', shiftId: 's' });
});

it('[SESSION-21, SESSION-22, SESSION-23] keeps the job of the job page in session cookies, which end with the browser', () => {
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
