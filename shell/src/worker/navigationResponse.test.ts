/** @jest-environment node */
import { isOverride, isPageRequest, respondNetworkFirst } from './navigationResponse';

const ORIGIN = 'https://portal.test';
const navigation = (path: string, more: object = {}) => ({
  mode: 'navigate' as const,
  method: 'GET',
  url: new URL(path, ORIGIN).href,
  ...more,
});

it.each([
  ['/onJob', true],
  ['/jobDetail/1/2?searchBy=x', true],
  ['/', true],
  ['/v1/media/preview?filename=a', false],
  ['/staff/v1/keys', false],
  ['/modules/shell/1.0.0/shell.js', false],
  ['/registry.json', false],
  ['/registry/events', false],
  ['/_ops', false],
  ['/icon-192.png', false],
  ['https://elsewhere.example/onJob', false],
])('returns for %s whether it is a page of the portal: %s', (path, is) => {
  expect(isPageRequest(navigation(path), ORIGIN)).toBe(is);
});

it.each([
  ['a posted form', { method: 'POST' }],
  ['a fetched file', { mode: 'cors' as const }],
])('does not treat %s as a page', (_what, more) => {
  expect(isPageRequest(navigation('/onJob', more), ORIGIN)).toBe(false);
});

it.each([
  ['/onJob?module=mf-jobs@http://localhost:4103/', true],
  ['/onJob?page=2&module=off', true],
  ['/onJob?page=2', false],
])('returns for %s whether it overrides a module: %s', (path, is) => {
  expect(isOverride(navigation(path))).toBe(is);
});

const page = (text: string, status = 200) => new Response(text, { status });
const kept = async () => page('kept');
const nothing = async () => undefined;
const never = new Promise<Response>(() => undefined);

afterEach(() => jest.useRealTimers());

it.each<[string, Promise<Response>, () => Promise<Response | undefined>, string]>([
  ['the page of the network', Promise.resolve(page('fresh')), kept, 'fresh'],
  ["the network's not-found page", Promise.resolve(page('no such page', 404)), kept, 'no such page'],
  ['the cached page when the proxy has no server', Promise.resolve(page('gone', 502)), kept, 'kept'],
  ['the cached page when there is no portal host', Promise.resolve(page('gone', 503)), kept, 'kept'],
  ["the proxy's word where nothing is kept", Promise.resolve(page('gone', 503)), nothing, 'gone'],
])('opens %s', async (_what, network, given, text) => {
  expect(await (await respondNetworkFirst(network, given)).text()).toBe(text);
});

it('opens the cached page without a network, and rejects without a cached page', async () => {
  const failed = () => Promise.reject(new TypeError('Failed to fetch'));
  expect(await (await respondNetworkFirst(failed(), kept)).text()).toBe('kept');
  await expect(respondNetworkFirst(failed(), nothing)).rejects.toThrow('Failed to fetch');
});

it('waits three seconds for the network, and without limit when no page is cached', async () => {
  jest.useFakeTimers();
  let opened = '';
  void respondNetworkFirst(never, kept).then(async (reply) => (opened = await reply.text()));
  await jest.advanceTimersByTimeAsync(2_999);
  expect(opened).toBe('');
  await jest.advanceTimersByTimeAsync(1);
  expect(opened).toBe('kept');
  const slow = new Promise<Response>((resolve) => setTimeout(() => resolve(page('at last')), 20_000));
  const late = respondNetworkFirst(slow, nothing);
  await jest.advanceTimersByTimeAsync(20_000);
  expect(await (await late).text()).toBe('at last');
});
