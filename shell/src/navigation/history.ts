export type MoveKind = 'boot' | 'push' | 'replace' | 'pop';
export interface Move {
  kind: MoveKind;
  from: URL;
  to: URL;
  /** The position in the page's own history, under which the scroll position is stored. */
  index: number;
  leftIndex: number;
}

export interface HistoryDeps {
  /** Returns the path to open instead of `to`, or null. */
  redirectFor(to: URL): string | null;
  blocksBack(at: URL): boolean;
  isDirty(): boolean;
  askToLeave(): Promise<boolean>;
  onMoved(move: Move): void;
}

export interface NavigateOptions {
  replace?: boolean;
  state?: unknown;
}

interface EntryState {
  usr: unknown;
  key: string;
  idx: number;
}

const MAX_REDIRECTS = 5;
const currentUrl = () => new URL(window.location.href);
const newKey = () => Math.random().toString(36).slice(2, 10);
const entry = () => window.history.state as EntryState | null;

/**
 * Whether a move leaves its screen: for another path, or for another page of a screen with one page per fragment. Such a screen marks its
 * current page with `data-fragment-page`; a fragment that names an element inside it only scrolls.
 */
function leavesScreen(from: URL, to: URL): boolean {
  if (from.pathname !== to.pathname) return true;
  if (from.hash === to.hash) return false;
  const page = document.querySelector('[data-fragment-page]');
  return page !== null && !page.contains(document.getElementById(to.hash.slice(1)));
}

/** The open dialog with the focus, otherwise the last opened dialog. */
const openDialog = (): HTMLDialogElement | undefined =>
  document.activeElement?.closest<HTMLDialogElement>('dialog[open]') ??
  [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1);

/** The one history of the page. Every move passes the access check, the question about unsaved input and the back trap. */
export class PortalHistory {
  private current = currentUrl();
  private index = entry()?.idx ?? 0;
  /** The next popstate follows from our own history.go(). */
  private isOwnReturn = false;
  private isAllowed = false;
  private isLeaving = false;

  constructor(private readonly parts: HistoryDeps) {
    window.history.scrollRestoration = 'manual';
    window.addEventListener('popstate', (event) => this.onPop(event));
    window.addEventListener('beforeunload', (event) => {
      if (parts.isDirty() && !this.isLeaving) event.preventDefault();
    });
  }

  /** Checks and reports the first address. Call it once, before single-spa starts. */
  boot(): void {
    const to = this.resolveRedirects(this.current);
    this.write('replaceState', to, entry()?.usr ?? null, this.index);
    this.moved('boot', to, this.index);
  }

  navigate = (to: string, options: NavigateOptions = {}): void => {
    const url = new URL(to, window.location.href);
    if (url.origin !== window.location.origin) return void window.location.assign(url);
    if (!leavesScreen(this.current, url) || !this.parts.isDirty()) return void this.go(url, options);
    void this.parts.askToLeave().then((yes) => {
      if (yes) this.go(url, options);
    });
  };

  /** Reloads the page, after the browser's question about unsaved input, or loads another path without that question. */
  restart(to?: string): void {
    if (to === undefined) return void window.location.reload();
    this.isLeaving = true;
    window.location.replace(to);
  }

  /** Replaces this address without a question about unsaved input. */
  replace(to: string): void {
    this.go(new URL(to, window.location.origin), { replace: true });
  }

  /** Repeats the access check after the session or the guard changed. */
  recheck(): void {
    const redirect = this.parts.redirectFor(this.current);
    if (redirect !== null) this.replace(redirect);
  }

  private resolveRedirects(wanted: URL): URL {
    let to = wanted;
    for (let count = 0; count < MAX_REDIRECTS; count++) {
      const redirect = this.parts.redirectFor(to);
      if (redirect === null) return to;
      to = new URL(redirect, window.location.origin);
    }
    return to;
  }

  private go(wanted: URL, { replace = false, state = null }: NavigateOptions): void {
    const to = this.resolveRedirects(wanted);
    const isSame = to.href === window.location.href;
    const how = replace || isSame ? 'replaceState' : 'pushState';
    const next = how === 'pushState' ? this.index + 1 : this.index;
    this.write(how, to, state, next);
    this.moved(how === 'pushState' ? 'push' : 'replace', to, next);
    // single-spa reports no move to the same address, but routers need the new state.
    if (isSame)
      window.dispatchEvent(Object.assign(new PopStateEvent('popstate', { state: entry() }), { singleSpa: true, singleSpaTrigger: how }));
  }

  private write(how: 'pushState' | 'replaceState', to: URL, usr: unknown, idx: number): void {
    const state: EntryState = { usr, key: newKey(), idx };
    window.history[how](state, '', to.pathname + to.search + to.hash);
  }

  private moved(kind: MoveKind, to: URL, next: number): void {
    const move: Move = { kind, from: this.current, to, index: next, leftIndex: this.index };
    this.current = to;
    this.index = next;
    this.parts.onMoved(move);
    // Without an earlier entry, back would leave the portal, so the trap adds one.
    if (next === 0 && this.parts.blocksBack(to)) this.write('pushState', to, null, ++this.index);
  }

  private undoPop(event: Event, delta: number): void {
    event.stopImmediatePropagation();
    this.isOwnReturn = true;
    window.history.go(-delta);
  }

  private onPop(event: PopStateEvent & { singleSpa?: boolean }): void {
    if (event.singleSpa) return;
    if (this.isOwnReturn) {
      this.isOwnReturn = false;
      return void event.stopImmediatePropagation();
    }
    const to = currentUrl();
    const state = event.state as EntryState | null;
    // The browser adds an entry without our state for a fragment link.
    if (!state) History.prototype.replaceState.call(window.history, { usr: null, key: newKey(), idx: this.index + 1 }, '');
    const next = state?.idx ?? this.index + 1;
    const delta = next - this.index;
    const dialog = delta < 0 && !this.isAllowed && openDialog();
    if (dialog) {
      this.undoPop(event, delta);
      // Like Escape: the dialog's owner may prevent it.
      if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close();
      return;
    }
    if (delta < 0 && this.parts.blocksBack(this.current)) return void this.undoPop(event, delta);
    if (delta !== 0 && !this.isAllowed && leavesScreen(this.current, to) && this.parts.isDirty()) {
      this.undoPop(event, delta);
      return void this.askThenGo(delta);
    }
    this.isAllowed = false;
    const redirect = this.parts.redirectFor(to);
    if (redirect === null) return void this.moved(state ? 'pop' : 'push', to, next);
    event.stopImmediatePropagation();
    this.index = next;
    this.replace(redirect);
  }

  private askThenGo(delta: number): void {
    void this.parts.askToLeave().then((yes) => {
      this.isAllowed = yes;
      if (yes) window.history.go(delta);
    });
  }
}

/** The link of a press or click that the page itself handles. */
export function linkOf(event: MouseEvent): HTMLAnchorElement | null {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || link.target || link.hasAttribute('download') || link.origin !== window.location.origin) return null;
  const isFragment = link.hash && link.pathname === window.location.pathname && link.search === window.location.search;
  return isFragment ? null : link;
}

/** A plain link of any module, or of prerendered HTML, moves inside the page. The browser handles every other click. */
export function handleLinkClicks(navigate: (to: string) => void): void {
  document.addEventListener('click', (event) => {
    const link = linkOf(event);
    if (!link) return;
    event.preventDefault();
    // A link to the current address scrolls to the top, as in a page without scripts.
    if (link.href === window.location.href) window.scrollTo(0, 0);
    navigate(link.pathname + link.search + link.hash);
  });
}
