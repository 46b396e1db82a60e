import type { Telemetry } from '@portal/mf-kit/portal';
import type { ModuleRegistry } from '../registry/moduleRegistry';

const MAX_EVENTS = 100;

export interface LoggedEvent extends Telemetry {
  at: string;
}

/** The page's log of failures, newest last. Contains no personal data. */
export function createEventLog() {
  const reports: LoggedEvent[] = [];
  return {
    reports,
    report(event: Telemetry) {
      reports.push({ ...event, at: new Date().toISOString() });
      if (reports.length > MAX_EVENTS) reports.shift();
    },
  };
}

/** Sets `globalThis.__portal`: the versions and reports of this page, for tests and operators. Read only. */
export function exposeDebugReport(
  registry: ModuleRegistry,
  shell: string,
  hosts: Map<string, { mountedVersion: string | null }>,
  reports: readonly LoggedEvent[],
): void {
  const report = {
    shell,
    get revision() {
      return registry.current().revision;
    },
    /** Module name -> mounted version. */
    get executing() {
      const mounted = [...hosts].map(([name, moduleHost]) => [name, moduleHost.mountedVersion] as const);
      return Object.fromEntries(mounted.filter(([, version]) => version !== null));
    },
    get reports() {
      return [...reports];
    },
  };
  Object.defineProperty(globalThis, '__portal', { value: Object.freeze(report), configurable: true });
}
