import { fakeCaches } from '@portal/testing/caches';
import { FileError, isMissingOnServer, loadWithRetry } from './loadFailure';
import { MISSING_FILE_HEADER } from './missingFile';
import { FILE_CACHE } from './offlineCacheNames';

const answered = (status: number, headers: Record<string, string> = {}) =>
  Object.assign(globalThis, { fetch: async () => ({ ok: status < 400, headers: new Headers(headers) }) });
const lost = () => new FileError('it did not come', '/modules/mf-jobs/2/screen.js');

it.each<[string, number, Record<string, string>, boolean]>([
  ['it is missing, says the host', 404, { [MISSING_FILE_HEADER]: 'missing' }, true],
  ['it was changed, says the host', 410, { [MISSING_FILE_HEADER]: 'changed' }, true],
  ['the store does not answer', 503, {}, false],
  ['nobody is behind the proxy', 502, {}, false],
  ['a proxy knows no such file', 404, {}, false],
  ['it is there', 200, {}, false],
])('counts a file as missing only when the portal host reports it: %s', async (_what, status, headers, refused) => {
  answered(status, headers);
  expect(await isMissingOnServer(lost())).toBe(refused);
});

describe('a file that failed and exists', () => {
  afterEach(() => Reflect.deleteProperty(globalThis, 'caches'));
  const file = '/modules/mf-jobs/2/screen.js';

  it('is requested from the portal host, not from the cache, which may be damaged', async () => {
    const { caches, held } = fakeCaches();
    Object.assign(globalThis, { caches });
    for (const path of [file, '/modules/mf-jobs/2/other.js']) await (await caches.open(FILE_CACHE)).put(path, { ok: true } as Response);
    answered(200);
    const load = async () => {
      if (held()[FILE_CACHE]?.includes(file)) throw lost();
      return 'of the host';
    };
    expect(await loadWithRetry(load)).toBe('of the host');
    expect(held()[FILE_CACHE]).toEqual(['/modules/mf-jobs/2/other.js']);
  });

  it.each<[string, object | undefined]>([
    ['has no such store', undefined],
    ['cannot open it', { open: () => Promise.reject(new Error('damaged')) }],
    ['never opens it', { open: () => new Promise(() => undefined) }],
    ['never finds anything in it', { open: async () => ({ delete: () => new Promise(() => undefined) }) }],
  ])('is requested once more in a browser that %s', async (_what, caches) => {
    jest.useFakeTimers();
    Object.assign(globalThis, { caches });
    answered(200);
    let left = 1;
    const loaded = loadWithRetry(async () => (left-- > 0 ? Promise.reject(lost()) : 'of the host'));
    await jest.advanceTimersByTimeAsync(2000);
    expect(await loaded).toBe('of the host');
    jest.useRealTimers();
  });
});
