import type { Services } from '../boot/services';
import type { ModuleHost } from '../modules/host/moduleHost';
import type { ModuleServices } from '../modules/moduleServices';
import type { PageData } from '../platform/pageData';

/** The parts of the page that the panel reads. */
export interface InspectParts {
  page: Pick<PageData, 'shell' | 'opsKey' | 'timestampKey' | 'overrides'>;
  modules: Pick<ModuleServices, 'registry' | 'routes' | 'loader'>;
  hosts: ReadonlyMap<string, Pick<ModuleHost, 'mountedVersion' | 'state'>>;
  services: {
    telemetry: Pick<Services['telemetry'], 'reports' | 'report'>;
    clock: Pick<Services['clock'], 'now'>;
  };
}
