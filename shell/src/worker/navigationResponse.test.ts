/** @jest-environment node */
import { isOverride, isPageRequest, networkFirst } from './navigationResponse';

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
])('%s is a page of the portal: %s', (path, is) => {
  expect(isPageRequest(navigation(path), ORIGIN)).toBe(is);
});

it.each([
  ['a form that is posted', { method: 'POST' }],
  ['what a page fetches', { mode: 'cors' as const }],
])('%s is not a page that is opened', (_what, more) => {
  expect(isPageRequest(navigation('/onJob', more), ORIGIN)).toBe(false);
});

it.each([
  ['/onJob?module=mf-jobs@http://localhost:4103/', true],
  ['/onJob?page=2&module=off', true],
  ['/onJob?page=2', false],
])('%s says what this browser overrides: %s', (path, is) => {
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
  ['the kept one when nobody is behind the proxy', Promise.resolve(page('gone', 502)), kept, 'kept'],
  ['the kept one when there is no host', Promise.resolve(page('gone', 503)), kept, 'kept'],
  ["the proxy's word where nothing is kept", Promise.resolve(page('gone', 503)), nothing, 'gone'],
])('opens %s', async (_what, network, given, text) => {
  expect(await (await networkFirst(network, given)).text()).toBe(text);
});

it('opens the kept page when there is no network, and fails as the network does where there is none', async () => {
  const failed = () => Promise.reject(new TypeError('Failed to fetch'));
  expect(await (await networkFirst(failed(), kept)).text()).toBe('kept');
  await expect(networkFirst(failed(), nothing)).rejects.toThrow('Failed to fetch');
});

it('waits three seconds for the network, and where nothing is kept for as long as it takes', async () => {
  jest.useFakeTimers();
  let opened = '';
  void networkFirst(never, kept).then(async (reply) => (opened = await reply.text()));
  await jest.advanceTimersByTimeAsync(2_999);
  expect(opened).toBe('');
  await jest.advanceTimersByTimeAsync(1);
  expect(opened).toBe('kept');
  const slow = new Promise<Response>((resolve) => setTimeout(() => resolve(page('at last')), 20_000));
  const late = networkFirst(slow, nothing);
  await jest.advanceTimersByTimeAsync(20_000);
  expect(await (await late).text()).toBe('at last');
});
