import type { ModuleVersion } from '@portal/mf-kit/module';
import type { Moving, RemoteLifecycles, RemoteProps } from '@portal/mf-kit/remote';
import type { ScopedPortal } from '@portal/mf-kit/scopedPortal';
import type { Loader } from './loader';
import type { LiveRegistry } from './registry';
import type { StandIns } from './standIns';

/** One mount of one version. */
export interface Live {
  remote: RemoteLifecycles;
  props: RemoteProps;
  target: ModuleVersion;
  scope: ScopedPortal;
  /** The pattern that it shows, or showed last. */
  route: string | null;
}

/** One intention of the guard or the registry. */
export interface Turn {
  pattern: string | null;
  /** Whether the next one has begun: asked after every wait. */
  isStale: () => boolean;
  /** Whether what runs may be taken away: asked at the last moment, because guards go on while a version comes. */
  mayTake: () => boolean;
}

export interface SlotParts {
  outlet: HTMLElement;
  registry: LiveRegistry;
  loader: Loader;
  /** Of 1: how much of its deadlines the module gets. */
  patience: number;
  /** A portal for one mount. */
  openPortal: () => ScopedPortal;
  standIns: StandIns;
  /** The pattern by which this module owns the page's path; null when it is another module's. */
  asked: () => string | null;
  /** Whether any input is unsaved: then a swap waits until it is not, or until the guard leaves. */
  isDirty: () => boolean;
  /** Whether an SOS, its button, or what is on its way holds this page: no consent of the guard's to lose what is typed takes that away. */
  isHeld: () => boolean;
  onShown: (name: string, target: ModuleVersion) => void;
  /** Another version took the place of a running one, under the guard's eyes. */
  onSwapped: () => void;
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
export function liveOf(
  name: string,
  { served, ...one }: Pick<Live, 'remote' | 'target' | 'scope' | 'route'> & { served: HTMLElement | null },
  onMoving: SlotParts['onMoving'],
  told: Pick<RemoteProps, 'onCrash' | 'onScreenFailed'>,
): Live {
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
