import { tab } from '@portal/device/storage';
import type { Telemetry } from '@portal/mf-kit/portal';
import type { PageData } from '../platform/pageData';

/** The watchdog of the portal host stores here why the active shell failed. Empty after a network fault. */
const WHY = 'portal.why';

/** Reports to the watchdog of the portal host that the page shows a screen or a placeholder. Call it after everything has started. */
export function signalReady(outlet: HTMLElement): void {
  function check() {
    if (!outlet.querySelector(':scope > :not(noscript, [role="alert"])')) return;
    // On a slow phone the watchdog can give up before the page starts.
    outlet.querySelector(':scope > [role="alert"]')?.remove();
    window.removeEventListener('single-spa:routing-event', check);
    document.documentElement.dataset.shell = 'ready';
  }
  window.addEventListener('single-spa:routing-event', check);
}

/** Reports that the active shell did not start in this page, which runs the last good one. */
export function reportFailedShell({ shell, registry }: Pick<PageData, 'shell' | 'registry'>, report: (event: Telemetry) => void): void {
  const detail = tab.getItem(WHY);
  tab.removeItem(WHY);
  if (shell !== registry.shell.version && detail) report({ event: 'failed', module: 'shell', version: registry.shell.version, detail });
}
