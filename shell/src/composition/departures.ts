import { within } from '@portal/mf-kit/reach';
import { afterPaint } from '../boot/calm';
import { UNMOUNT_MS } from './deadlines';
import type { Live, SlotParts } from './parts';

/** Ends the mounts of one module, each once, and waits for none of them longer than its deadline. */
export class Departures {
  private readonly released = new WeakSet<Live>();
  private readonly gone = new WeakSet<Live>();
  /** Out of sight, and still to be taken down. */
  private readonly left = new Set<Live>();
  /** A mount's input is going with it, which makes the page clean: whoever takes the mount away decides what comes next. */
  isEnding = false;

  constructor(
    private readonly name: string,
    private readonly parts: Pick<SlotParts, 'onMoving' | 'onFailed'>,
    private readonly onGone: (leaving: Live) => void,
  ) {}

  /** How many mounts are hidden and not unmounted yet. */
  get hidden(): number {
    return this.left.size;
  }

  has(live: Live): boolean {
    return this.gone.has(live);
  }

  /** Out of sight at once, without a hold on the page. Taking it down is much work: what stands in its place is painted first. */
  leave(leaving: Live): void {
    const { domElement } = leaving.props;
    domElement.hidden = true;
    this.release(leaving);
    // A dialog makes the rest of the page inert for as long as it stands.
    if (domElement.querySelector('dialog[open]')) return void this.quit(leaving);
    this.left.add(leaving);
    afterPaint(() => void this.quit(leaving));
  }

  /** The guard is back: what was left is taken down first, so that what it keeps at its end is found. */
  settle(): void {
    for (const leaving of this.left) void this.quit(leaving);
  }

  async quit(leaving: Live): Promise<void> {
    this.left.delete(leaving);
    if (this.gone.has(leaving)) return;
    this.gone.add(leaving);
    this.release(leaving);
    const { remote, props, target } = leaving;
    await within(UNMOUNT_MS, 'unmount', remote.unmount(props)).catch((error: Error) =>
      this.parts.onFailed(this.name, target, error, leaving.route),
    );
    leaving.scope.end();
    props.domElement.remove();
    // With its stylesheets the whole page is styled anew: what takes its place is painted first.
    afterPaint(() => this.onGone(leaving));
  }

  /** Releases everything that a mount registered in the page, once. Its writes are accepted until it is unmounted. */
  private release(leaving: Live): void {
    if (this.released.has(leaving)) return;
    this.released.add(leaving);
    this.isEnding = true;
    leaving.scope.leave();
    this.isEnding = false;
    this.parts.onMoving('here');
  }
}
