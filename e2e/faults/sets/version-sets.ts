import type { Browser } from '@playwright/test';
import { LIMITS, type MatrixLimits } from '../matrix/inPage';
import { createMatrixGuard } from '../matrix/matrix-guard';
import { openIsolatedHost, type Portal } from '../matrix/test-host';
import type { PreviousRelease } from '../previous-release';
import { publishVersions } from './builds';
import { type DriveResult, driveSet } from './drive';
import { members, type VersionSet } from './table';

interface Run {
  portal: Portal;
  browser: Browser;
  sets: readonly VersionSet[];
  /** Modules with three versions; the others keep their active version. */
  names?: readonly string[];
  limits?: MatrixLimits;
  say(line: string): void;
}

export interface SetsResult {
  before: PreviousRelease;
  driven: DriveResult[];
}

const told = ({ id, wrong, ms }: DriveResult) =>
  `${wrong.length === 0 ? 'passed' : 'FAILED'} ${(ms / 1000).toFixed(1).padStart(5)} s  ${[id, ...wrong].join('; ')}`;

/** Publishes the previous and the next release next to the active one, and tests each set on one test host. */
export async function runVersionSets({ portal, browser, sets, names = members, limits = LIMITS, say }: Run): Promise<SetsResult> {
  const stand = await openIsolatedHost(portal);
  const made = await createMatrixGuard(portal);
  try {
    const { before, versions } = await publishVersions(stand.context, stand.good, { names, say });
    const driven: DriveResult[] = [];
    for (const set of sets) {
      const one = await driveSet({ browser, stand, guard: made.guard, limits }, set, versions);
      driven.push(one);
      say(told(one));
    }
    return { before, driven };
  } finally {
    await made.remove();
    await stand.stop();
  }
}
