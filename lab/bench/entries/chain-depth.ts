import { fullPath } from '@portal/contracts/_kernel/endpoint';
import { searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { explore } from '../browser/explore';
import { screens } from '../browser/screens';
import { longestChain } from '../chain';
import type { Entry } from '../entry';
import { exactEstimate } from '../estimate';

const data = fullPath(searchJobs);
const html = screens.search.path;

/** Shortens `/modules/mf-jobs/1.0.0/search.js` to `mf-jobs/search.js`. */
const short = (path: string) => path.replace(/^\/modules\/([^/]+)\/[^/]+\//, '$1/');

export const chainDepth: Entry = {
  id: 'chain-depth',
  what: 'Longest chain of dependent requests of the first load of /search-job, from the HTML to the jobs',
  on: 'machine',
  unit: 'requests',
  atMost: 3,
  async measure(lab) {
    lab.say('search: one visit for each delayed request');
    const explored = await explore(
      await lab.browser(),
      await lab.composed(),
      'search',
      (path, { starts }) => path !== html && path !== data && (starts[path] ?? 0) <= (starts[data] ?? 0),
    );
    if (explored.calm[data] === undefined) throw new Error(`the page never requested ${data}`);
    const chain = longestChain(explored, html, data);
    return {
      ...exactEstimate(chain.length),
      detail: `${chain.map(short).join(' -> ')}; each of ${Object.keys(explored.held).length} requests was delayed by ${explored.holdMs} ms to find its dependents`,
    };
  },
};
