import { UNMOUNT_MS } from '@portal/mf-kit/deadlines';
import { withDeadline } from '@portal/mf-kit/loadFailure';
import type { ScreenProgress } from '@portal/mf-kit/remote';
import { runAfterPaint } from '../../platform/scheduling';
import type { Mount } from './mount';

export interface UnmountingDeps {
  onMoving: (how: ScreenProgress) => void;
  /** An unmount threw, or took more than its 500 ms. */
  onFailed: (mount: Mount, error: Error) => void;
  /** A mount is removed from the page, and the next frame is painted. */
  onGone: (mount: Mount) => void;
}

/** Ends each mount of one module exactly once. */
export function createUnmounting({ onMoving, onFailed, onGone }: UnmountingDeps) {
  const closed = new WeakSet<object>();
  const ended = new WeakSet<object>();
  const hidden = new Set<Mount>();
  let isClosing = false;

  /** The mount may still write until it is unmounted. */
  function closeHandle({ props, handle }: Mount): void {
    if (closed.has(props)) return;
    closed.add(props);
    isClosing = true;
    handle.leave();
    isClosing = false;
    onMoving('here');
  }

  async function unmount(mount: Mount): Promise<void> {
    const { remote, props, handle } = mount;
    hidden.delete(mount);
    if (ended.has(props)) return;
    ended.add(props);
    closeHandle(mount);
    await withDeadline(UNMOUNT_MS, 'unmount', (async () => remote.unmount(props))()).catch((error: Error) => onFailed(mount, error));
    handle.end();
    props.domElement.remove();
    // Removing stylesheets restyles the whole page, so the next screen is painted first.
    runAfterPaint(() => onGone(mount));
  }

  return {
    unmount,
    /** Closing a handle clears the unsaved input of its mount, which must not start a replacement. */
    isClosing: () => isClosing,
    /** Mounts that are hidden and not unmounted yet. */
    hidden,
    /** Hides immediately, and unmounts after the next paint because that takes long. */
    hide(mount: Mount): void {
      const { domElement } = mount.props;
      domElement.hidden = true;
      closeHandle(mount);
      // An open dialog makes the rest of the page inert.
      if (domElement.querySelector('dialog[open]')) return void unmount(mount);
      hidden.add(mount);
      runAfterPaint(() => void unmount(mount));
    },
    /** A mount stores drafts when it is unmounted; the next mount of the module reads them. */
    unmountHidden(): void {
      for (const mount of hidden) void unmount(mount);
    },
  };
}
