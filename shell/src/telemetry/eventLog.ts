import type { Telemetry } from '@portal/mf-kit/portal';

const MAX_EVENTS = 100;

export interface Report extends Telemetry {
  at: string;
}

/** The page's log of failures, newest last. Contains no personal data. */
export function createEventLog() {
  const reports: Report[] = [];
  return {
    reports,
    report(event: Telemetry) {
      reports.push({ ...event, at: new Date().toISOString() });
      if (reports.length > MAX_EVENTS) reports.shift();
    },
  };
}
