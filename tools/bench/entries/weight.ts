import type { Visit } from '../browser/visit';
import type { Entry } from '../entry';
import { kB, median } from '../numbers';

const scriptBytes = ({ files }: Visit) =>
  files.filter(({ url }) => new URL(url).pathname.endsWith('.js')).reduce((sum, { bytes }) => sum + bytes, 0);

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
