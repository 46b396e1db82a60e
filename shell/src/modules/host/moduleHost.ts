import { createModuleHostRunner, type ModuleHostDeps } from './hostEffects';

/** Runs one module in the page. Its methods return immediately, so single-spa never waits for a remote. */
export interface ModuleHost {
  readonly mountedVersion: string | null;
  activate(): void;
  deactivate(): void;
  /** The guard moved within the module. */
  pathChanged(): void;
  /** Replaces the mount if another version should run. `canDiscard`: the guard agreed to lose unsaved input. */
  update(canDiscard?: boolean): void;
}

export function createModuleHost(name: string, deps: ModuleHostDeps): ModuleHost {
  const { send, unmounting, mountedVersion } = createModuleHostRunner(name, deps);
  return {
    get mountedVersion() {
      return mountedVersion();
    },
    activate: () => send('activate'),
    deactivate: () => send('deactivate'),
    pathChanged: () => send('path'),
    update(canDiscard = false) {
      if (!unmounting.isClosing()) send('update', canDiscard);
    },
  };
}
