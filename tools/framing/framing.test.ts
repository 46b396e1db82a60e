import { hostBefore } from '../../delivery/src/host/fixtures';
import { startPortalApi, startRecorder } from './api';
import { compareFraming } from './run';

it('parses each request of 1,000 once, for its own client, or refuses it and closes the connection', async () => {
  const api = await startRecorder();
  const host = await hostBefore(api.port);
  const { problems, outcomes } = await compareFraming({ port: host.port, api, seed: 1, requests: 1_000 });
  await host.close();
  await api.stop();
  expect(problems).toEqual([]);
  expect(outcomes.served).toBeGreaterThan(400);
});

it.each([
  ['behind the portal host', true],
  ['without a host before it', false],
])('the API itself does the same %s', async (_where, isBehindHost) => {
  const api = await startPortalApi();
  const host = isBehindHost ? await hostBefore(api.port) : null;
  const given = { port: host?.port ?? api.port, api, seed: 2, requests: 500, hasSockets: false };
  const { problems, outcomes } = await compareFraming(given);
  await host?.close();
  await api.stop();
  expect(problems).toEqual([]);
  expect(outcomes.served).toBeGreaterThan(200);
});
