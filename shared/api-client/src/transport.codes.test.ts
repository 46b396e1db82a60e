/** @jest-environment node */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { profile } from '@portal/contracts/guards/guards.endpoints';
import type { ApiError } from './errors';
import { createTransport } from './transport';

let answer = { status: 200, body: {} };
const server = createServer((_asked, reply) => {
  reply.writeHead(answer.status, { 'content-type': 'application/json' });
  reply.end(JSON.stringify(answer.body));
});
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
afterAll(() => server.close());

const ask = () =>
  createTransport({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    basic: 'Y2xpZW50OnNlY3JldA==',
    token: () => 'tok',
    onUnauthorised: () => undefined,
  }).send(profile, { id: '00000000-0000-4000-8000-000000000001' });

it.each([
  ['the body alone', 200, { code: 404, message: 'Already Applied' }, 404],
  ['both', 404, { code: 404, message: 'Already Applied' }, 404],
  ['the status alone', 404, { message: 'Already Applied' }, 404],
  ['the status beside a body of 200', 409, { code: 200, message: 'Already Applied' }, 409],
])('[API-GEN-13/2] fails with the code of %s', async (_where, status, body, code) => {
  answer = { status, body };
  const failure: ApiError = await ask().then(
    () => Promise.reject(new Error('It succeeded')),
    (error) => error,
  );
  expect([failure.code, failure.message]).toEqual([code, 'Already Applied']);
});

it('[API-GEN-13/2] succeeds when status and body both are 200', async () => {
  answer = { status: 200, body: { code: 200, message: 'fine', data: { guard: { id: 'a' } } } };
  expect(await ask()).toMatchObject({ code: 200, message: 'fine', data: { guard: { id: 'a' } } });
});
