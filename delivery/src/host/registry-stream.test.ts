import fastify from 'fastify';
import type { LiveRegistry } from './live-registry';
import { serveRegistry } from './registry-stream';

it('sends the current revision and the time of the next heartbeat, so that pages detect a dead stream and missed revisions', async () => {
  let revision = 7;
  const app = fastify();
  const live = { current: () => ({ registry: { revision } }), onRevision: () => () => undefined } as unknown as LiveRegistry;
  serveRegistry(app, live, 20);
  const reply = await fetch(`${await app.listen({ host: '127.0.0.1', port: 0 })}/registry/events`);
  const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
  let heard = '';
  const until = async (text: string) => {
    while (!heard.includes(text)) heard += (await reader?.read())?.value ?? '';
  };
  await until('id: 7\nevent: revision\ndata: {"revision":7}\n\n');
  await until('id: 7\nevent: revision\ndata: {"revision":7,"nextMs":20}\n\n');
  revision = 8;
  await until('id: 8\nevent: revision\ndata: {"revision":8,"nextMs":20}\n\n');
  expect(heard.indexOf('"revision":7,"nextMs"')).toBeLessThan(heard.indexOf('"revision":8'));
  await reader?.cancel();
  await app.close();
});
