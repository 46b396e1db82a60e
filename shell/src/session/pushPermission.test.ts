import { setDevice } from '@portal/contracts/auth/auth.connections';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import type { FirebaseConfig } from '../platform/pageData';
import { createPushPermission } from './pushPermission';

const mockToken = { value: 'push-token' };
jest.mock('./push', () => ({ deviceToken: async () => mockToken.value }));

const project = { apiKey: 'k', authDomain: 'a.example.com', projectId: 'p', appId: 'i', messagingSenderId: 's' };
const config: FirebaseConfig = { ...project, vapidKey: 'the-public-key', providers: [] };
const question = jest.fn();

/** A browser in which the guard answers the permission question with `answer`. */
function browser(permission: NotificationPermission, answer: NotificationPermission = permission) {
  const value = { permission, requestPermission: question };
  question.mockImplementation(async () => {
    value.permission = answer;
  });
  Object.defineProperty(window, 'Notification', { configurable: true, value });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: {} });
}
beforeEach(() => {
  question.mockReset();
  mockToken.value = 'push-token';
});
afterEach(() => {
  Reflect.deleteProperty(window, 'Notification');
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

it.each<[string, FirebaseConfig | null, NotificationPermission]>([
  ['unconfigured', null, 'granted'],
  ['unconfigured', project as FirebaseConfig, 'granted'],
  ['not asked', config, 'default'],
  ['blocked', config, 'denied'],
  ['allowed', config, 'granted'],
])('returns %s without a question', (state, given, permission) => {
  browser(permission);
  expect(createPushPermission(given).state()).toBe(state);
  expect(question).not.toHaveBeenCalled();
});

it('returns unsupported in a browser without notifications', async () => {
  expect(createPushPermission(config).state()).toBe('unsupported');
  expect(await createPushPermission(config).allow()).toBe('unsupported');
});

it('requests the permission during a press, and registers an allowed device at the server', async () => {
  browser('default', 'granted');
  const mocked = mockEndpoint(setDevice, null);
  const allowed = createPushPermission(config).allow();
  expect(question).toHaveBeenCalledTimes(1);
  expect(await allowed).toBe('allowed');
  expect(mocked.calls).toEqual([{ deviceToken: 'push-token' }]);
});

it.each<[NotificationPermission, string]>([
  ['denied', 'blocked'],
  ['default', 'not asked'],
])('registers nothing when the guard answers %s', async (answer, state) => {
  browser('default', answer);
  expect(await createPushPermission(config).allow()).toBe(state);
});

it('registers the device again without a question when it was allowed before', async () => {
  browser('granted');
  const mocked = mockEndpoint(setDevice, null);
  expect(await createPushPermission(config).allow()).toBe('allowed');
  expect([mocked.calls, question.mock.calls]).toEqual([[{ deviceToken: 'push-token' }], []]);
});

it('returns failed without a token, or when the server cannot be reached', async () => {
  browser('granted');
  mockToken.value = 'web';
  expect(await createPushPermission(config).allow()).toBe('failed');
  mockToken.value = 'push-token';
  mockEndpoint(setDevice, fails({ code: 0, message: 'No answer' }));
  expect(await createPushPermission(config).allow()).toBe('failed');
});
