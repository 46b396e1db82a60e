import type { Loaded } from '../browser/network';
import { type Screen, screens } from '../browser/screens';
import type { Visit } from '../browser/visit';
import type { Entry } from '../entry';
import { kB, median } from '../numbers';

const scripts = ({ files }: Visit) => files.filter(({ url }) => new URL(url).pathname.endsWith('.js'));
const scriptBytes = (visit: Visit) => scripts(visit).reduce((sum, { bytes }) => sum + bytes, 0);

export const weight: Entry = {
  id: 'js-bytes',
  what: 'Brotli JavaScript until usable: composed / monolith, the worse of login and search',
  unit: '',
  atMost: 1.1,
  async measure(lab) {
    const ratios: number[] = [];
    const details: string[] = [];
    for (const screen of ['login', 'search'] as const) {
      const { composed, monolith } = await lab.visits(screen);
      const [ours, theirs] = [median(composed.map(scriptBytes)), median(monolith.map(scriptBytes))];
      ratios.push(ours / theirs);
      details.push(`${screen}: composed ${kB(ours)}, monolith ${kB(theirs)}`);
    }
    return { value: Math.max(...ratios), detail: details.join('; ') };
  },
};

/** A remote's own files: what the shell gives is not its weight. `later`: files that must not come by themselves. */
function ownWeight(id: string, remote: string, screen: Screen, atMost: number, later?: RegExp): Entry {
  const isOwn = ({ url }: Loaded) => new URL(url).pathname.startsWith(`/modules/${remote}/`);
  return {
    id,
    what: `Brotli JavaScript of ${remote} itself until ${screens[screen].path} is usable`,
    unit: 'kB',
    atMost,
    async measure(lab) {
      const { composed } = await lab.visits(screen);
      const own = composed.map((visit) => scripts(visit).filter(isOwn));
      const bytes = median(own.map((files) => files.reduce((sum, file) => sum + file.bytes, 0)));
      const list = own[0]?.map(({ url, bytes: each }) => `${new URL(url).pathname.split('/').at(-1)} ${kB(each)}`) ?? [];
      const early = later && list.find((file) => later.test(file));
      if (early) throw new Error(`${early} was loaded before it was asked for`);
      if (list.length === 0) throw new Error(`${remote} loaded nothing of its own`);
      return { value: bytes / 1000, detail: list.join(', ') };
    },
  };
}

export const jsOnboarding = ownWeight('js-onboarding', 'mf-onboarding', 'login', 70);
export const jsJobs = ownWeight('js-jobs', 'mf-jobs', 'search', 80, /map/);
