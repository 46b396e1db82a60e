import { testApi } from '../test/test-api';

const OWN = 'https://app.example.com';
const api = testApi({ env: { corsOrigins: [OWN] } });

const allowedOrigin = async (origin: string) =>
  (
    await fetch(`${api.url}/v1/jobs`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
    })
  ).headers.get('access-control-allow-origin');

it('lets pages of the listed origins call the API, and no others', async () => {
  expect(await allowedOrigin(OWN)).toBe(OWN);
  for (const origin of ['https://other.example.com', 'https://app.example.com.evil.example', 'http://app.example.com', 'null'])
    expect([origin, await allowedOrigin(origin)]).toEqual([origin, null]);
});
