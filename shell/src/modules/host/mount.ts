import type { ModuleVersion } from '@portal/mf-kit/module';
import type { PortalHandle } from '@portal/mf-kit/portalHandle';
import type { RemoteLifecycles, RemoteProps, ScreenProgress } from '@portal/mf-kit/remote';
import { flushSync } from 'react-dom';
import { runAfterPaint, runWhenInputReleased } from '../../platform/scheduling';

/** One running instance of one version. */
export interface Mount {
  readonly id: number;
  readonly remote: RemoteLifecycles;
  readonly props: RemoteProps;
  readonly version: ModuleVersion;
  readonly handle: PortalHandle;
  /** The route that it shows, or showed last. */
  readonly route: string | null;
}

let serial = 0;

/** Creates a mount in the prerendered HTML of the module, or in a new element. */
export function createMount(
  name: string,
  given: Pick<Mount, 'remote' | 'version' | 'handle' | 'route'>,
  prerendered: HTMLElement | null,
  onMoving: (how: ScreenProgress) => void,
  listeners: (mount: Mount) => Pick<RemoteProps, 'onCrash' | 'onScreenFailed'>,
): Mount {
  const id = ++serial;
  const domElement = prerendered ?? document.createElement('div');
  domElement.dataset.module = name;
  const props = {
    portal: given.handle.portal,
    name: `${name}#${id}`,
    domElement,
    hydrate: prerendered !== null,
    onMoving(how: ScreenProgress) {
      // The guard left this mount: the navigation belongs to another module.
      if (domElement.hidden) return;
      domElement.ariaBusy = how === 'here' ? null : 'true';
      onMoving(how);
    },
  } as RemoteProps;
  const mount = { ...given, id, props };
  Object.assign(props, listeners(mount));
  return mount;
}

export const nextPaint = (): Promise<void> => new Promise((resolve) => runAfterPaint(resolve));

/**
 * Resolves when the visible elements may be replaced: a running version has painted one more frame, and no control is pressed.
 * @returns milliseconds of waiting for the release, which the new version is not charged for
 */
export async function waitForPaintAndRelease(isReplacing: boolean): Promise<number> {
  if (isReplacing) await nextPaint();
  const since = performance.now();
  await new Promise<void>((resolve) => runWhenInputReleased(resolve));
  return performance.now() - since;
}

/** Mounts in the same task in which the old version was removed, so no painted frame is without a screen. `onLate`: not mounted by the next frame. */
export function mountInSameTask({ remote, props }: Pick<Mount, 'remote' | 'props'>, onLate: () => void): Promise<unknown> {
  const mounted = flushSync(() => remote.mount(props));
  return mounted.finally(runAfterPaint(onLate));
}
