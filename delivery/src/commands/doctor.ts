import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '@portal/settings/read';
import { type DoctorCheck, type Finding, failedFinding, type Machine } from '../doctor/check';
import { machineChecks } from '../doctor/machine-checks';
import { portalChecks } from '../doctor/portal-checks';
import { repository, storeFolder } from '../paths';
import { readHostRecord } from '../registry/host-record';
import { diagnosis } from './command';

export const checks: readonly DoctorCheck[] = [...machineChecks, ...portalChecks];

/** A finding, with cause and fix if the check failed. */
type Result = Pick<DoctorCheck, 'code' | 'subject'> & Finding & Partial<Pick<DoctorCheck, 'cause' | 'fix'>>;

export const thisMachine = (env: Environment): Machine => ({
  env,
  clone: existsSync(join(repository, 'package-lock.json')) ? repository : null,
  data: storeFolder(),
  host: readHostRecord(storeFolder()),
  node: process.versions.node,
  now: () => new Date(),
});

/** An error of a check is a failure, so that the others still report. */
async function findingOf({ run }: DoctorCheck, machine: Machine): Promise<Finding> {
  try {
    return await run(machine);
  } catch (error) {
    return failedFinding((error as Error).message);
  }
}

/** Runs all checks at the same time. */
export const examine = (machine: Machine): Promise<Result[]> =>
  Promise.all(
    checks.map(async (check) => {
      const { code, subject, cause, fix } = check;
      const finding = await findingOf(check, machine);
      return { code, subject, ...finding, ...(finding.state === 'failed' && { cause, fix }) };
    }),
  );

function resultText({ code, subject, state, found, cause, fix }: Result): string {
  const line = `${code} ${state.padEnd(7)} ${subject}: ${found}`;
  return state === 'failed' ? `${line}\n    cause: ${cause}\n    fix: ${fix}` : line;
}

export const doctorCommand = diagnosis({
  name: 'doctor',
  summary: 'Checks everything that the portal needs, and names cause and fix of each failure. The exit code is 1 if a check fails.',
  async diagnose(env) {
    const results = await examine(thisMachine(env));
    const failures = results.filter(({ state }) => state === 'failed');
    const last = failures.length === 0 ? 'nothing failed' : `${failures.length} of ${results.length} checks failed`;
    return { text: [...results.map(resultText), last].join('\n'), data: results, exitCode: failures.length === 0 ? 0 : 1 };
  },
});
