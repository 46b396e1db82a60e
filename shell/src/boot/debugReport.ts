import type { ModuleHost } from '../modules/host/moduleHost';
import type { ModuleRegistry } from '../registry/moduleRegistry';
import type { Report } from '../telemetry/eventLog';

/** `globalThis.__portal`: what this page is running, for tests and for whoever has to look at a live page. Read only. */
export interface PageReport {
  readonly revision: number;
  /** The version of the shell that runs. */
  readonly shell: string;
  /** Module name -> the version whose code is mounted. */
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
