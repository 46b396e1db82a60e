import type { ModuleVersion } from '@portal/mf-kit/module';
import type { ModuleLoader } from '../../../shell/src/modules/loading/moduleLoader';
import { remotes } from './remotes';

/** Replaces the shell's loader in the monolith: every remote is a lazy chunk of the one build. */
export function createLoader(): ModuleLoader {
  return {
    load(name: string, _target: ModuleVersion) {
      const remote = remotes[name];
      return remote ? remote() : Promise.reject(new Error(`The monolith has no ${name}`));
    },
    manifest: () => Promise.resolve(null),
    unload: () => undefined,
    retryWithNewUrls: () => undefined,
  };
}
