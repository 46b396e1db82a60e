import { startTestHost } from '../../delivery/test/test-host';
import { startPortalApi, startRecorder } from './api';
import { compareFraming } from './run';

// Four tests of 250 requests, so that each has its own time limit on a slow machine.
it.each([1, 2, 3, 4])(
  'parses each of 250 requests once, for its own client, or refuses it and closes the connection (seed %i)',
  async (seed) => {
    const api = await startRecorder();
    const host = await startTestHost(api.port);
    const { problems, outcomes } = await compareFraming({ port: host.port, api, seed, requests: 250 });
    await host.close();
    await api.stop();
    expect(problems).toEqual([]);
    expect(outcomes.served).toBeGreaterThan(100);
  },
);

it.each([
  ['behind the portal host', true],
  ['without a host before it', false],
])('the API parses each request once or rejects it %s', async (_where, isBehindHost) => {
  const api = await startPortalApi();
  const host = isBehindHost ? await startTestHost(api.port) : null;
  const given = { port: host?.port ?? api.port, api, seed: 2, requests: 250, hasSockets: false };
  const { problems, outcomes } = await compareFraming(given);
  await host?.close();
  await api.stop();
  expect(problems).toEqual([]);
  expect(outcomes.served).toBeGreaterThan(100);
});
