/** @jest-environment-options {"url": "https://portal.example.com/"} */
import { guard } from '@portal/testing/guard';
import { createSessionStore } from './sessionStore';

const cookies = () => document.cookie.split('; ').filter(Boolean).sort();
const plant = (line: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: a sibling domain sets it
  document.cookie = line;
};

afterEach(() => createSessionStore().clear());

it('[SESSION-19] keeps the token in a cookie that no sibling domain can set', () => {
  createSessionStore().write('abc', guard());
  expect(cookies()).toContain('__Host-token=abc');
  expect(cookies().filter((one) => !one.startsWith('__Host-'))).toEqual([]);
});

it('[SESSION-02] takes the token from the cookie alone', () => {
  createSessionStore().write('abc', guard());
  window.localStorage.clear();
  expect(createSessionStore().read()?.token).toBe('abc');
});

it.each(['token=theirs; Path=/; Domain=example.com', 'token=theirs; Path=/; Domain=portal.example.com', 'token=theirs; Path=/'])(
  'never reads a planted cookie, and removes it: %s',
  (line) => {
    plant(line);
    expect(createSessionStore().read()).toBeNull();
    expect(cookies()).toEqual([]);
  },
);

it('keeps the session of local storage if its cookie is gone, sets the cookie again, and removes a planted one', () => {
  createSessionStore().write('abc', guard());
  plant('__Host-token=; Path=/; Max-Age=0; Secure');
  plant('token=abc; Path=/');
  expect(createSessionStore().read()?.token).toBe('abc');
  expect(cookies()).toContain('__Host-token=abc');
  expect(cookies()).not.toContain('token=abc');
});

it('has no session while local storage names another guard, whom another tab logged in', () => {
  createSessionStore().write('abc', guard());
  window.localStorage.setItem('token', 'other');
  const store = createSessionStore();
  expect([store.read(), store.disagrees()]).toEqual([null, true]);
});

it('[SHELL-23, SHELL-44/1] clears the cookies', () => {
  const store = createSessionStore();
  store.write('abc', guard());
  store.remember({ jobId: 'j', userId: 'u', shiftId: 's' });
  store.clear();
  expect(document.cookie).toBe('');
});
