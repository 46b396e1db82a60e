import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { fullPath } from '@portal/contracts/_kernel/endpoint';
import { searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { postJob } from '@portal/contracts/jobs/jobs.staff';
import { type TestGuard, testApi } from '../../../test/test-api';

const api = testApi();
let guard: TestGuard;

beforeAll(async () => {
  guard = await api.guard();
  for (let job = 0; job < 5; job++)
    await api.call(postJob, { jobTitle: `Gate watch ${job}`, description: 'At the gate. '.repeat(30) } as never);
});

const search = async (encoding: string, limit = 10) => {
  const { statusCode, headers, rawPayload } = await api.app.inject({
    method: 'POST',
    url: fullPath(searchJobs as never),
    headers: { authorization: `Bearer ${guard.token}`, 'accept-encoding': encoding },
    payload: { page: 1, limit },
  });
  expect(statusCode).toBe(200);
  return { headers, rawPayload };
};
const plain = async () => (await search('identity')).rawPayload.toString();

it.each([
  ['br', 'gzip, deflate, br', brotliDecompressSync],
  ['gzip', 'gzip;q=1.0, br;q=0', gunzipSync],
] as const)('sends a long reply as %s, with the same content, to a client that accepts it', async (encoding, accepted, unpack) => {
  const { headers, rawPayload } = await search(accepted);
  expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding', 'content-length': String(rawPayload.length) });
  expect(rawPayload.length * 2).toBeLessThan((await plain()).length);
  expect(unpack(rawPayload).toString()).toBe(await plain());
});

it.each(['identity', '', 'br;q=0, gzip;q=0.0', 'compress'])('sends no encoding that the client does not accept: %s', async (accepted) => {
  const { headers } = await search(accepted);
  expect([headers['content-encoding'], headers.vary]).toEqual([undefined, 'accept-encoding']);
});

it('sends a short reply uncompressed', async () => {
  const { headers, rawPayload } = await api.app.inject({
    url: '/v1/speciality/guard/list',
    headers: { authorization: `Bearer ${guard.token}`, 'accept-encoding': 'br' },
  });
  expect([headers['content-encoding'], headers.vary]).toEqual([undefined, undefined]);
  expect(JSON.parse(rawPayload.toString())).toMatchObject({ code: 200 });
});

it('never compresses a reply without a guard, because it may contain a token', async () => {
  const { headers, rawPayload } = await api.app.inject({ url: '/v1/docs/json', headers: { 'accept-encoding': 'br' } });
  expect(rawPayload.length).toBeGreaterThan(10_000);
  expect(headers['content-encoding']).toBeUndefined();
});
