import type { ModuleHost } from '../modules/host/moduleHost';
import type { ModuleRegistry } from '../registry/moduleRegistry';
import type { Report } from '../telemetry/eventLog';

/** `globalThis.__portal`: the versions and reports of this page, for tests and operators. Read only. */
export interface PageReport {
  readonly revision: number;
  readonly shell: string;
  /** Module name -> mounted version. */
  readonly executing: Readonly<Record<string, string>>;
  readonly reports: readonly Report[];
}

export function exposeDebugReport(
  registry: ModuleRegistry,
  shell: string,
  slots: Map<string, ModuleHost>,
  reports: readonly Report[],
): void {
  const report: PageReport = {
    shell,
    get revision() {
      return registry.current().revision;
    },
    get executing() {
      const mounted = [...slots].map(([name, moduleHost]) => [name, moduleHost.mountedVersion] as const);
      return Object.fromEntries(mounted.filter((pair): pair is [string, string] => pair[1] !== null));
    },
    get reports() {
      return [...reports];
    },
  };
  Object.defineProperty(globalThis, '__portal', { value: Object.freeze(report), configurable: true });
}
