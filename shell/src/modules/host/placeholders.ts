import { withDeadline } from '@portal/mf-kit/loadFailure';
import type { ScreenCard } from '@portal/mf-kit/remote';
import { RESTORE_CODE_MS, RESTORE_MS } from './deadlines';
import { type CardKind, renderErrorCard } from './ErrorCard';

/** The elements that the host shows in place of a screen. All hosts of an outlet share them. */
export interface Placeholders {
  skeleton(name: string): void;
  errorCard(name: string, kind: Extract<CardKind, 'failed' | 'network'>, retry: () => void): void;
  /** Only if the placeholder is of this module. */
  clear(name: string): void;
  /** Loads the code that restores focus and scroll. Resolves within one second, also if it cannot be loaded. */
  prepareHold(): Promise<void>;
  /** Keeps the page's height, and restores focus and scroll in the next mount. */
  holdPosition(): void;
  /** Ends all of it when the guard leaves. */
  reset(name: string): void;
}

/** The card in place of one failed screen. `onRetry` runs before the remote renders the screen again. */
export const screenErrorCard =
  (onRetry: () => void): ScreenCard =>
  (place, retry) =>
    renderErrorCard(place, {
      kind: 'screen',
      onRetry() {
        onRetry();
        retry();
      },
    });

export interface PlaceholderDeps {
  outlet: HTMLElement;
  /** The path belongs to no module, so the card is the not-found page. */
  isNotFound: () => boolean;
  /** The path is open without a session. */
  isPublic: () => boolean;
}

export const prerenderedElement = (outlet: HTMLElement, name: string): HTMLElement | null =>
  outlet.querySelector<HTMLElement>(`[data-prerendered="${name}"]`);

const loadRestorer = () => import(/* webpackChunkName: "restore" */ './focusAndScroll');

export function createPlaceholders({ outlet, isNotFound, isPublic }: PlaceholderDeps): Placeholders {
  let current: { name: string; remove: () => void } | null = null;
  let heightTimer: ReturnType<typeof setTimeout> | undefined;
  let restorer: Awaited<ReturnType<typeof loadRestorer>> | undefined;
  let endRestoring: () => void = () => undefined;
  const releaseHeight = () => outlet.style.removeProperty('min-height');

  function releasePosition(): void {
    endRestoring();
    clearTimeout(heightTimer);
    releaseHeight();
  }

  function put(name: string, className: string): HTMLElement {
    current?.remove();
    const element = document.createElement('div');
    element.className = className;
    element.dataset.standIn = name;
    outlet.append(element);
    current = { name, remove: () => element.remove() };
    return element;
  }

  function clear(name: string): void {
    if (current?.name !== name) return;
    current.remove();
    current = null;
  }

  return {
    skeleton(name) {
      const element = put(name, 'stand-in');
      element.setAttribute('aria-hidden', 'true');
      for (const part of ['title', 'card', 'card', 'card'])
        element.append(Object.assign(document.createElement('div'), { className: `stand-in-${part}` }));
    },
    errorCard(name, kind, retry) {
      const element = put(name, 'stand-in-failed');
      const prerendered = prerenderedElement(outlet, name);
      // A prerendered public page can still be read, so it gets a note above it.
      const isReadable = prerendered !== null && isPublic();
      if (isReadable) outlet.prepend(element);
      else prerendered?.remove();
      const cardKind = isReadable ? 'readable' : kind === 'failed' && isNotFound() ? 'unknown' : kind;
      const unmountCard = renderErrorCard(element, { kind: cardKind, onRetry: retry });
      current = {
        name,
        remove: () => {
          unmountCard();
          element.remove();
        },
      };
    },
    clear,
    async prepareHold() {
      restorer ??= await withDeadline(RESTORE_CODE_MS, 'restore', loadRestorer()).catch(() => undefined);
    },
    holdPosition() {
      releasePosition();
      if (restorer) endRestoring = restorer.restoreFocusAndScroll(outlet);
      outlet.style.minHeight = `${outlet.offsetHeight}px`;
      heightTimer = setTimeout(releaseHeight, RESTORE_MS);
    },
    reset(name) {
      clear(name);
      releasePosition();
    },
  };
}
