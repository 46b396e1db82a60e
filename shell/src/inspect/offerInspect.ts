import { INSPECT } from '@portal/mf-kit/override';
import type { InspectParts } from './inspectParts';

/** An error that no code caught. */
type Uncaught = Event & { error?: unknown; reason?: unknown };

/**
 * Loads the panel "Why this version?" at Alt+Shift+V, and for `?inspect` in the address. Until then it only adds uncaught errors to the
 * page's log, among them a panel that could not be loaded. Only pages that may open the panel load this file.
 */
export function offerInspect(parts: InspectParts): void {
  for (const type of ['error', 'unhandledrejection'])
    window.addEventListener(type, ({ reason, error = reason }: Uncaught) =>
      parts.services.telemetry.report({ event: 'uncaught', detail: String(Object(error).stack ?? error) }),
    );
  const open = async () => (await import(/* webpackChunkName: "inspect" */ './openInspect')).openInspect(parts);
  window.addEventListener('keydown', (event) => {
    if (!event.altKey || !event.shiftKey || event.code !== 'KeyV') return;
    // Some keyboards type a character with this chord.
    event.preventDefault();
    void open();
  });
  if (new URLSearchParams(window.location.search).has(INSPECT)) void open();
}
