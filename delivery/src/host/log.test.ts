import Fastify from 'fastify';
import { hostLog } from './log';

it('logs a failed request with its method and error, never with the person or the link', async () => {
  const lines: string[] = [];
  const app = Fastify({ logger: hostLog({ write: (line) => void lines.push(line) }) });
  app.get('/reset-password', async () => {
    throw new Error('The page could not be made');
  });
  const reply = await app.inject({
    url: '/reset-password?token=opens-the-account',
    remoteAddress: '203.0.113.7',
    headers: { host: 'portal.test' },
  });
  await app.close();
  expect(reply.statusCode).toBe(500);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ req: { method: 'GET' }, err: { message: 'The page could not be made' } });
  for (const told of ['opens-the-account', '203.0.113.7', 'reset-password?']) expect(lines[0]).not.toContain(told);
});
