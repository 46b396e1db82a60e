import { UNMOUNT_MS } from '@portal/mf-kit/deadlines';
import { withDeadline } from '@portal/mf-kit/loadFailure';
import { afterPaint } from '../../platform/scheduling';
import type { ModuleHostDeps, Mount } from './mount';

/** Ends the mounts of one module, each once, and waits for none of them longer than its deadline. */
export class MountDisposal {
  private readonly released = new WeakSet<Mount>();
  private readonly gone = new WeakSet<Mount>();
  /** Out of sight, and still to be taken down. */
  private readonly left = new Set<Mount>();
  /** A mount's input is going with it, which makes the page clean: whoever takes the mount away decides what comes next. */
  isClosingHandle = false;

  constructor(
    private readonly name: string,
    private readonly parts: Pick<ModuleHostDeps, 'onMoving' | 'onFailed'>,
    private readonly onGone: (leaving: Mount) => void,
  ) {}

  /** How many mounts are hidden and not unmounted yet. */
  get hidden(): number {
    return this.left.size;
  }

  isUnmounting(live: Mount): boolean {
    return this.gone.has(live);
  }

  /** Out of sight at once, without a hold on the page. Taking it down is much work: what stands in its place is painted first. */
  hideThenUnmount(leaving: Mount): void {
    const { domElement } = leaving.props;
    domElement.hidden = true;
    this.closeHandle(leaving);
    // A dialog makes the rest of the page inert for as long as it stands.
    if (domElement.querySelector('dialog[open]')) return void this.unmount(leaving);
    this.left.add(leaving);
    afterPaint(() => void this.unmount(leaving));
  }

  /** The guard is back: what was left is taken down first, so that what it keeps at its end is found. */
  unmountHidden(): void {
    for (const leaving of this.left) void this.unmount(leaving);
  }

  async unmount(leaving: Mount): Promise<void> {
    this.left.delete(leaving);
    if (this.gone.has(leaving)) return;
    this.gone.add(leaving);
    this.closeHandle(leaving);
    const { remote, props, target } = leaving;
    await withDeadline(UNMOUNT_MS, 'unmount', remote.unmount(props)).catch((error: Error) =>
      this.parts.onFailed(this.name, target, error, leaving.route),
    );
    leaving.scope.end();
    props.domElement.remove();
    // With its stylesheets the whole page is styled anew: what takes its place is painted first.
    afterPaint(() => this.onGone(leaving));
  }

  /** Releases everything that a mount registered in the page, once. Its writes are accepted until it is unmounted. */
  private closeHandle(leaving: Mount): void {
    if (this.released.has(leaving)) return;
    this.released.add(leaving);
    this.isClosingHandle = true;
    leaving.scope.leave();
    this.isClosingHandle = false;
    this.parts.onMoving('here');
  }
}
