import type { LiveRegistry } from './registry';

export interface NewShellParts {
  registry: LiveRegistry;
  /** Whether a page that is loaded anew now loses nothing: no input, nothing on its way, no SOS. */
  isSafe: () => boolean;
  /** Told when the guard goes to another page. */
  onMoved: (listener: () => void) => void;
  /** Told when nothing is unsaved any more. */
  onClean: (listener: () => void) => void;
  reload: () => void;
}

/**
 * An open page follows a new shell by being loaded anew, where nobody is disturbed: on the way to another page, or while it is hidden.
 * From a shell that was taken back it goes as soon as it can.
 */
export function followShell({ registry, isSafe, onMoved, onClean, reload }: NewShellParts): void {
  const mine = registry.current().shell.version;
  let isReloading = false;

  const isOld = () => registry.current().shell.version !== mine;
  function reloadIf(isCalm: boolean) {
    if (isReloading || !isOld() || !isCalm || !isSafe()) return;
    isReloading = true;
    reload();
  }
  const isHidden = () => document.visibilityState === 'hidden';
  const isRecalled = () => mine in registry.current().shell.quarantined;
  const look = () => reloadIf(isHidden() || isRecalled());

  registry.onChange(look);
  onClean(look);
  document.addEventListener('visibilitychange', look);
  onMoved(() => reloadIf(true));
}
