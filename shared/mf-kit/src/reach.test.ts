import { FileError, isRefused } from './reach';
import { REFUSED } from './sightings';

const answered = (status: number, headers: Record<string, string> = {}) =>
  Object.assign(globalThis, { fetch: async () => ({ ok: status < 400, headers: new Headers(headers) }) });
const lost = () => new FileError('it did not come', '/modules/mf-jobs/2/screen.js');

it.each<[string, number, Record<string, string>, boolean]>([
  ['it is missing, says the host', 404, { [REFUSED]: 'missing' }, true],
  ['it was changed, says the host', 410, { [REFUSED]: 'changed' }, true],
  ['the store does not answer', 503, {}, false],
  ['nobody is behind the proxy', 502, {}, false],
  ['a proxy knows no such file', 404, {}, false],
  ['it is there', 200, {}, false],
])('a file is refused only in the host’s own name: %s', async (_what, status, headers, refused) => {
  answered(status, headers);
  expect(await isRefused(lost())).toBe(refused);
});
