import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type Meter, startMeter } from './meter';

const servers: Server[] = [];
const meters: Meter[] = [];
const packed = gzipSync('x'.repeat(10_000));

async function site(name: string): Promise<string> {
  const server = createServer((_, reply) => void reply.writeHead(200, { 'content-encoding': 'gzip', 'x-site': name }).end(packed));
  servers.push(server.listen(0, 'localhost'));
  await once(server, 'listening');
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

afterEach(() => {
  for (const meter of meters.splice(0)) meter.stop();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

it('counts the compressed bytes and headers of each path, and starts again after take()', async () => {
  const meter = await startMeter(await site('first'));
  meters.push(meter);
  const reply = await fetch(`${meter.url}/file.js?try=2`);
  expect((await reply.text()).length).toBe(10_000);
  const taken = meter.take();
  expect([...taken.keys()]).toEqual(['/file.js']);
  expect(taken.get('/file.js')).toBeGreaterThan(packed.length + 50);
  expect(taken.get('/file.js')).toBeLessThan(packed.length + 300);
  expect(meter.take().size).toBe(0);
});

it('forwards to another site under the same address', async () => {
  const meter = await startMeter(await site('first'));
  meters.push(meter);
  meter.standBefore(await site('second'));
  expect((await fetch(meter.url)).headers.get('x-site')).toBe('second');
});
