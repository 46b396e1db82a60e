import type { Assembled } from '../boot/assemble';
import type { LiveRegistry } from './registry';

/** All that must hold before a page is loaded anew: whoever follows a shell hands it over whole. */
export interface NewShellParts {
  registry: LiveRegistry;
  unsaved: Pick<Assembled['unsaved'], 'isDirty' | 'onClean'>;
  emergency: Pick<Assembled['emergency'], 'isOn'>;
  /** Whether something is on its way that would be lost with the page. */
  isSending: () => boolean;
  isLost: Pick<Assembled['isLost'], 'get'>;
  /** Asks the host whether it would serve the page: without it a reload leaves the browser's error page, and no portal. */
  isThere: () => Promise<boolean>;
  place: Pick<Assembled['place'], 'subscribe'>;
  reload: () => void;
}

/**
 * An open page follows a new shell by being loaded anew, where nobody is disturbed: on the way to another page, or while it is hidden.
 * From a shell that was taken back it goes as soon as it can.
 */
export function followShell({ registry, unsaved, emergency, isSending, isLost, isThere, place, reload }: NewShellParts): void {
  const mine = registry.current().shell.version;
  let isAsking = false;

  const isSafe = () =>
    !isLost.get() && !emergency.isOn() && !unsaved.isDirty() && !isSending() && document.querySelector('dialog[open]') === null;
  const mayReload = () => registry.current().shell.version !== mine && isSafe();
  async function reloadIf(isCalm: boolean): Promise<void> {
    if (isAsking || !isCalm || !mayReload()) return;
    isAsking = true;
    // What was safe before the answer may not be so after it.
    isAsking = (await isThere()) && mayReload();
    if (isAsking) reload();
  }
  const isHidden = () => document.visibilityState === 'hidden';
  const isRecalled = () => mine in registry.current().shell.quarantined;
  const look = () => void reloadIf(isHidden() || isRecalled());

  registry.onChange(look);
  unsaved.onClean(look);
  document.addEventListener('visibilitychange', look);
  place.subscribe(() => void reloadIf(true));
}
