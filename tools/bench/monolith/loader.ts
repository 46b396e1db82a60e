import type { ModuleVersion } from '@portal/mf-kit/module';
import type { Loader } from '../../../shell/src/composition/loader';
import { remotes } from './remotes';

/** Stands for the shell's loader in the monolith: every remote is a lazy chunk of the one build. */
export function createLoader(): Loader {
  return {
    load(name: string, _target: ModuleVersion) {
      const remote = remotes[name];
      return remote ? remote() : Promise.reject(new Error(`The monolith has no ${name}`));
    },
    manifest: () => Promise.resolve(null),
    forget: () => undefined,
    again: () => undefined,
  };
}
