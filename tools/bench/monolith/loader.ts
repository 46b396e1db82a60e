import type { ModuleName, ModuleVersion } from '@portal/mf-kit/module';
import type { RemoteLifecycles } from '@portal/mf-kit/portal';
import type { Loader } from '../../../shell/src/composition/loader';

const remotes: Record<ModuleName, () => Promise<RemoteLifecycles>> = {
  'mf-onboarding': () => import(/* webpackChunkName: "mf-onboarding" */ '../../../mf-onboarding/src/remote'),
  'mf-jobs': () => import(/* webpackChunkName: "mf-jobs" */ '../../../mf-jobs/src/remote'),
  'mf-communication': () => import(/* webpackChunkName: "mf-communication" */ '../../../mf-communication/src/remote'),
  'mf-account': () => import(/* webpackChunkName: "mf-account" */ '../../../mf-account/src/remote'),
  'mf-public': () => import(/* webpackChunkName: "mf-public" */ '../../../mf-public/src/remote'),
};

/** Stands for the shell's loader in the monolith: every remote is a lazy chunk of the one build. */
export function createLoader(): Loader {
  return {
    load(name: string, _target: ModuleVersion) {
      const remote = remotes[name as ModuleName] as (() => Promise<RemoteLifecycles>) | undefined;
      return remote ? remote() : Promise.reject(new Error(`The monolith has no ${name}`));
    },
    manifest: () => Promise.resolve(null),
    forget: () => undefined,
    again: () => undefined,
  };
}
