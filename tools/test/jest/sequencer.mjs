import { readFileSync } from 'node:fs';
import Sequencer from '@jest/test-sequencer';

/** The longest time limit in milliseconds that a test of this file sets; 0 if all use the default. */
function deadlineIn(path) {
  const named = readFileSync(path, 'utf8').matchAll(/^ *(?:\}, )?(\d{2,3}_000)(?:\);|,)$/gm);
  return Math.max(0, ...[...named].map(([, milliseconds]) => Number(milliseconds.replace('_', ''))));
}

/**
 * Starts slow files first, because a slow file that starts last would run alone at the end. A first run knows no durations, but a slow test sets its
 * own time limit.
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const deadlines = new Map(tests.map(({ path }) => [path, deadlineIn(path)]));
    return super.sort(tests).sort((one, other) => deadlines.get(other.path) - deadlines.get(one.path));
  }
}
