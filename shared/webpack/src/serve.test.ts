import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { serveFolder } from './serve';

it('serves the current files of a folder to a page of another origin, until the signal', async () => {
  const folder = temporaryFolder('serve');
  writeFileSync(join(folder, 'module.json'), '{"version":"1.0.0"}');
  const stopping = new AbortController();
  let served = Promise.resolve();
  const url = await new Promise<string>((ready) => {
    served = serveFolder(folder, 0, stopping.signal, ready);
  });
  const get = async (file: string) => fetch(url + file);

  const reply = await get('module.json');
  expect(Object.fromEntries(reply.headers)).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' });
  expect(await reply.json()).toEqual({ version: '1.0.0' });
  writeFileSync(join(folder, 'module.json'), '{"version":"1.1.0"}');
  expect(await (await get('module.json')).json()).toEqual({ version: '1.1.0' });
  const none = await get('%2e%2e/package.json');
  expect([none.status, none.headers.get('access-control-allow-origin')]).toEqual([404, '*']);

  await expect(serveFolder(folder, Number(new URL(url).port), stopping.signal, () => undefined)).rejects.toThrow('EADDRINUSE');
  stopping.abort();
  await served;
  await expect(get('module.json')).rejects.toThrow();
});
