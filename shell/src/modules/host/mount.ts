import type { ModuleVersion } from '@portal/mf-kit/module';
import type { PortalHandle } from '@portal/mf-kit/portalHandle';
import type { Moving, RemoteLifecycles, RemoteProps } from '@portal/mf-kit/remote';
import type { ModuleRegistry } from '../../registry/moduleRegistry';
import type { ModuleLoader } from '../loading/moduleLoader';
import type { Placeholders } from './placeholders';

/** One mount of one version. */
export interface Mount {
  remote: RemoteLifecycles;
  props: RemoteProps;
  target: ModuleVersion;
  scope: PortalHandle;
  /** The pattern that it shows, or showed last. */
  route: string | null;
}

/** One intention of the guard or the registry. */
export interface Attempt {
  pattern: string | null;
  /** Whether the next one has begun: asked after every wait. */
  isStale: () => boolean;
  /** Whether what runs may be taken away: asked at the last moment, because guards go on while a version comes. */
  mayTake: () => boolean;
}

export interface ModuleHostDeps {
  outlet: HTMLElement;
  registry: ModuleRegistry;
  loader: ModuleLoader;
  /** Of 1: how much of its deadlines the module gets. */
  patience: number;
  /** A portal for one mount. */
  openHandle: () => PortalHandle;
  standIns: Placeholders;
  /** The pattern by which this module owns the page's path; null when it is another module's. */
  currentRoute: () => string | null;
  /** Whether any input is unsaved: then a swap waits until it is not, or until the guard leaves. */
  isDirty: () => boolean;
  /** Whether an SOS, its button, or what is on its way holds this page: no consent of the guard's to lose what is typed takes that away. */
  isLocked: () => boolean;
  onShown: (name: string, target: ModuleVersion) => void;
  /** Another version took the place of a running one, under the guard's eyes. */
  onReplaced: () => void;
  /** A version failed: this counts against the release. */
  onFailed: (name: string, target: ModuleVersion, error: Error, route: string | null) => void;
  /** One screen of a version failed, which is not yet the release's fault. */
  onScreenFailed: (name: string, target: ModuleVersion, pattern: string, error: Error) => void;
  /** How the screen that was asked for in this module stands. */
  onMoving: (how: Moving) => void;
}

/**
 * The result of an attempt with one version. `none`: it lacks the path, or is not wanted any more. `kept`: the mount may not be replaced now.
 * `moved`: the guard went to another path of the module in the meantime.
 */
export type Outcome = 'shown' | 'none' | 'kept' | 'moved';

let serial = 0;

/** One mount of a version, into what the host served for it or an element of its own. */
export function createMount(
  name: string,
  { served, ...one }: Pick<Mount, 'remote' | 'target' | 'scope' | 'route'> & { served: HTMLElement | null },
  onMoving: ModuleHostDeps['onMoving'],
  told: Pick<RemoteProps, 'onCrash' | 'onScreenFailed'>,
): Mount {
  const domElement = served ?? document.createElement('div');
  domElement.dataset.module = name;
  const props: RemoteProps = {
    ...told,
    portal: one.scope.portal,
    name: `${name}#${++serial}`,
    domElement,
    hydrate: served !== null,
    onMoving: (how) => {
      // It was left: where the guard goes now is another module's.
      if (domElement.hidden) return;
      domElement.ariaBusy = how === 'here' ? null : 'true';
      onMoving(how);
    },
  };
  return { ...one, props };
}
