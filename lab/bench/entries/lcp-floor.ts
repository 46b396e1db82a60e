import { explore } from '../browser/explore';
import type { LoadedFile } from '../browser/network';
import { screens } from '../browser/screens';
import type { Entry } from '../entry';
import { estimate, scaleEstimate } from '../estimate';
import { kB, median, ms } from '../numbers';

/** HTML, stylesheet or script, and data: the sequential round trips of a first load. */
const ROUND_TRIPS = 3;

const pathOf = ({ url }: LoadedFile) => new URL(url).pathname;
const nameOf = (file: LoadedFile) => pathOf(file).split('/').at(-1) || '/';

export const lcpFloor: Entry = {
  id: 'lcp-floor',
  what: 'Largest paint of /guard/login / (its HTML and CSS at the bandwidth + 3 times the latency; 1.6 Mbit/s and 150 ms on slow 4G)',
  on: 'phone',
  unit: '',
  atMost: 1.3,
  async measure(lab) {
    const { composed } = await lab.visits('login');
    lab.say('login: one visit for each delayed script');
    const { calmVisit, delaysPaint } = await explore(await lab.browser(), await lab.composed(), 'login', (path) => path.endsWith('.js'));
    const critical = calmVisit.files.filter(
      (file) => pathOf(file) === screens.login.path || (file.isBlocking && pathOf(file).endsWith('.css')),
    );
    // A script that delays the paint is not part of the floor, because its bytes would excuse the delay.
    const waitedFor = calmVisit.files.filter((file) => delaysPaint[pathOf(file)]).map(nameOf);
    const bytes = critical.reduce((sum, file) => sum + file.bytes, 0);
    const { downBits, latencyMs } = lab.phone.model.network;
    const floor = (bytes * 8 * 1000) / downBits + ROUND_TRIPS * latencyMs;
    const paints = composed.map((visit) => visit.lcp.at);
    const lcp = median(paints);
    const list = critical.map((file) => `${nameOf(file)} ${kB(file.bytes)}`).join(', ');
    return {
      ...scaleEstimate(1 / floor, estimate(lab.random, paints, median)),
      detail: `${ms(lcp)} / ${ms(floor)}; critical (${kB(bytes)}): ${list}; waits for ${waitedFor.join(', ') || 'no script'}; largest: ${composed[0]?.lcp.what}`,
    };
  },
};
