import type { Portal } from '@portal/mf-kit/portal';
import type { ModuleServices } from '../modules/moduleServices';
import type { Signal } from '../platform/signal';
import type { Changes } from '../realtime/dataChanges';
import type { SessionCore } from '../session/session';
import type { decideAccess } from './accessCheck';
import type { linkOf } from './history';

/** Time in which a touch becomes a scroll. */
const SCROLL_MS = 50;
/** A longer press opens the menu of the link, and a release without a click moves nowhere. */
const MAX_PRESS_MS = 2000;

export interface LinkPressDeps {
  linkOf: typeof linkOf;
  decideAccess: typeof decideAccess;
  session: Pick<SessionCore, 'current'>;
  isLost: Pick<Signal<boolean>, 'get'>;
  /** A direct write of this page is in flight. */
  isSending: () => boolean;
  dataChanges: Pick<Changes, 'onChanged'>;
  portal: Pick<Portal, 'lastPosition'>;
}

/**
 * Starts the first reads of a screen when its link is pressed, before the click. Aborts them if no click follows, and after a change of any
 * data until the screen has taken them.
 */
export function startReadsAtPress(
  { linkOf, decideAccess, session, isLost, isSending, dataChanges, portal: { lastPosition } }: LinkPressDeps,
  { routes, registry, loader }: Pick<ModuleServices, 'routes' | 'registry' | 'loader'>,
): void {
  let pressed: HTMLAnchorElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let controller = new AbortController();

  async function startReads(to: URL, signal: AbortSignal): Promise<void> {
    const now = session.current();
    const found = routes.find(to.pathname);
    const target = found && registry.current().modules[found.module];
    if (!now || !target || isLost.get() || isSending() || to.pathname === window.location.pathname) return;
    if (decideAccess(found, to.searchParams, now).kind !== 'open') return;
    const remote = await loader.load(found.module, target);
    if (!signal.aborted) await remote.startScreenReads?.(to, { guardId: now.guardId, lastPosition, signal });
  }

  function abort(): void {
    clearTimeout(timer);
    controller.abort();
    pressed = null;
  }
  const abortPress = () => pressed && abort();
  const isInPressed = ({ target }: Event) => target instanceof Node && pressed?.contains(target);

  function start(to: URL): void {
    timer = setTimeout(abort, MAX_PRESS_MS);
    // The click loads the screen again and reports its failure.
    startReads(to, controller.signal).catch(() => undefined);
  }

  document.addEventListener('pointerdown', (event) => {
    abort();
    pressed = linkOf(event);
    if (!pressed) return;
    controller = new AbortController();
    if (event.pointerType === 'touch') timer = setTimeout(start, SCROLL_MS, new URL(pressed.href));
    else start(new URL(pressed.href));
  });
  document.addEventListener('pointerup', (event) => {
    if (!isInPressed(event)) abortPress();
  });
  document.addEventListener('click', (event) => {
    if (!isInPressed(event)) return;
    clearTimeout(timer);
    pressed = null;
  });
  for (const ending of ['pointercancel', 'contextmenu', 'dragstart']) document.addEventListener(ending, abortPress);
  dataChanges.onChanged('*', abort);
}
