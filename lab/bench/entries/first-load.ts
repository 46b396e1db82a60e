import type { Screen } from '../browser/screens';
import type { Visit } from '../browser/visit';
import type { Entry } from '../entry';
import { estimateRatio } from '../estimate';
import { median, ms } from '../numbers';

const SLOW = 'the phone’s network, cold cache, median';

/** The composed portal's median divided by the monolith's. */
function against(id: string, screen: Screen, what: string, of: (visit: Visit) => number, atMost = 1.05): Entry {
  return {
    id,
    what: `${what}: composed / monolith (${SLOW})`,
    on: 'phone',
    unit: '',
    atMost,
    async measure(lab) {
      const { composed, monolith } = await lab.visits(screen);
      const [ours, theirs] = [composed.map(of), monolith.map(of)];
      return {
        ...estimateRatio(lab.random, ours, theirs, median),
        detail: `composed ${ms(median(ours))}, monolith ${ms(median(theirs))}; largest: ${composed[0]?.lcp.what}`,
      };
    },
  };
}

const painted = ({ lcp }: Visit) => lcp.at;
const usable = (visit: Visit) => visit.usable;

export const firstLoad: Entry[] = [
  against('lcp-home', 'home', 'Largest paint of the prerendered home', painted, 1),
  against('lcp-login', 'login', 'Largest paint of the login', painted),
  against('lcp-search', 'search', 'Largest paint of the job search', painted),
  against('usable-login', 'login', 'Login usable: Log in enabled, the password toggle flips', usable),
  against('usable-signup', 'signup', 'Sign-up usable: Register enabled, the password toggle flips', usable),
  against(
    'usable-search',
    'search',
    "Search usable: first result's View More shown, the box takes text and Enter changes the address",
    usable,
  ),
  against('usable-profile', 'profile', 'My Profile usable: the latest jobs are shown, a tab of the latest earnings can be chosen', usable),
];
