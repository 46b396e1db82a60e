import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../../tools/dev-portal/child-process.mjs';
import type { Entry } from '../entry';
import { estimate } from '../estimate';
import { root } from '../lab';
import { worst } from '../numbers';

const REMOTE = 'mf-jobs';

export const publishRemote: Entry = {
  id: 'publish-remote',
  what: `A new version of ${REMOTE}, built and published: from the command to the version in the store, slowest`,
  on: 'machine',
  unit: 's',
  atMost: 15,
  async measure(lab) {
    const data = join(lab.folder, 'publish-remote');
    mkdirSync(data);
    const options = { cwd: root, env: { ...process.env, PORTAL_DATA: data } };
    const seconds: number[] = [];
    // The first round fills webpack's cache, which a squad's machine has.
    for (let round = 0; round <= lab.runs; round++) {
      const version = `9.${lab.seed}.${round}`;
      const out = join(data, 'builds', version);
      const began = performance.now();
      await run(['shared/webpack/bin/portal-build.mjs', REMOTE, '--version', version, '--out', out], options);
      await run(['--import', 'tsx', 'delivery/src/cli.ts', 'publish', REMOTE, '--dir', out], options);
      if (round > 0) seconds.push((performance.now() - began) / 1000);
      lab.say(`${version}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
    }
    return {
      ...estimate(lab.random, seconds, worst),
      detail: `each with another version, so no output that contains the container's name is reused; ${seconds.map((one) => one.toFixed(1)).join(', ')} s`,
    };
  },
};
