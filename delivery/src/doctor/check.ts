import type { Environment } from '@portal/settings/read';
import type { HostRecord } from '../registry/host-record';

/** The machine that is checked. */
export interface Machine {
  env: Environment;
  /** The clone of the repository; null in a container, which has only the compiled programs. */
  clone: string | null;
  /** The folder of store and keys. */
  data: string;
  host: HostRecord | null;
  node: string;
  now(): Date;
}

/** `skipped`: the check does not apply to this machine, or another check has to succeed first. */
export interface Finding {
  state: 'ok' | 'failed' | 'skipped';
  found: string;
}

export interface DoctorCheck {
  /** Stable: documents and scripts refer to it. A code is never used again for another check. */
  code: `D${number}`;
  subject: string;
  /** The usual cause of a failure, and the act that ends it; one line each. */
  cause: string;
  fix: string;
  run(machine: Machine): Finding | Promise<Finding>;
}

export const okFinding = (found: string): Finding => ({ state: 'ok', found });
export const failedFinding = (found: string): Finding => ({ state: 'failed', found });
export const skippedFinding = (found: string): Finding => ({ state: 'skipped', found });

const ANSWER_MS = 3_000;

/** The reply of an address, or the reason why there is none. */
export async function fetchReply(url: string): Promise<{ status: number; date: string | null; text: string } | string> {
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'error' });
    return { status: reply.status, date: reply.headers.get('date'), text: await reply.text() };
  } catch (error) {
    const { message, cause } = error as Error;
    return cause instanceof Error && cause.message ? cause.message : message;
  }
}
