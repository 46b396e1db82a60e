import { getToken } from 'firebase/messaging';
import { createNotificationToasts } from '../notices/notificationToasts';
import type { FirebaseConfig } from '../platform/pageData';
import { deviceToken, showPushMessages } from './push';

jest.mock('firebase/app', () => ({ initializeApp: (options: object) => ({ options }) }));
jest.mock('firebase/messaging', () => ({ getMessaging: (app: object) => ({ app }), getToken: jest.fn(async () => 'push-token') }));

const project = { apiKey: 'k', authDomain: 'a.example.com', projectId: 'p', appId: 'i', messagingSenderId: 's' };
const config: FirebaseConfig = { ...project, vapidKey: 'the-public-key', providers: [] };
const requestPermission = jest.fn();
const register = jest.fn(async (path: string) => ({ path }));
let workers: EventTarget;

function browser(permission: NotificationPermission) {
  Object.defineProperty(window, 'Notification', { configurable: true, value: { permission, requestPermission } });
}
beforeEach(() => {
  jest.clearAllMocks();
  workers = Object.assign(new EventTarget(), { register, startMessages: () => undefined });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: workers });
  browser('granted');
});
afterEach(() => {
  Reflect.deleteProperty(window, 'Notification');
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

it('[SHELL-33, SHELL-34, LOGIN-24/1] initialises the service with the public key, and returns the token of this browser', async () => {
  expect(await deviceToken(config)).toBe('push-token');
  expect(getToken).toHaveBeenCalledWith(
    { app: { options: project } },
    { vapidKey: 'the-public-key', serviceWorkerRegistration: { path: '/worker.js' } },
  );
});

it.each<[string, FirebaseConfig | null, NotificationPermission]>([
  ['nothing is configured', null, 'granted'],
  ['there is no public key', { ...project, providers: ['google'] }, 'granted'],
  ['the guard was never asked', config, 'default'],
  ['the guard refused', config, 'denied'],
])('[LOGIN-24/1, LOGIN-24/2] the token is web without a question when %s', async (_what, given, permission) => {
  browser(permission);
  expect(await deviceToken(given)).toBe('web');
  expect([requestPermission.mock.calls, register.mock.calls]).toEqual([[], []]);
});

it('[LOGIN-24/1] the token is web when the service returns none', async () => {
  register.mockRejectedValueOnce(new Error('No worker here'));
  expect(await deviceToken(config)).toBe('web');
});

it('[SHELL-35] a message in the foreground is a success toast with the body of its notification', () => {
  const toasts: string[][] = [];
  showPushMessages(
    createNotificationToasts((kind, text) => void toasts.push([kind, text])),
    () => undefined,
  );
  const postMessage = (data: unknown) => workers.dispatchEvent(new MessageEvent('message', { data }));
  postMessage({ push: { title: 'Job awarded', body: 'Gate watch is yours.' } });
  postMessage({ push: { title: 'Nothing more' } });
  postMessage(null);
  expect(toasts).toEqual([['success', 'Gate watch is yours.']]);
});

it('a pressed notification opens its page, and no address outside the portal', () => {
  const moves: string[] = [];
  showPushMessages(
    () => undefined,
    (to) => void moves.push(to),
  );
  for (const open of ['/ticketDetail/5', '//elsewhere.example', 'https://elsewhere.example'])
    workers.dispatchEvent(new MessageEvent('message', { data: { open } }));
  expect(moves).toEqual(['/ticketDetail/5']);
});
