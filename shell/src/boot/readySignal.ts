import { tab } from '@portal/device/storage';
import type { Telemetry } from '@portal/mf-kit/portal';
import type { PageData } from '../platform/pageData';

/** Where the host's watchdog notes why it took this page's shell for the active one; empty where the line was at fault. */
const WHY = 'portal.why';

/**
 * Tells the host's watchdog that the first screen stands: the module of the path, or what stands in for it while it comes. Called when
 * everything has started; what failed before is not ready, and neither is a page with nothing in it.
 */
export function signalReady(outlet: HTMLElement): void {
  function look() {
    if (!outlet.querySelector(':scope > :not(noscript, [role="alert"])')) return;
    // The watchdog said that nothing starts: on a slow phone it did, only later.
    outlet.querySelector(':scope > [role="alert"]')?.remove();
    window.removeEventListener('single-spa:routing-event', look);
    document.documentElement.dataset.shell = 'ready';
  }
  window.addEventListener('single-spa:routing-event', look);
}

/** Says of the active shell that it did not start in this page, which runs the last good one instead. */
export function reportFailedShell({ shell, registry }: Pick<PageData, 'shell' | 'registry'>, report: (event: Telemetry) => void): void {
  const detail = tab.getItem(WHY);
  tab.removeItem(WHY);
  if (shell !== registry.shell.version && detail) report({ event: 'failed', module: 'shell', version: registry.shell.version, detail });
}
