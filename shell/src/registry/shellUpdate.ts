import { tab } from '@portal/device/storage';
import type { Signal } from '../platform/signal';
import type { ModuleRegistry } from './moduleRegistry';

/** A page that is hidden for less is in use: a camera, a file chooser or a login window hides it, too. */
const AWAY_MS = 5 * 60_000;
/** Pause before a page with a quarantined shell checks again whether it may reload. */
const AGAIN_MS = 10_000;
/** The revision for which this tab was last reloaded, and when. */
const RELOADED = 'portal.reloaded';

/**
 * Records a reload and returns whether to reload. A portal host that lags behind serves the old shell again, so one revision causes at most
 * one reload in five minutes. Without storage in the tab there is no reload, because it could repeat forever.
 */
function recordReload(revision: number): boolean {
  const [last, at] = (tab.getItem(RELOADED) ?? '').split(' ').map(Number);
  if (last === revision && Date.now() - Number(at) < AWAY_MS) return false;
  tab.setItem(RELOADED, `${revision} ${Date.now()}`);
  return tab.isPersisted(RELOADED);
}

/** The conditions of a reload. */
export interface ShellUpdateDeps {
  registry: ModuleRegistry;
  running: string;
  unsavedInput: { isDirty(): boolean; onClean(listener: () => void): void };
  emergency: { isOn(): boolean };
  /** Whether a request is in flight that a reload would lose. */
  isSending: () => boolean;
  isLost: Pick<Signal<boolean>, 'get'>;
  /** Whether the portal host answers: without it a reload shows the browser's error page. */
  isServerUp: () => Promise<boolean>;
  pageLocation: Pick<Signal<{ pathname: string }>, 'get' | 'subscribe'>;
  reload: () => void;
}

/**
 * Reloads an open page for a new shell when it disturbs no guard: on navigation to another page, or after five minutes in the background.
 * A quarantined shell is left as soon as nothing would be lost.
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
  // If the active shell did not start, the last good one runs, and the page was reloaded for it already.
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
    // The conditions can change during the request.
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

  /** Also checks when the page becomes visible, because a browser runs no timer of a suspended page. */
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
    // A changed query or hash is the same page, so the guard is still at work there.
    if (pageLocation.get().pathname === pathname) return;
    pathname = pageLocation.get().pathname;
    void reloadIfSafe();
  });
}
