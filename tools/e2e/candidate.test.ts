import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { publish } from '../../delivery/src/commands/publish';
import { stage } from '../../delivery/src/commands/stage';
import { deploy, fakeBuild, info, newContext } from '../../delivery/test/fixtures';
import { startTestHost } from '../../delivery/test/test-host';
import { essentialJourneys, openCandidate } from './candidate.mjs';

const root = resolve(__dirname, '../..');
const jobs = (version: string) => ({ name: 'mf-jobs', version, routes: { '/search-job': 'Search' }, script: version });

it('enter returns the cookie with which a browser gets the candidate’s pages', async () => {
  const context = newContext();
  await deploy(context, { name: 'shell' }, jobs('1.0.0'));
  await publish(context, fakeBuild(jobs('1.1.0')), {});
  const { token } = await stage(context, [{ name: 'mf-jobs', version: '1.1.0' }], info, 72);
  const host = await startTestHost(1, undefined, { context, now: () => context.now().getTime() });
  try {
    const { url, cookie } = await openCandidate(`http://127.0.0.1:${host.port}/search-job?revision=${token}`);
    const html = await (await fetch(`${url}/search-job`, { headers: { cookie } })).text();
    expect(html).toContain('/modules/mf-jobs/1.1.0/remoteEntry');
    await expect(openCandidate(`${url}/?revision=${token.replace(/^./, 'x')}`)).rejects.toThrow('403 This link leads to no candidate');
    await expect(openCandidate(url)).rejects.toThrow('is no link to a candidate');
  } finally {
    await host.close();
  }
});

it('essentials returns existing journeys, and none that needs the data folder of a portal', () => {
  const named = essentialJourneys(root);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((path) => path.startsWith('e2e/faults/') || !existsSync(join(root, path)))).toEqual([]);
});
