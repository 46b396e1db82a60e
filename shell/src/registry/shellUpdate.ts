import { tab } from '@portal/device/storage';
import type { Signal } from '../platform/signal';
import type { ModuleRegistry } from './moduleRegistry';

/** Hidden for less, a page is in use: a camera, a file chooser and a sign-in window hide it, too. */
const AWAY_MS = 5 * 60_000;
/** How soon a page of a shell that was taken back looks again whether it may go. */
const AGAIN_MS = 10_000;
/** Which revision this tab was last loaded anew for, and when. */
const RELOADED = 'portal.reloaded';

/**
 * Notes a reload; false when there is to be none. A host that is behind the others serves the old shell once more: within five minutes
 * one revision is no reason twice, and where the tab keeps no note there might be no end to it.
 */
function recordReload(revision: number): boolean {
  const [last, at] = (tab.getItem(RELOADED) ?? '').split(' ').map(Number);
  if (last === revision && Date.now() - Number(at) < AWAY_MS) return false;
  tab.setItem(RELOADED, `${revision} ${Date.now()}`);
  return tab.isPersisted(RELOADED);
}

/** All that must hold before a page is loaded anew: whoever follows a shell hands it over whole. */
export interface ShellUpdateDeps {
  registry: ModuleRegistry;
  /** The version that this page runs. */
  running: string;
  unsavedInput: { isDirty(): boolean; onClean(listener: () => void): void };
  emergency: { isOn(): boolean };
  /** Whether something is on its way that would be lost with the page. */
  isSending: () => boolean;
  isLost: Pick<Signal<boolean>, 'get'>;
  /** Asks the host whether it would serve the page: without it a reload leaves the browser's error page, and no portal. */
  isServerUp: () => Promise<boolean>;
  pageLocation: Pick<Signal<{ pathname: string }>, 'get' | 'subscribe'>;
  reload: () => void;
}

/**
 * An open page follows a new shell by being loaded anew, where nobody is disturbed: on the way to another page, or when nobody was there
 * for five minutes. From a shell that was taken back it goes as soon as it can.
 */
export function reloadForNewShell({
  registry,
  running,
  unsavedInput,
  emergency,
  isSending,
  isLost,
  isServerUp,
  pageLocation,
  reload,
}: ShellUpdateDeps): void {
  // Where the active one did not start, the last good one runs: for that one the page was loaded anew already.
  const known = [running, registry.current().shell.version];
  let isAsking = false;
  let hiddenAt: number | null = null;
  let { pathname } = pageLocation.get();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isSafe = () =>
    !isLost.get() && !emergency.isOn() && !unsavedInput.isDirty() && !isSending() && document.querySelector('dialog[open]') === null;
  const isOutdated = () => !known.includes(registry.current().shell.version);
  const isRecalled = () => running in registry.current().shell.quarantined;
  const isAway = () => hiddenAt !== null && Date.now() - hiddenAt >= AWAY_MS;

  async function reloadIfSafe(): Promise<void> {
    if (isAsking || !isOutdated() || !isSafe()) return;
    isAsking = true;
    // What was safe before the answer may not be so after it.
    isAsking = (await isServerUp()) && isOutdated() && isSafe() && recordReload(registry.current().revision);
    if (isAsking) reload();
  }

  function check(): void {
    clearTimeout(timer);
    if (!isOutdated()) return;
    if (isRecalled() || isAway()) void reloadIfSafe();
    if (isRecalled()) timer = setTimeout(check, AGAIN_MS);
    else if (hiddenAt !== null && !isAway()) timer = setTimeout(check, hiddenAt + AWAY_MS - Date.now());
  }

  /** Whoever comes back after a while finds the new one: a browser that suspended the page ran no timer. */
  function onVisibility(): void {
    if (document.visibilityState === 'hidden') hiddenAt ??= Date.now();
    check();
    if (document.visibilityState === 'visible') hiddenAt = null;
  }

  registry.onChange(check);
  unsavedInput.onClean(check);
  document.addEventListener('visibilitychange', onVisibility);
  onVisibility();
  pageLocation.subscribe(() => {
    // A changed query or hash is the same page, where somebody is at work.
    if (pageLocation.get().pathname === pathname) return;
    pathname = pageLocation.get().pathname;
    void reloadIfSafe();
  });
}
