import { readFileSync } from 'node:fs';
import Sequencer from '@jest/test-sequencer';

/** The longest deadline in milliseconds that a test of this file gives itself; 0 when the usual one does for all of them. */
function deadlineIn(path) {
  const named = readFileSync(path, 'utf8').matchAll(/^ *(?:\}, )?(\d{2,3}_000)(?:\);|,)$/gm);
  return Math.max(0, ...[...named].map(([, milliseconds]) => Number(milliseconds.replace('_', ''))));
}

/**
 * What takes long begins first: begun last, it would run alone while the other workers have nothing left. A first run knows of no file how
 * long it takes; but a test that takes long says so by its deadline.
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const deadlines = new Map(tests.map(({ path }) => [path, deadlineIn(path)]));
    return super.sort(tests).sort((one, other) => deadlines.get(other.path) - deadlines.get(one.path));
  }
}
