import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { deploy, fakeBuild, newDesk, order } from '../../delivery/src/fixtures';
import { hostBefore } from '../../delivery/src/host/fixtures';
import { publish } from '../../delivery/src/publish';
import { stage } from '../../delivery/src/stage';
import { enter, essentials } from './candidate.mjs';

const root = resolve(__dirname, '../..');
const jobs = (version: string) => ({ name: 'mf-jobs', version, routes: { '/search-job': 'Search' }, script: version });

it('enter returns the cookie with which a browser gets the candidate’s pages', async () => {
  const desk = newDesk();
  await deploy(desk, { name: 'shell' }, jobs('1.0.0'));
  await publish(desk.store, fakeBuild(jobs('1.1.0')), {});
  const { token } = await stage(desk, [{ name: 'mf-jobs', version: '1.1.0' }], order, 72);
  const host = await hostBefore(1, undefined, { desk, now: () => desk.now().getTime() });
  try {
    const { url, cookie } = await enter(`http://127.0.0.1:${host.port}/search-job?revision=${token}`);
    const html = await (await fetch(`${url}/search-job`, { headers: { cookie } })).text();
    expect(html).toContain('/modules/mf-jobs/1.1.0/remoteEntry');
    await expect(enter(`${url}/?revision=${token.replace(/^./, 'x')}`)).rejects.toThrow('403 This link leads to no candidate');
    await expect(enter(url)).rejects.toThrow('is no link to a candidate');
  } finally {
    await host.close();
  }
});

it('essentials returns existing journeys, and none that needs the data folder of a portal', () => {
  const named = essentials(root);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((path) => path.startsWith('e2e/faults/') || !existsSync(join(root, path)))).toEqual([]);
});
