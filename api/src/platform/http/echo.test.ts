import { request } from 'node:http';
import { testApi } from '../../../test/test-api';

const api = testApi();

it.each(['/', '/healthz', '/v1/guard/auth/session'])('TRACE returns no part of the request, at %s', async (path) => {
  // fetch does not send TRACE.
  const { status, text } = await new Promise<{ status: number; text: string }>((resolve, reject) => {
    const asked = request(api.url + path, { method: 'TRACE', headers: { 'x-asked': 'this-very-word' } }, async (reply) => {
      const parts: Buffer[] = [];
      for await (const part of reply) parts.push(part);
      resolve({ status: reply.statusCode ?? 0, text: Buffer.concat(parts).toString() });
    });
    asked.on('error', reject).end();
  });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(text).not.toContain('this-very-word');
});
