import { within } from '@portal/mf-kit/reach';
import { UNMOUNT_MS } from './deadlines';
import type { Live, SlotParts } from './parts';

/** Ends the mounts of one module, each once, and waits for none of them longer than its deadline. */
export class Departures {
  private readonly gone = new WeakSet<Live>();
  /** A mount's input is going with it, which makes the page clean: whoever takes the mount away decides what comes next. */
  isEnding = false;

  constructor(
    private readonly name: string,
    private readonly parts: Pick<SlotParts, 'onMoving' | 'onFailed'>,
    private readonly onGone: (leaving: Live) => void,
  ) {}

  has(live: Live): boolean {
    return this.gone.has(live);
  }

  async quit(leaving: Live): Promise<void> {
    if (this.gone.has(leaving)) return;
    this.gone.add(leaving);
    const { remote, props, target, scope } = leaving;
    this.isEnding = true;
    scope.end();
    this.isEnding = false;
    this.parts.onMoving('here');
    await within(UNMOUNT_MS, 'unmount', remote.unmount(props)).catch((error: Error) => this.parts.onFailed(this.name, target, error));
    props.domElement.remove();
    this.onGone(leaving);
  }
}
