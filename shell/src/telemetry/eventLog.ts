import type { Telemetry } from '@portal/mf-kit/portal';

const MAX_EVENTS = 100;

export interface Report extends Telemetry {
  at: string;
}

/** The page's own log of what went wrong in it, newest last. Carries no personal data. */
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
