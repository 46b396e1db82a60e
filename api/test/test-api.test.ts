import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { logout } from '@portal/contracts/auth/auth.endpoints';
import { callerOf } from './test-api';

it('replies of the same content in different seconds are equal, and their headers can be read', async () => {
  let seconds = 0;
  const server = createServer((_request, response) => {
    response.writeHead(200, { date: new Date(1_000 * ++seconds).toUTCString() }).end('{"code":200,"message":"Done.","data":null}');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const call = callerOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const first = await call(logout, {});
  const second = await call(logout, {});
  await new Promise((closed) => server.close(closed));
  expect(second).toEqual(first);
  expect(first.headers.get('date')).not.toBe(second.headers.get('date'));
  expect(second).not.toEqual({ ...first, message: 'Other.' });
});
