import { request } from 'node:http';
import { testApi } from '../../../test/test-api';

const api = testApi({ env: { mode: 'demo', hostSecret: 'the-host-secret-of-tests' } });
const forwarded = { 'x-forwarded-for': '203.0.113.7' };

const ask = async (headers: Record<string, string>) => {
  const reply = await fetch(`${api.url}/healthz`, { headers });
  return { status: reply.status, text: await reply.text() };
};

const statusOfSocket = (headers: Record<string, string>): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const handshake = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'MTIzNDU2Nzg5MDEyMzQ1Ng==',
    };
    const asked = request(`${api.url}/socket.io/?EIO=4&transport=websocket`, { headers: { ...handshake, ...headers } }).end();
    asked.on('error', reject);
    asked.on('response', (reply) => resolve(reply.resume().statusCode));
    asked.on('upgrade', (reply, socket) => {
      socket.destroy();
      resolve(reply.statusCode);
    });
  });

it('rejects a forwarded call of a demonstration with 403 and one line', async () => {
  const { status, text } = await ask(forwarded);
  expect(status).toBe(403);
  expect(text).toMatch(/^This portal is a demonstration \(PORTAL_MODE=demo\) and refuses requests that a proxy forwarded\. [^\n]+\n$/);
});

it('serves direct calls, and calls that the portal host forwarded', async () => {
  expect((await ask({ ...forwarded, 'x-portal-host': 'the-host-secret-of-tests' })).status).toBe(200);
  expect((await ask({})).status).toBe(200);
});

it('rejects a forwarded socket of a demonstration', async () => {
  expect(await statusOfSocket(forwarded)).toBe(400);
  expect(await statusOfSocket({ ...forwarded, 'x-portal-host': 'the-host-secret-of-tests' })).toBe(101);
});
