import type { ScreenCard } from '@portal/mf-kit/remote';
import { renderErrorCard } from './ErrorCard';
import { RESTORE_MS, restoreFocusAndScroll } from './focusAndScroll';

/** What stands where a module's screen will be: a skeleton while it comes, a card with Retry when it cannot come. */
export interface Placeholders {
  skeleton(name: string): void;
  errorCard(name: string, kind: 'failed' | 'network', retry: () => void): void;
  clear(name: string): void;
  /**
   * Another version takes the place of this one and reads its data: the page stays as high as it is meanwhile, its boxes as far scrolled, and
   * the focus where it was. The guard's place in it is not lost.
   */
  holdPosition(): void;
  /** The guard went on: nothing of it stays. */
  reset(name: string): void;
}

/** The card of one failed screen, inside its module; `again` is told of its Retry. */
export const screenErrorCard =
  (again: () => void): ScreenCard =>
  (place, retry) =>
    renderErrorCard(place, {
      kind: 'screen',
      onRetry() {
        again();
        retry();
      },
    });

export interface PlaceholderDeps {
  outlet: HTMLElement;
  /** Whether the asked path is nobody's: the card then is the not-found page. */
  isNotFound: () => boolean;
  /** Whether the asked path is open to everybody. */
  isPublic: () => boolean;
}

/** What the host rendered for a module, until it is hydrated. */
export const prerenderedElement = (outlet: HTMLElement, name: string): HTMLElement | null =>
  outlet.querySelector<HTMLElement>(`[data-prerendered="${name}"]`);

/**
 * Presses the buttons that were pressed before there was anybody to hear it: the host's own script has marked them. What sends a form is
 * enabled when that has its code, a little later than the mount; Enter until then is a press of it.
 */
export function pressAgain(served: HTMLElement): void {
  const press = (button: HTMLButtonElement) => {
    delete button.dataset.pressed;
    button.click();
  };
  for (const button of served.querySelectorAll<HTMLButtonElement>('button[data-pressed]:enabled')) press(button);
  // A busy button says so by aria-disabled: it has been pressed.
  for (const button of served.querySelectorAll<HTMLButtonElement>('button:disabled:not([aria-disabled])'))
    whenEnabled(button, () => {
      if ('pressed' in button.dataset) press(button);
    });
}

function whenEnabled(button: HTMLButtonElement, run: () => void): void {
  const observer = new MutationObserver(() => {
    if (button.disabled) return;
    observer.disconnect();
    run();
  });
  observer.observe(button, { attributes: true, attributeFilter: ['disabled'] });
}

export function createPlaceholders({ outlet, isNotFound, isPublic }: PlaceholderDeps): Placeholders {
  let shown: { name: string; remove: () => void } | null = null;
  let kept: ReturnType<typeof setTimeout> | undefined;

  let endPlace: () => void = () => undefined;
  const letHeightGo = () => outlet.style.removeProperty('min-height');

  function letPlaceGo(): void {
    endPlace();
    clearTimeout(kept);
    letHeightGo();
  }

  function put(name: string, className: string): HTMLElement {
    shown?.remove();
    const host = document.createElement('div');
    host.className = className;
    host.dataset.standIn = name;
    outlet.append(host);
    shown = { name, remove: () => host.remove() };
    return host;
  }

  function clear(name: string): void {
    if (shown?.name !== name) return;
    shown.remove();
    shown = null;
  }

  return {
    skeleton(name) {
      const host = put(name, 'stand-in');
      host.setAttribute('aria-hidden', 'true');
      for (const part of ['title', 'card', 'card', 'card'])
        host.append(Object.assign(document.createElement('div'), { className: `stand-in-${part}` }));
    },
    errorCard(name, kind, retry) {
      const host = put(name, 'stand-in-failed');
      const served = prerenderedElement(outlet, name);
      // A page for everybody stays to be read: the card is a note above it.
      const isReadable = served !== null && isPublic();
      if (isReadable) outlet.prepend(host);
      else served?.remove();
      const shownKind = isReadable ? 'readable' : kind === 'failed' && isNotFound() ? 'unknown' : kind;
      const takeAway = renderErrorCard(host, { kind: shownKind, onRetry: retry });
      shown = {
        name,
        remove: () => {
          takeAway();
          host.remove();
        },
      };
    },
    holdPosition() {
      letPlaceGo();
      endPlace = restoreFocusAndScroll(outlet);
      outlet.style.minHeight = `${outlet.offsetHeight}px`;
      // A page that is shorter for good may then be so.
      kept = setTimeout(letHeightGo, RESTORE_MS);
    },
    clear,
    reset(name) {
      clear(name);
      letPlaceGo();
    },
  };
}
